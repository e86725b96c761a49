# The names of packaging/publisher, the archive of a tag, and the workflows.

# A repository of the files that have such a name.
new_repository() {
  git grep -lzE --untracked "$a_name" | tar --null -T - -c | tar -x -C "$project"
  git -C "$project" init -q && git -C "$project" add .
}
a_name='@OWNER|OWNER/redislock|redislock\.invalid'
publish_as() { "$project/packaging/publish-as.sh" "$@" >"$machine/said" 2>&1; status=$?; }

test_release_names_are_written_wherever_they_stand() {
  new_repository
  local left
  publish_as mail=locks@acme.example
  (cd "$project" && . packaging/names.sh && placeholders) >"$machine/said"
  says 'repository is still https://github.com/OWNER/redislock, in '
  says_not 'mail is'
  publish_as owner=@acme repository=https://git.example/acme/redislock site=https://locks.acme.example
  ends_with 0
  says 'owner=@acme'
  says 'mail=locks@acme.example'
  left=$(cd "$project" && . packaging/names.sh && placeholders) && fault "still a placeholder: $left"
  left=$(git -C "$project" grep -nE "$a_name" -- ':!tests/build') && fault "left: $left"
  left=$(cd "$project" && . packaging/names.sh && echo "$(field_of_project authors) $(field_of_project repository)")
  [ "$left" = 'The redislock developers <locks@acme.example> https://git.example/acme/redislock' ] || fault "Cargo.toml has $left"
}
test_release_names_that_do_not_exist() { publish_as name=acme; refuses 'packaging/publisher has no "name": its names are owner repository mail site'; }
test_release_names_with_a_quote() { publish_as 'owner=a"b'; refuses 'release --names takes NAME=VALUE'; }

# check CASE_OF_BUILD_SH   runs release --check; the fake build.sh notes what it was called for.
check() {
  printf '#!/bin/sh\necho "$*" >>"%s"\ncase $* in\n%s) exit 1 ;;\nesac\n' "$machine/log" "$1" | script "$project/build.sh"
  git -C "$project" init -q && git -C "$project" add . && git -C "$project" -c user.name=a -c user.email=a@b commit -q -m "$1"
  check_again
}
check_again() {
  : >"$machine/log"
  (cd "$project" && env PATH="$usr/bin:$PATH" packaging/release.sh --check) >"$machine/said" 2>&1
  status=$?
}
test_a_check_goes_on_where_it_failed() {
  local program
  printf '/dist/\n' >"$project/.gitignore"
  fake cargo exit
  for program in targets workflows; do printf '#!/bin/sh\n' | script "$project/packaging/$program.sh"; done
  check 'matrix*8.3-nts-debug'
  says 'ok      the matrix: 8.2-nts-release'
  says 'FAILED  the matrix: 8.3-nts-debug'
  ends_with 1
  check_again
  says 'ok      the tests: servers, in an earlier run'
  says 'ok      the matrix: 8.2-nts-release, in an earlier run'
  says 'FAILED  the matrix: 8.3-nts-debug'
  ! grep -E '^(docs|test servers|matrix 8.2)' "$machine/log" || fault 'what was ok is repeated'
  grep -qx 'matrix 8.3-nts-debug' "$machine/log" || fault 'what failed is not repeated'
  echo >>"$project/Cargo.toml"
  check_again
  grep -qx 'test servers' "$machine/log" || fault 'what is not committed counts as tested'
  git -C "$project" checkout -q Cargo.toml
  check 'nothing'
  says 'ok      the matrix: 8.3-nts-debug'
  grep -qx 'test servers' "$machine/log" || fault 'another commit counts as this one'
}

test_archive_of_a_tag_builds_and_has_no_tests() {
  local file names
  names=$(git archive --worktree-attributes HEAD | tar -t)
  for file in $(git ls-tree -r --name-only HEAD -- src setup .cargo Cargo.toml Cargo.lock config.m4 Makefile.frag build.sh composer.json stubs LICENSE README.md docs); do
    grep -qxF "$file" <<<"$names" || fault "the archive lacks $file"
  done
  ! grep -E '\.phpt$|^(tests|php-tests|server-tests|bench|campaign|fuzz|\.github|\.ci)/' <<<"$names" >"$machine/said" || fault 'the archive has tests'
}
test_archive_without_tests_says_so() { rm -r "$project/tests"; run test; refuses 'there are no tests here: the archive of a release leaves them out'; }

test_workflows_have_no_logic_of_their_own() {
  : >"$machine/said"
  local line word
  # Each command is one line: a program of this project, or one that prepares the machine or publishes.
  while read -r line; do
    for word in $line; do [[ $word =~ ^[A-Z_]+= ]] || break; done
    # PHP=$(packaging/php.sh ...)/bin/php ./build.sh ...
    [[ $line != *'/bin/php '* ]] || word=${line##*/bin/php } word=${word%% *}
    case $word in
      ./build.sh | .ci/run | packaging/*) [ -x "$word" ] || fault "there is no $word" ;;
      git | rustup | cargo | gh) ;;
      *) fault "$line" ;;
    esac
    [[ $line != *';'* && $line != *'&&'* && $line != *' | '* ]] || fault "more than one command: $line"
  done < <(sed -n 's/^ *- run: //p' .github/workflows/*.yml)
  ! grep -n 'run: [|>]' .github/workflows/*.yml >"$machine/said" || fault 'a command of several lines'
  ! grep -hn 'uses: ' .github/workflows/*.yml | grep -vE '@[0-9a-f]{40} # v[0-9.]+$' >"$machine/said" || fault 'an action without the hash of its commit'
}

# made MACHINE FILE TEXT
made() {
  local folder=$machine/made/$1/$(. packaging/names.sh && version_of_project)
  mkdir -p "$folder"
  printf '%s\n' "$3" >"$folder/${2/VERSION/${folder##*/}}"
  (cd "$folder" && rm -f SHA256SUMS && sha256sum -- * >sums && mv sums SHA256SUMS)
}
collect() { cp CHANGELOG.md "$project"; "$project/packaging/collect.sh" "$machine/made" "$machine/release" >"$machine/said" 2>&1; status=$?; }
test_files_of_several_machines_become_one_release() {
  made x86 a_VERSION.zip a
  made x86 licences_VERSION.txt l
  made arm b_VERSION.zip b
  made arm licences_VERSION.txt l
  collect
  ends_with 0
  (cd "$machine/release" && sha256sum --quiet --check SHA256SUMS && [ "$(wc -l <SHA256SUMS)" = 3 ] && [ "$(ls | wc -l)" = 4 ]) >>"$machine/said" 2>&1 || fault 'SHA256SUMS is not that of all three files'
  grep -q '^### ' "$project/notes.md" || fault 'notes.md has nothing of the changelog'
  ! grep -q '^## ' "$project/notes.md" || fault 'notes.md has more than this version'
}
test_files_that_differ_between_machines() { made x86 a_VERSION.zip a; made arm a_VERSION.zip b; collect; ends_with 1; says 'two machines made different files: a_'; }
test_a_file_that_changed_on_its_way() { made x86 a_VERSION.zip a; echo b >>"$(echo "$machine"/made/x86/*/a_*)"; collect; ends_with 1; says 'is not what SHA256SUMS says'; }

# The site's source, by a PHP of this machine; mdBook is for releases.
test_site_has_every_page_and_no_link_leads_nowhere() {
  : >"$machine/said"
  local folder=$machine/site link
  "$(type -P php)" -n packaging/site/assemble.php "$folder" https://git.example/r >"$machine/said" 2>&1 || fault "assemble.php ended with $?"
  for link in docs/*.md docs/img/parts.svg README.zh-CN.md index.md packages/laravel/index.md; do [ -e "$folder/$link" ] || fault "the site has no $link"; done
  grep -qF '](https://git.example/r/blob/main/stubs/redislock.php)' "$folder/docs/reference.md" || fault 'a link to a file that is no page does not lead to the repository'
  grep -qF '](docs/install.md)' "$folder/index.md" || fault 'a link to a page does not stay as it is'
  ! grep -rnE '\]\([^)h]*README\.md' "$folder" >>"$machine/said" || fault 'a link to a README, which the site has as index.md'
}

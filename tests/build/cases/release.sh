# The names of packaging/publisher, and the archive of a tag.

# A repository of the files that have such a name.
new_repository() {
  git grep -lzE --untracked "$a_name" | xargs -0 cp --parents -t "$project"
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

test_archive_of_a_tag_builds_and_has_no_tests() {
  local file names
  names=$(git archive --worktree-attributes HEAD | tar -t)
  for file in $(git ls-files -- src setup .cargo Cargo.toml Cargo.lock config.m4 Makefile.frag build.sh composer.json stubs LICENSE README.md docs); do
    grep -qxF "$file" <<<"$names" || fault "the archive lacks $file"
  done
  ! grep -E '\.phpt$|^(tests|php-tests|server-tests|bench|\.github|\.ci)/' <<<"$names" >"$machine/said" || fault 'the archive has tests'
}
test_archive_without_tests_says_so() { rm -r "$project/tests"; run test; refuses 'there are no tests here: the archive of a release leaves them out'; }

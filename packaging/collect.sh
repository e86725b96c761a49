#!/usr/bin/env bash
# packaging/collect.sh FROM TO   puts the files that several machines made (FROM/*/VERSION/*) into one folder with one SHA256SUMS, and
# the changelog of this version into notes.md. A file that two machines made must have the same bytes.
set -euo pipefail
from=$(realpath "$1") to=$(realpath -m "$2")
cd "$(dirname "$0")/.."
. setup/say.sh
. packaging/names.sh
version=$(version_of_project)
mkdir -p "$to"
for file in "$from"/*/"$version"/*; do
  (cd "$(dirname "$file")" && sha256sum --quiet --check SHA256SUMS) || fail "a file beside $file is not what SHA256SUMS says"
  name=${file##*/}
  [ "$name" != SHA256SUMS ] || continue
  [ ! -e "$to/$name" ] || cmp "$file" "$to/$name" || fail "two machines made different files: $name"
  cp "$file" "$to/$name"
done
(cd "$to" && sha256sum -- *"$version"* >SHA256SUMS)
awk -v version="$version" '/^## / { inside = $2 == version; next } inside' CHANGELOG.md >notes.md
[ -s notes.md ] || fail "the changelog has no section $version"

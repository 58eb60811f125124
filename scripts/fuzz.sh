#!/usr/bin/env bash
# The readers of deck files over their corpus, for longer than the tests do: scripts/fuzz.sh [ROUNDS]
# The chance is fixed: more rounds go on where fewer end, and a failure comes again with the number it tells.
set -euo pipefail
cd "$(dirname "$0")/.."
DECKLOOM_FUZZ_ROUNDS=${1:-100000} cargo test --release -p formats --test fuzz

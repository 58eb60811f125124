#!/usr/bin/env bash
# Rules of play changed line by line and word by word, read and played: scripts/check-play-fuzz.sh [FILES, a million without]
# The chance is fixed: a failure comes again, and the file that did it is kept where the message says.
set -euo pipefail
cd "$(dirname "$0")/.."
DECKLOOM_FUZZ_ROUNDS=${1:-1000000} cargo test --release -p engine --test all -- --nocapture "described::mutations"

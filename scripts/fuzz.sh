#!/usr/bin/env bash
# Every reader of files over its kept files, changed at random: scripts/fuzz.sh [MINUTES each, 1 without] [TARGET]
# It tells how many files each target read. The chance is fixed: a failure comes again, and the file that did it is kept
# where the message says.
set -euo pipefail
cd "$(dirname "$0")/.."
export DECKLOOM_FUZZ_SECONDS=$((${1:-1} * 60))
for crate in catalog formats engine; do
    cargo test --release -p "$crate" --test all -- --nocapture --test-threads 1 "fuzz::${2:-}" | grep -v '^$'
done

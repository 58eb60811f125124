#!/usr/bin/env bash
# Plays Artifaxx and Solonauts in Rust and as data side by side, so many games of each: scripts/check-twins.sh [GAMES]
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO_PROFILE_DEV_OPT_LEVEL=3 DECKLOOM_TWINS=${1:-100000} cargo test -p engine --test all --locked --target-dir target/twins -- \
    --nocapture as_data_is_the_game_in_rust

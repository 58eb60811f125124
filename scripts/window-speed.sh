#!/usr/bin/env bash
# Measures the window with many cards on a screen of its own: how soon its cards are there, what it holds, what it does while
# nothing happens, and how long frames take while the cards scroll by.
#   scripts/window-speed.sh [CARDS…]        30000 and 100000 without
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/x11.sh

need_x11
target=${CARGO_TARGET_DIR:-target}
cargo build --release -q -p deckloom --target-dir "$target"
cargo build --release -q -p catalog --example large-game --target-dir "$target"
program=$(realpath "$target/release/deckloom")
work=$(mktemp -d)
start_screen 1280 800
trap 'kill "${program_pid:-}" "$SCREEN_PID" 2>/dev/null || true; rm -rf "$work"' EXIT

open_window() {
  "$program" --library "$work/library.db" --data "$work/$cards" --game large --screen cards --size 1280x800 "$@" \
    >"$work/out" 2>&1 &
  program_pid=$!
}

printf '%8s  %8s  %8s  %14s  %s\n' cards "ms open" MiB "idle ms in 4 s" "frames while it scrolls"
[ $# -gt 0 ] || set -- 30000 100000
for cards in "$@"; do
  "$target/release/examples/large-game" "$work/$cards" "$cards"
  # The first start reads the data; what is measured are the ones after it.
  open_window && wait_window Deckloom 60 >/dev/null && sleep 3
  kill "$program_pid"; wait "$program_pid" 2>/dev/null || true
  open=$(scripts/window-start.py "$program" --library "$work/library.db" --data "$work/$cards" --game large --screen cards \
    --size 1280x800)
  open=${open%% *}
  open_window
  sleep 3
  measure_rest "$program_pid"
  kill "$program_pid"; wait "$program_pid" 2>/dev/null || true
  open_window --frames 600
  wait "$program_pid"
  printf '%8s  %8s  %8s  %14s  %s\n' "$cards" "$open" "$memory" "$idle" "$(tail -n 1 "$work/out")"
done

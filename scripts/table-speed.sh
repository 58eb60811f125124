#!/usr/bin/env bash
# Measures the table on a screen of its own while two bots that think play each other: how long frames take while cards move,
# what the window holds, and what it does while a person thinks and nothing moves.
#   scripts/table-speed.sh [SIZE…]        1280x800, 2560x1440 and 3840x2160 without
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/x11.sh

need_x11
target=${CARGO_TARGET_DIR:-target}
[ -n "${PROGRAM:-}" ] || cargo build --release -q -p deckloom --target-dir "$target"
program=$(realpath "${PROGRAM:-$target/release/deckloom}")
work=$(mktemp -d)
trap 'kill "${program_pid:-}" "${SCREEN_PID:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

open_table() {
  rm -f "$work"/library.db*
  "$program" --library "$work/library.db" --game "$game" --screen play --play "$format" --seed 5 --size "$size" "$@" \
    >"$work/out" 2>&1 &
  program_pid=$!
}

[ $# -gt 0 ] || set -- 1280x800 2560x1440 3840x2160
printf '%-10s  %-12s  %5s  %14s  %s\n' size game MiB "idle ms in 4 s" "frames while cards move"
for size in "$@"; do
  start_screen "${size%x*}" "${size#*x}"
  for match in "afrika codex" "chronx constructed" "chrononauts classic"; do
    read -r game format <<<"$match"
    open_table --picks 40
    wait_window Deckloom 60 >/dev/null || { cat "$work/out" >&2; exit 1; }
    sleep 6
    measure_rest "$program_pid"
    kill "$program_pid"; wait "$program_pid" 2>/dev/null || true
    # Of large frames a match that is over soon has fewer.
    case $size in 1280x*) frames=200 ;; *) frames=40 ;; esac
    open_table --frames "$frames"
    wait "$program_pid"
    printf '%-10s  %-12s  %5s  %14s  %s\n' "$size" "$game" "$memory" "$idle" "$(tail -n 1 "$work/out")"
  done
  kill "$SCREEN_PID"; wait "$SCREEN_PID" 2>/dev/null || true
done

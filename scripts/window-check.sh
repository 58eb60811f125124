#!/usr/bin/env bash
# Opens the window on a screen of its own: it must have its title, show something, and close with 0.
set -euo pipefail
program=$(realpath "${1:-target/release/deckloom}")
cd "$(dirname "$0")/.."
. scripts/x11.sh

need_x11
work=$(mktemp -d)
start_screen 1280 800
trap 'kill "${program_pid:-}" "$SCREEN_PID" 2>/dev/null || true; rm -rf "$work"' EXIT

"$program" --library "$work/library.db" >"$work/out" 2>&1 &
program_pid=$!
window=$(wait_window Deckloom 30) || { cat "$work/out" >&2; exit 1; }
sleep 3

title=$(xdotool getwindowname "$window")
case "$title" in *Deckloom*) ;; *) echo "the title is '$title'" >&2; exit 1 ;; esac

import -window root "$work/window.png"
colours=$(identify -format %k "$work/window.png")
deviation=$(identify -format '%[fx:int(1000*standard_deviation)]' "$work/window.png")
if [ "$colours" -lt 200 ] || [ "$deviation" -lt 20 ]; then
  echo "the window looks blank: $colours colours, deviation $deviation/1000" >&2
  exit 1
fi

# There is no window manager to ask: the key closes it.
xdotool windowfocus --sync "$window" key --clearmodifiers ctrl+q
for _ in $(seq 100); do
  kill -0 "$program_pid" 2>/dev/null || break
  sleep 0.1
done
if kill -0 "$program_pid" 2>/dev/null; then echo "the window did not close" >&2; exit 1; fi
code=0; wait "$program_pid" || code=$?
[ "$code" = 0 ] || { echo "the program ended with $code" >&2; cat "$work/out" >&2; exit 1; }
# A draft is killed in the middle of a pack: every pick is still there, and the window takes it up again.
"$program" --library "$work/library.db" --game afrika --screen limited --limited cosmic-draft --picks 5 --seed 7 \
  >"$work/out" 2>&1 &
program_pid=$!
window=$(wait_window Deckloom 30)
sleep 2
xdotool windowfocus --sync "$window" key Return
sleep 1
kill -9 "$program_pid"
wait "$program_pid" 2>/dev/null || true
picks=$("$program" --library "$work/library.db" library where --json | grep -o '"picks": [0-9]*' | head -n 1)
[ "$picks" = '"picks": 6' ] || { echo "after kill -9 the draft has $picks, not 6" >&2; exit 1; }

echo "window '$title': $colours colours, deviation $deviation/1000, closed with 0"

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

# The panel of a first run lies above the rest. What is under the cursor changes and changes back; nothing else may.
xdotool mousemove 700 12
settle "$work/at-rest.png"
for y in 260 320 380 440 500; do
  xdotool mousemove 640 $y
  sleep 0.2
done
xdotool mousemove 700 12
settle "$work/now.png"
# Where only a part is painted anew, some pixels of its edges come out a little otherwise.
apart=$(compare -metric AE -fuzz 5% "$work/at-rest.png" "$work/now.png" null: 2>&1) || true
if awk -v n="${apart%% *}" 'BEGIN { exit !(n > 100) }'; then
  echo "the cursor leaves something behind on the panel of a first run: $apart pixels" >&2
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

# A data file is edited while the window is open: it shows the change, then the fault, and then what was there before.
shot() { import -window root "$work/now.png"; identify -format '%#' "$work/now.png"; }
# What was just done is said for some seconds.
settled() { sleep 5; settle "$work/now.png" && identify -format '%#' "$work/now.png"; }
# changes WHAT PICTURE: the window must look otherwise. The change is there within a second; taking pictures takes longer.
changes() {
  for _ in $(seq 15); do
    [ "$(shot)" = "$2" ] || return 0
    sleep 0.1
  done
  echo "the window does not show $1" >&2
  return 1
}
"$program" data new shores --into "$work/data" >/dev/null
set_file=$work/data/shores/sets/first.toml
"$program" --library "$work/library.db" --data "$work/data" --game shores --screen cards --query imp >"$work/out" 2>&1 &
program_pid=$!
window=$(wait_window Deckloom 30)
xdotool mousemove 700 12
sleep 1
as_written=$(settled)
sed -i 's/^name = "Coal Imp"/name = "Coal Baron Imp"/; s/^  "4 Coal Imp"/  "4 Coal Baron Imp"/' "$set_file" "$work/data/shores/decks/two-shores.toml"
changes "the edit of a card" "$as_written"
edited=$(settled)
cp "$set_file" "$work/kept.toml"
sed -i 's/^power = 2/pwoer = 2/' "$set_file"
changes "the fault in a card" "$edited"
faulty=$(settled)
cp "$work/kept.toml" "$set_file"
changes "that the fault is mended" "$faulty"
[ "$(settled)" = "$edited" ] || { echo "after a fault the window is not as it was before" >&2; exit 1; }
kill "$program_pid"
wait "$program_pid" 2>/dev/null || true

echo "window '$title': $colours colours, deviation $deviation/1000, closed with 0"

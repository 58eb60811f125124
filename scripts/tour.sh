#!/usr/bin/env bash
# Drives the window by its keys alone, as a person would: search, deck, mending, hand, export, sealed, draft, a match.
# Each stop must look as in docs/pictures/tour, within a tolerance; with --keep the pictures there are written anew.
#   scripts/tour.sh [--keep] [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/x11.sh

keep=no
[ "${1:-}" = --keep ] && { keep=yes; shift; }
program=$(realpath "${1:-target/release/deckloom}")
pictures=docs/pictures/tour
# How different a stop may look: the share of pixels, of pictures at half their size, that differ by more than a tenth.
most=0.02

need_x11
# Its path is in the pictures, so it is always the same.
work=${TMPDIR:-/tmp}/deckloom-tour
rm -rf "$work"
mkdir -p "$work" "$pictures"
start_screen 1280 800
trap 'kill "${program_pid:-}" "$SCREEN_PID" 2>/dev/null || true' EXIT

HOME=$work "$program" --library "$work/library.db" --game chronx --screen cards --seed 7 --size 1280x800 --theme dark \
  >"$work/out" 2>&1 &
program_pid=$!
window=$(wait_window Deckloom 30) || { cat "$work/out" >&2; exit 1; }
# The cursor goes where nothing is: what is under it would be marked.
xdotool mousemove 700 12 windowfocus --sync "$window"

press() { xdotool key --clearmodifiers --delay 60 "$@"; settle "$work/now.png"; }
write() { xdotool type --delay 40 "$1"; settle "$work/now.png"; }
failed=0
# stop NAME: the window must look like the picture of that name.
stop() {
  local picture=$pictures/$1.png apart
  if [ "$keep" = yes ]; then
    # What was just done is said for some seconds.
    sleep 10
    import -window root "$work/now.png"
    convert "$work/now.png" -strip -define png:compression-level=9 "$picture"
    echo "$picture"
    return
  fi
  convert "$picture" -resize 50% "$work/wanted.png"
  # What is counted in the background may be there later than the window rests.
  for _ in $(seq 20); do
    convert "$work/now.png" -resize 50% "$work/seen.png"
    apart=$(compare -metric AE -fuzz 10% "$work/seen.png" "$work/wanted.png" null: 2>&1) || true
    apart=$(awk -v n="${apart%% *}" 'BEGIN { printf "%.4f", n / (640 * 400) }')
    awk -v a="$apart" -v most=$most 'BEGIN { exit !(a > most) }' || { echo "$1: differs by $apart"; return; }
    sleep 1
    import -window root "$work/now.png"
  done
  cp "$work/now.png" "$work/$1.png"
  echo "$1: a share of $apart differs from $picture; it is in $work/$1.png" >&2
  failed=1
}

settle "$work/now.png"
press slash
write 'domain:corporate cost<=2'
stop search

press ctrl+2
press Down
press Return
stop deck

# A deck has thirty-two cards: more are too many.
press slash
write 'repo drone'
press Escape
press plus plus plus
stop verdict
press f
stop mended

press 3
press space
stop hand
press Escape
press ctrl+e
press Right
stop export
press Return
stop exported

press ctrl+k
write 'sealed'
stop palette
press Return
press space
press space
stop sealed

press ctrl+k
write 'draft'
press Return
press Return
press Right
press Return
stop draft

press ctrl+k
write 'play: constructed'
press Return
press 1
stop match

press ctrl+q
for _ in $(seq 50); do
  kill -0 "$program_pid" 2>/dev/null || break
  sleep 0.1
done
code=0
wait "$program_pid" || code=$?
[ "$code" = 0 ] || { echo "the program ended with $code" >&2; cat "$work/out" >&2; exit 1; }
[ "$failed" = 0 ] || exit 1

#!/usr/bin/env bash
# Takes the pictures of docs/pictures: builds the program, opens each screen on a display of its own, and waits
# until nothing changes any more. With a folder as argument the pictures go there.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/x11.sh

out=${1:-docs/pictures}
need_x11
target=${CARGO_TARGET_DIR:-target}
cargo build --release -q -p deckloom --target-dir "$target"
program=$target/release/deckloom
mkdir -p "$out"
# Its path is in the pictures, so it is always the same.
work=${TMPDIR:-/tmp}/deckloom-pictures
rm -rf "$work"
mkdir -p "$work"
start_screen 1280 800
trap 'kill "${program_pid:-}" "$SCREEN_PID" 2>/dev/null || true; rm -rf "$work"' EXIT

# picture NAME FLAG…: the window as it opens with these flags. KEYS may hold keys to press first, THEME a theme, POINT where
# the cursor is.
picture() {
  local name=$1 window
  shift
  rm -rf "$work"/library.*
  ${PREPARE:-true}
  "$program" --library "$work/library.db" --size 1280x800 --theme "${THEME:-dark}" "$@" >"$work/out" 2>&1 &
  program_pid=$!
  window=$(wait_window Deckloom 30) || { cat "$work/out" >&2; exit 1; }
  # What was just done is said for some seconds.
  sleep 5
  # The cursor goes where nothing is: what is under it would be marked.
  # shellcheck disable=SC2086
  xdotool mousemove ${POINT:-700 12}
  if [ -n "${KEYS:-}" ]; then
    # shellcheck disable=SC2086
    xdotool windowfocus --sync "$window" key $KEYS
  fi
  settle "$work/now.png"
  convert "$work/now.png" -strip -define png:compression-level=9 "$out/$name.png"
  kill "$program_pid"
  wait "$program_pid" 2>/dev/null || true
  echo "$out/$name.png  $(stat -c %s "$out/$name.png") bytes"
}

# An event in its third round.
friday() {
  local round table names="Ada Ben Cleo Dov Eve Finn Gil Hana Ines Jo Kai Lea Mo Nia Ola Pia Quin Ravi Sol Tess Uma Vito"
  event() { "$program" --library "$work/library.db" event "$@" --at 0 >/dev/null; }
  event new Friday afrika/cosmic-draft --seed 5
  # shellcheck disable=SC2086
  event add Friday $names
  event seat Friday
  for round in 1 2 3; do
    event pair Friday
    for table in 1 2 3 4 5 6 7 9 10 11; do
      [ "$round$table" = 36 ] && return 0
      [ "$round$table" = 34 ] || event result Friday $table "$(((table + round) % 3 ? 2 : 1))-$(((table + round) % 3 ? table % 2 : 2))"
    done
  done
}

picture cards --game afrika --screen cards
picture card --game chronx --screen cards --query "domain:corporate sort:-skill"
picture deck --game chronx --screen decks --deck drone-dividend
picture hands --game afrika --screen decks --deck savanna-crown --tab hands --seed 7
picture numbers --game afrika --screen decks --deck savanna-crown --tab numbers
KEYS=Return picture lab --game afrika --screen lab
PREPARE=friday picture events --game afrika --screen events --event Friday --desk rounds
picture draft --game afrika --screen limited --limited cosmic-draft --picks 22 --seed 5
picture sealed --game afrika --screen limited --limited unleashed-armada --picks 3 --seed 5
KEYS=Return picture builds --game afrika --screen limited --limited unleashed-armada --picks 6 --seed 5
POINT="310 320" picture timeline --game chrononauts --screen decks --deck box --tab timeline
picture play-afrika --game afrika --screen play --play codex --picks 90 --seed 5
picture play-chronx --game chronx --screen play --play constructed --picks 60 --seed 5
picture play-timeline --game chrononauts --screen play --play classic --picks 43 --seed 5
THEME=light picture light --game afrika --screen decks --deck tide-and-feather

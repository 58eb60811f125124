#!/bin/sh
# How fast the rules engine is: instructions by valgrind, which come out the same on a busy machine, and times, which do not.
#
#   scripts/engine-speed.sh                  builds what is here and measures it
#   scripts/engine-speed.sh BINARY...        measures these builds of engine/examples/players.rs, one after the other
#
# A decision is one with two options or more; forced actions, steps and windows that nobody is asked in are part of what it costs.
# All starter decks of a game play each other. What starting costs is taken off: it is what no games cost.
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    cargo build --release --offline -p engine --example players
    set -- target/release/examples/players
fi
command -v valgrind > /dev/null || echo "without valgrind there are only times: apt-get install valgrind"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Instructions of a run, and what it prints.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" > "$work/out" 2> "$work/err"
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/err"
}

# One line for BINARY VERB GAME GAMES SEED. Goldfish games are counted from one game a deck on, since no games leave nothing to report.
measure() {
    # Earlier builds know fewer of these.
    "$1" "$2" "$3" 1 "$5" > /dev/null 2>&1 || { echo "$2 $3: this build does not know it"; return 0; }
    least=0
    [ "$2" = goldfish ] && least=1
    time=$("$1" "$2" "$3" "$(($4 * 20))" "$5" | tail -1)
    line="$2 $3: $time"
    if command -v valgrind > /dev/null; then
        none=$(count "$1" "$2" "$3" "$least" "$5")
        before=$(sed -n 's/^\([0-9]*\) games.*/\1/p' "$work/out")
        all=$(count "$1" "$2" "$3" "$4" "$5")
        games=$(sed -n 's/^\([0-9]*\) games.*/\1/p' "$work/out")
        decisions=$(sed -n 's/.*games, \([0-9]*\) decisions.*/\1/p' "$work/out")
        checksum=$(sed -n 's/.*checksum \(.*\)/\1/p' "$work/out")
        line="$line, $(((all - none) / (games - before))) instructions a game"
        [ -z "$decisions" ] || line="$line, $(((all - none) / decisions)) a decision"
        line="$line, checksum $checksum"
    fi
    echo "$line"
}

for binary in "$@"; do
    echo "$binary"
    measure "$binary" random afrika 1 7
    measure "$binary" random chronx 10 7
    measure "$binary" random chrononauts 100 7
    measure "$binary" alone chronx 50 7
    measure "$binary" goldfish afrika 101 7
    measure "$binary" goldfish chronx 101 7
done

#!/usr/bin/env bash
# Do the scenarios notice when a rule is wrong? scripts/mutants.sh [N, 300 without] [SEED, 1 without]
# Changes the rules code of the games in N places, one at a time (cargo-mutants lists them: cargo install cargo-mutants), plays all
# scenarios after each, and prints which changes no scenario noticed. What runs without end is noticed, what does not build does not
# count. Results are kept in target/mutants/SEED.tsv: the same command goes on where it stopped. The programs that nobody noticed
# are kept, too: the command plays the scenarios of now with them first, and says "since" of those that are noticed by now.
# `target/mutants/1.missed/0042 --data data` plays them by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-300} seed=${2:-1}
folder=target/mutants tree=target/mutants/tree results=target/mutants/$seed.tsv missed=target/mutants/$seed.missed
games="afrika chronx chrononauts emperors_star solonauts"
with_scenarios="chronx afrika chrononauts emperors-star anachrony"
# What plays well, shows a position, or sets one up for a scenario is no rule.
others="board|evaluate|exact|labels|observation|options|payer|planner|report|rollout|scenario_setup"
# Nor is what players that think ask, how the window words an action, or what refuses faulty cards: a scenario cannot show it.
asked="dialect\.rs|\b(action_key|determinize\w*|digest|feature_label|\w*features|is_combat|is_quiescent|key|label|only_choice|outcome_text|passing_action|plain_trades|prune|rollout_action)( ->| with|\$)"
mkdir -p "$folder" "$missed"
touch "$results"

files=(--file engine/src/timeline.rs --file "engine/src/timeline/**/*.rs")
for game in $games; do
    files+=(--file "engine/src/games/$game.rs" --file "engine/src/games/$game/**/*.rs")
done
cargo mutants --list --json --diff --package engine "${files[@]}" >"$folder/all.json"

# The tree that is changed is a copy, so that whoever is killed leaves no change behind. What is the same there keeps its time, and
# cards and scenarios are read when they are played: nothing but a changed rule is built again.
mkdir -p "$tree"
git ls-files -z | grep -zvE '^(data|docs/pictures)/' | while IFS= read -rd '' file; do
    cmp -s "$file" "$tree/$file" || cp --parents "$file" -t "$tree"
done
[ -d "$tree/data" ] || cp -r data "$tree"
rm -rf "$folder/data"
cp -r data "$folder"

python3 - "$folder" "$count" "$seed" "$others" "$asked" <<'PYTHON'
import json, pathlib, random, re, sys

folder, count, seed, others = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
mutants = [m for m in json.loads((folder / "all.json").read_text()) if not re.search(rf"/({others})\.rs$", m["file"])]
mutants.sort(key=lambda m: (m["file"], m["diff"]))
random.Random(seed).shuffle(mutants)
mutants = [m for m in mutants if not re.search(sys.argv[5], m["name"])]
diffs = folder / f"{seed}.diffs"
diffs.mkdir(exist_ok=True)
for at, mutant in enumerate(mutants[:count]):
    (diffs / f"{at:04}.diff").write_text(mutant["diff"])
    (diffs / f"{at:04}.name").write_text(mutant["name"])
print(f"{min(count, len(mutants))} of {len(mutants)} changes")
PYTHON

# The game whose rules were changed comes first: most changes are noticed there.
play() { # PROGRAM CHANGED-FILE
    local game=${2#engine/src/}
    game=${game#games/}
    case ${game%%[/.]*} in
    timeline | solonauts) game=chrononauts ;;
    emperors_star) game=emperors-star ;;
    *) game=${game%%[/.]*} ;;
    esac
    # shellcheck disable=SC2086
    (ulimit -v 8000000 -t 30; "$1" --data "$folder/data" "$game" ${with_scenarios/$game/} >"$folder/run.log" 2>&1) &&
        echo missed || echo caught
}

judge() { # CHANGED-FILE
    cargo build -q -p engine --example scenarios --locked --manifest-path "$tree/Cargo.toml" --target-dir "$folder/build" \
        --config 'profile.dev.package.engine.opt-level=0' --config 'profile.dev.debug=false' \
        --config 'profile.dev.incremental=true' 2>"$folder/build.log" || { echo "not built"; return; }
    play "$folder/build/debug/examples/scenarios" "$1"
}

[ "$(judge engine/src/games/chronx.rs)" = missed ] ||
    { echo "the scenarios do not hold as they are:"; cat "$folder/build.log" "$folder/run.log"; exit 1; }
for diff in "$folder/$seed.diffs"/*.diff; do
    at=$(basename "$diff" .diff) name=$(cat "${diff%.diff}.name")
    [ "$((10#$at))" -lt "$count" ] || continue
    if grep -qF "$name	" "$results"; then
        if [ -f "$missed/$at" ] && [ "$(play "$missed/$at" "${name%%:*}")" = caught ]; then
            printf '%s\tsince\n' "$name" >>"$results"
            grep -vxF "$name	missed" "$results" >"$results.new"
            mv "$results.new" "$results"
            rm "$missed/$at"
        fi
        continue
    fi
    patch -s "$tree/${name%%:*}" "$diff"
    judged=$(judge "${name%%:*}")
    patch -s -R "$tree/${name%%:*}" "$diff"
    [ "$judged" != missed ] || cp "$folder/build/debug/examples/scenarios" "$missed/$at"
    printf '%s\t%s\n' "$name" "$judged" >>"$results"
    echo "$at $name: $judged"
done

awk -F'\t' '{ n[$2]++ } END { all = n["caught"] + n["since"] + n["missed"];
    printf "%d caught of %d (%.1f %%), %d more by scenarios since, %d not built\n",
        n["caught"], all, 100 * n["caught"] / all, n["since"], n["not built"] }' "$results"
grep '	missed$' "$results" || true

#!/usr/bin/env bash
# Do the scenarios notice when a rule is wrong? scripts/mutants.sh [N, 300 without] [SEED, 1 without]
# Changes the rules code of the games in N places, one at a time (cargo-mutants lists them: cargo install cargo-mutants), plays all
# scenarios after each, and prints which changes no scenario noticed. What runs without end is noticed, what does not build does not
# count. Results are kept in target/mutants/SEED.tsv: the same command goes on where it stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-300} seed=${2:-1}
folder=target/mutants tree=target/mutants/tree results=target/mutants/$seed.tsv
games="afrika chronx chrononauts timeline"
# What plays well, shows a position, or sets one up for a scenario is no rule.
others="evaluate|instinct|payer|view|sight|stage|options"
mkdir -p "$folder"
touch "$results"

files=()
for game in $games; do
    files+=(--file "engine/src/$game.rs" --file "engine/src/$game/**/*.rs")
done
cargo mutants --list --json --diff "${files[@]}" >"$folder/all.json"

# The tree that is changed is a copy, so that whoever is killed leaves no change behind.
rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z | grep -zv '^docs/pictures/' | xargs -0 cp --parents -t "$tree"

python3 - "$folder" "$count" "$seed" "$others" <<'PYTHON'
import json, pathlib, random, re, sys

folder, count, seed, others = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
mutants = [m for m in json.loads((folder / "all.json").read_text()) if not re.search(rf"/({others})\.rs$", m["file"])]
mutants.sort(key=lambda m: (m["file"], m["diff"]))
random.Random(seed).shuffle(mutants)
diffs = folder / f"{seed}.diffs"
diffs.mkdir(exist_ok=True)
for at, mutant in enumerate(mutants[:count]):
    (diffs / f"{at:04}.diff").write_text(mutant["diff"])
    (diffs / f"{at:04}.name").write_text(mutant["name"])
print(f"{min(count, len(mutants))} of {len(mutants)} changes")
PYTHON

judge() {
    cargo build -q -p engine --example scenarios --locked --manifest-path "$tree/Cargo.toml" --target-dir "$folder/build" \
        --config 'profile.dev.package.engine.opt-level=0' --config 'profile.dev.debug=false' \
        --config 'profile.dev.incremental=true' 2>"$folder/build.log" || { echo "not built"; return; }
    # shellcheck disable=SC2086
    (ulimit -v 8000000; timeout 120 "$folder/build/debug/examples/scenarios" >"$folder/run.log" 2>&1) &&
        echo missed || echo caught
}

[ "$(judge)" = missed ] || { echo "the scenarios do not hold as they are:"; cat "$folder/build.log" "$folder/run.log"; exit 1; }
for diff in "$folder/$seed.diffs"/*.diff; do
    name=$(cat "${diff%.diff}.name")
    [ "$(basename "$diff" .diff | sed 's/^0*\(.\)/\1/')" -lt "$count" ] || continue
    grep -qF "$name	" "$results" && continue
    patch -s -p1 -d "$tree" <"$diff"
    printf '%s\t%s\n' "$name" "$(judge)" >>"$results"
    patch -s -R -p1 -d "$tree" <"$diff"
    tail -1 "$results"
done

awk -F'\t' '{ n[$2]++ } END { all = n["caught"] + n["missed"];
    printf "%d caught of %d (%.1f %%), %d not built\n", n["caught"], all, 100 * n["caught"] / all, n["not built"] }' "$results"
grep '	missed$' "$results" || true

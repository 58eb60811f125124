#!/usr/bin/env bash
# Makes ten cards of Chron X cheaper by one, one at a time, and asks the lab what each change does: how many of the ten are found.
# Then asks which cards of the unmodified set are surely better or worse than the rest, and holds the answer against ten times the pods.
#   scripts/check-changes.sh [PODS]        400 without
set -euo pipefail
cd "$(dirname "$0")/.."

pods=${1:-400}
target=${CARGO_TARGET_DIR:-target}
[ -n "${PROGRAM:-}" ] || cargo build --release -q -p deckloom --target-dir "$target"
program=$(realpath "${PROGRAM:-$target/release/deckloom}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set_file=data/chronx/sets/second-edition.toml

# Every ninth of the cards that cost 2 influence or more, and Obituary Clerk: its cost as it is.
cards="Ledger Assassin:2
Leveraged Buyout:3
Signals Officer:2
Core Blackout:2
Obituary Clerk:2
Sleeper Protocol:3
Widow of the Seawall:2
Undertow:2
Core Diver:3
Ballot Edit:3"

# Pools are picked at random, so that every card is in as many decks: bots that know the cards leave the weak ones.
ask() { # ask FOLDER
  printf 'kind = "set"\nformat = "chronx/draft"\ndrafters = "random"\ngames = %s\nafter = "%s"\n' "$pods" "$1" >"$1.toml"
  "$program" --library "$work/library.db" lab run "$1.toml" --json
}

found=0 n=0
while IFS=: read -r card before; do
  after=$((before - 1))
  n=$((n + 1))
  folder=$work/$n
  mkdir -p "$folder/chronx/sets"
  awk -v name="name = \"$card\"" -v was="influence = $before" -v is="influence = $after" '
    $0 == name { inside = 1 }
    inside && /^cost/ { if (!sub(was, is)) exit 1; inside = 0 }
    { print }' "$set_file" >"$folder/${set_file#data/}"
  said=$(ask "$folder" | python3 -c '
import json, sys
report = json.load(sys.stdin)["report"]
print(next((line for line in report["answer"] + report["cautions"] if line.startswith(sys.argv[1])), "nothing"))' "$card")
  echo "$before → $after  $said"
  case $said in *" is stronger:"* | *" is weaker:"*) found=$((found + 1)) ;; esac
done <<<"$cards"
echo "$found of $n found at $pods pods"

for more in 1 10; do
  sed "s/^games = .*/games = $((pods * more))/; s/^seed = .*/seed = $more/" docs/strength/chronx-set.toml >"$work/set-$more.toml"
  "$program" --library "$work/library.db" lab run "$work/set-$more.toml" --json >"$work/set-$more.json"
done
python3 - "$work/set-1.json" "$work/set-10.json" <<'END'
import json, re, statistics, sys

few, many = (json.load(open(path))["report"] for path in sys.argv[1:])
worth = {row[0]["text"]: row[1]["change"] for row in many["tables"][0]["rows"] if "change" in row[1]}
mean = statistics.mean(change["value"] for change in worth.values())
named, false = 0, []
for line in few["answer"]:
    side = re.search(r"surely (stronger|weaker) than the rest[^:]*: (.*)", line)
    for card in re.findall(r"([^,:()]+) \([+-]", side[2]) if side else []:
        card, change = card.strip(), worth[card.strip()]
        named += 1
        is_true = change["low"] > mean if side[1] == "stronger" else change["high"] < mean
        if not is_true:
            false.append(card)
print(f"{len(false)} of {named} cards that are named are not confirmed by ten times the pods: {', '.join(false) or '-'}")
END

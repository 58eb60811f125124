#!/usr/bin/env bash
# Watches whether the program connects to anything: scripts/check-network.sh PROGRAM
#
# Verbs of an evening, an import whose cards have addresses of pictures, and all that is shown before a person agrees run
# under strace: no socket of a network may be opened. The fetch itself, agreed to, must open one, or nothing was watched.
# Needs strace (`apt-get install strace`).
set -euo pipefail
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
printf 'Name,Type,Image URL\nLamp,Event,https://pics.invalid/lamp.png\nOil,Event,http://127.0.0.1:9/oil.png\n' > cards.csv
export HOME="$folder/home" XDG_DATA_HOME="$folder/home" XDG_CACHE_HOME="$folder/cache"

watched() {
    strace -f -e trace=socket,connect,sendto,sendmsg -o trace "$program" --library library.db "$@" > said 2>&1 < "${answers:-/dev/null}" || true
    if grep -E 'AF_INET' trace; then return 1; fi
}
quiet() {
    watched "$@" || { printf 'it connects: deckloom %s\n' "$*"; exit 1; }
}

quiet data import cards.csv --game lamps
quiet deck new Mine --from chronx/corporate
quiet deck check Mine
quiet cards 'type:asset' --game chronx
quiet goldfish chronx/corporate --seed 1 --games 50
quiet draft chronx/draft --auto --seed 1 -o draft
quiet library check
quiet data pictures lamps --fetch --preview
quiet data pictures lamps --fetch
echo no > no
answers=no quiet data pictures lamps --fetch
if watched data pictures lamps --fetch --agree 127.0.0.1:9 > /dev/null; then
    echo 'a fetch that was agreed to connects to nothing: strace sees no sockets here'
    exit 1
fi
grep -q 'htons(9)' trace && ! grep -q 'htons(53)' trace
# Hosting listens at the address that was named, and connects to nobody.
strace -f -e trace=socket,connect,bind,sendto -o trace timeout 5 "$program" --library library.db serve chronx/draft \
    --address 127.0.0.1 --port 0 > said 2>&1 < /dev/null || true
grep -q 'To join, open http://127.0.0.1' said
grep 'AF_INET' trace | grep -v 'socket(AF_INET, SOCK_STREAM\|bind(.*inet_addr("127.0.0.1")' > other || true
if [ -s other ]; then cat other; echo 'hosting speaks to more than its own address'; exit 1; fi
echo 'nothing connects before a person agreed, and hosting listens where it was told'

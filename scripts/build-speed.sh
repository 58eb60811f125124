#!/usr/bin/env bash
# What a newcomer waits for, in a fresh clone of what is committed: scripts/build-speed.sh [COMMIT]
# Each figure is seconds by the clock on the wall, so nothing else may run meanwhile. Half an hour on two cores.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q "$here" "$work/deckloom"
cd "$work/deckloom"
git checkout -q "${1:-HEAD}"
unset CARGO_TARGET_DIR
export CARGO_TERM_COLOR=never
# What is fetched once is not what is measured.
cargo fetch --locked -q

# took WHAT COMMAND…: how long it takes.
took() {
    local what=$1 begun=$SECONDS
    shift
    "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; echo "failed: $*" >&2; exit 1; }
    printf '%-58s %5d s\n' "$what" $((SECONDS - begun))
}
took "cargo build --release" cargo build --release --locked
took "cargo test --workspace, building" cargo test --workspace --locked --no-run
took "cargo test --workspace, running" cargo test --workspace --locked
printf '%-58s %5d MB\n' "target/debug after it" "$(du -sm target/debug | cut -f1)"
printf '%-58s %5d kB\n' "target/release/deckloom" $(($(stat -c %s target/release/deckloom) / 1000))
echo '// A line more.' >>engine/src/games/afrika/turn.rs
took "a line in engine/src/games/afrika/turn.rs, the engine's tests" cargo test -p engine --locked --no-run

#!/usr/bin/env bash
# Builds the Python package from the checkout, installs its wheel in a clean environment and tries it there: the tests, the speed of
# a decision, and the notebook with a small budget. It takes minutes, so it is no part of .ci/run.
#
#     scripts/check-python.sh [--no-speed] [--keep]
#
# --no-speed leaves the figures out; --keep uses the environment of the last run again. What it needs beside Rust and Python it
# installs there with pip.
set -euo pipefail
cd "$(dirname "$0")/.."

speed=yes keep=no
for word in "$@"; do
    case "$word" in
        --no-speed) speed=no ;;
        --keep) keep=yes ;;
        *) echo "check-python.sh: what is \`$word\`?" >&2; exit 2 ;;
    esac
done

room=$PWD/target/python
export CARGO_TARGET_DIR=$room
mkdir -p "$room"

echo "== the crate"
(cd python && cargo fmt --check && cargo clippy --release --quiet -- -D warnings)
if grep -rn --include='*.rs' 'unsafe' python/src; then
    echo "check-python.sh: there is unsafe code in python/src" >&2
    exit 1
fi

echo "== the wheel"
if [ ! -x "$room/build/bin/maturin" ]; then
    python3 -m venv "$room/build"
    "$room/build/bin/pip" install --quiet 'maturin>=1.9,<2'
fi
rm -rf "$room/wheels"
(cd python && "$room/build/bin/maturin" build --release --quiet --out "$room/wheels")
ls -l "$room/wheels"

echo "== a clean environment"
[ "$keep" = yes ] || rm -rf "$room/clean"
[ -d "$room/clean" ] || python3 -m venv "$room/clean"
python=$room/clean/bin/python
"$python" -m pip install --quiet --force-reinstall --no-deps "$room"/wheels/deckloom-*.whl
"$python" -m pip install --quiet numpy pytest pettingzoo gymnasium nbclient nbformat ipykernel
# Where there is no wheel of it for this machine, what is tried against it is left out.
"$python" -m pip install --quiet --only-binary :all: open_spiel==2.0.2 || echo "no open_spiel for this machine"
# From elsewhere, so that what is imported is what was installed.
cd "$room"
"$python" -c 'import deckloom; print(deckloom.__file__, [row["game"] for row in deckloom.games() if row["is_played"]])'

echo "== the tests"
"$python" -m pytest -q -x -p no:cacheprovider ../../python/tests

if [ "$speed" = yes ]; then
    echo "== the speed"
    "$python" ../../python/bench/speed.py --rounds 5
fi

echo "== the notebook"
DECKLOOM_GAMES=${DECKLOOM_GAMES:-40000} "$python" ../../python/examples/run_notebook.py ../../python/examples/train.ipynb "$room/train.ipynb"
echo "all is well"

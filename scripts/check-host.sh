#!/usr/bin/env bash
# Phones draft at a hosted table, two of them asleep for a while, the host killed once: scripts/check-host.sh PROGRAM [--phones N]
#
# Chromium and Playwright are installed where they are missing and apt and pip are there; with npm, axe looks for faults of accessibility; all traffic stays on this machine.
# More options: scripts/check-host.py --help.
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
python=target/check-host/bin/python
if ! command -v chromium > /dev/null || ! python3 -c 'import venv, ensurepip' 2> /dev/null; then
    sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q > /dev/null
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends chromium python3-venv > /dev/null
fi
if ! "$python" -c 'import playwright' 2> /dev/null; then
    python3 -m venv target/check-host
    "$python" -m pip install --quiet --disable-pip-version-check playwright
fi
axe=()
if command -v npm > /dev/null; then
    [ -e target/check-host/package/axe.min.js ] ||
        (cd target/check-host && tar xzf "$(npm pack --silent axe-core)")
    axe=(--axe target/check-host/package/axe.min.js)
fi
exec "$python" scripts/check-host.py "$program" "$@" "${axe[@]}"

#!/usr/bin/env bash
# Phones draft at a hosted table, two of them asleep for a while, the host killed once: scripts/check-host.sh PROGRAM [--phones N]
#
# Chromium and Playwright are installed where they are missing and apt and pip are there; all traffic stays on this machine.
# More options: scripts/check-host.py --help.
set -euo pipefail
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
exec "$python" scripts/check-host.py "$@"

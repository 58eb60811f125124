#!/usr/bin/env bash
# Eight phones draft at a hosted table, two of them asleep for a while, the host killed once: scripts/check-host.sh PROGRAM
#
# Needs Chromium and Playwright (`apt-get install chromium`, `pip install playwright`); all traffic stays on this machine.
# More options: scripts/check-host.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/check-host.py" "$@"

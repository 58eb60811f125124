#!/usr/bin/env bash
# What is behind: crates that have newer versions than Cargo.lock, and those that are built in several versions, with who asks
# for each. It changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "Newer versions (Updating: cargo update takes it; Unchanged: a requirement holds it back):"
cargo update --dry-run --verbose 2>&1 | grep -E '^ +(Updating|Unchanged|Adding|Removing) .*v[0-9]' || echo "    none"
echo
echo "In several versions:"
cargo tree -p deckloom -e normal,build -d --depth 1 --prefix depth | awk '
    /^0/ { crate = substr($0, 2); sub(/ \(.*/, "", crate); next }
    /^1/ { by = substr($0, 2); sub(/ \(.*/, "", by); if (!seen[crate by]++) who[crate] = who[crate] ", " by }
    END { for (crate in who) print "    " crate "  for " substr(who[crate], 3) }' | sort

#!/usr/bin/env bash
# The program as people get it: scripts/release.sh [FOLDER]
#
# Builds it with sounds and makes FOLDER/deckloom-VERSION-TARGET.tar.gz (dist/ without FOLDER) and its sum beside it: the program,
# desktop file, icon, manual pages, completions, licences, and what it is made of. PROFILE=dev packs a quick build.
# No path of this machine and no time of day goes in, so that the same sources and the same compiler give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
profile=${PROFILE:-release}
target=$(rustc -vV | sed -n 's/^host: //p')
built=${CARGO_TARGET_DIR:-target}/$([ "$profile" = dev ] && echo debug || echo "$profile")
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.lock)
export SOURCE_DATE_EPOCH

if [ "$profile" != dev ]; then
    # `trim-paths` would do this, once it is stable.
    export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=/deckloom --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
fi
cargo build --locked -p deckloom --features sound --profile "$profile"

version=$("$built/deckloom" --version | cut -d' ' -f2)
name=deckloom-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
install -Dm755 "$built/deckloom" "$top/bin/deckloom"
install -Dm644 app/share/deckloom.desktop "$top/share/applications/deckloom.desktop"
install -Dm644 app/share/deckloom.svg "$top/share/icons/hicolor/scalable/apps/deckloom.svg"
"$built/deckloom" manual "$work/manual"
install -Dm644 -t "$top/share/man/man1" "$work"/manual/man1/*
install -Dm644 "$work/manual/completions/deckloom.bash" "$top/share/bash-completion/completions/deckloom"
install -Dm644 "$work/manual/completions/_deckloom" "$top/share/zsh/site-functions/_deckloom"
install -Dm644 "$work/manual/completions/deckloom.fish" "$top/share/fish/vendor_completions.d/deckloom.fish"
install -Dm644 -t "$top" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE
install -Dm644 -t "$top/share/doc/deckloom/fonts" catalog/fonts/*.txt
scripts/materials.py "$target" "$top/share/doc/deckloom"
(cd "$top" && find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)

tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go-w -cf - "$name" |
    gzip -9n >"$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256" && cat "$name.tar.gz.sha256")

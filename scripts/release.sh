#!/usr/bin/env bash
# The program as people get it: scripts/release.sh [FOLDER]
#
# Builds it with sounds for Linux with glibc 2.28 or later, and packs it twice into FOLDER (dist/ without FOLDER), each with its sum
# beside it: deckloom-VERSION-TARGET.tar.xz and deckloom_VERSION-1_ARCHITECTURE.deb. Both hold the program, desktop file,
# AppStream metadata, icon, manual pages, completions, licences, and what it is made of. PROFILE=dev packs a quick build for
# this system's glibc.
# No path of this machine and no time of day goes in, so that the same sources and the same compiler give the same bytes.
# It brings cargo-zigbuild, zig and cargo-deb into target/tools by itself, and needs Python 3.11 or later (with venv), dpkg and xz.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
profile=${PROFILE:-release}
oldest_glibc=2.28
target=$(rustc -vV | sed -n 's/^host: //p')
targets=${CARGO_TARGET_DIR:-target}
tools=$(realpath -m "$targets/tools")
PATH=$tools/venv/bin:$tools/bin:$PATH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.lock)
export SOURCE_DATE_EPOCH

if ! command -v cargo-deb >/dev/null; then cargo install --quiet --locked --root "$tools" cargo-deb@3; fi
if [ "$profile" = dev ]; then
    built=$targets/debug
    cargo build --locked -p deckloom --features sound
else
    if ! [ -x "$tools/venv/bin/cargo-zigbuild" ]; then
        python3 -m venv "$tools/venv"
        pip install --quiet --disable-pip-version-check cargo-zigbuild==0.24.1 ziglang==0.17.1
    fi
    # `trim-paths` would do this, once it is stable.
    export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=/deckloom --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    built=$targets/$target/$profile
    cargo zigbuild --locked -p deckloom --features sound --profile "$profile" --target "$target.$oldest_glibc"
fi

version=$("$built/deckloom" --version | cut -d' ' -f2)
name=deckloom-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
install -Dm755 "$built/deckloom" "$top/bin/deckloom"
install -Dm644 app/share/deckloom.desktop "$top/share/applications/deckloom.desktop"
install -Dm644 app/share/deckloom.metainfo.xml "$top/share/metainfo/io.github.deckloom.Deckloom.metainfo.xml"
install -Dm644 app/share/deckloom.svg "$top/share/icons/hicolor/scalable/apps/deckloom.svg"
"$built/deckloom" manual "$work/manual"
install -Dm644 -t "$top/share/man/man1" "$work"/manual/man1/*
install -Dm644 "$work/manual/completions/deckloom.bash" "$top/share/bash-completion/completions/deckloom"
install -Dm644 "$work/manual/completions/_deckloom" "$top/share/zsh/site-functions/_deckloom"
install -Dm644 "$work/manual/completions/deckloom.fish" "$top/share/fish/vendor_completions.d/deckloom.fish"
install -Dm644 -t "$top/share/doc/deckloom/fonts" catalog/fonts/*.txt
scripts/materials.py "$target" "$top/share/doc/deckloom"

# What cargo-deb packs; Debian keeps the completions of zsh elsewhere, and its manual pages compressed.
package=$built/package
rm -rf "$package"
cp -r "$top" "$package"
mv "$package/share/zsh/site-functions" "$package/share/zsh/vendor-completions"
gzip -9n "$package"/share/man/man1/*.1
gzip -9nc CHANGELOG.md >"$package/share/doc/deckloom/changelog.gz"
gzip -9n >"$package/share/doc/deckloom/changelog.Debian.gz" <<END
deckloom ($version-1) unstable; urgency=medium

  * Version $version; changelog.gz beside this file says what changed.

 -- The Deckloom developers <maintainers@deckloom.invalid>  $(LC_ALL=C date -R -u -d "@$SOURCE_DATE_EPOCH")
END
find "$package" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
cargo deb --quiet --locked --offline --no-build --no-strip -p deckloom --profile "$profile" \
    $([ "$profile" = dev ] || echo --target "$target") --output "$dist"

install -Dm644 -t "$top" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE
(cd "$top" && find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go-w -cf - "$name" |
    xz --x86 --lzma2=preset=9e >"$dist/$name.tar.xz"

cd "$dist"
for file in "$name.tar.xz" deckloom_"$version"-1_*.deb; do
    sha256sum "$file" >"$file.sha256"
    cat "$file.sha256"
done

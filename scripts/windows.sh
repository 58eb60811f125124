#!/usr/bin/env bash
# The program for Windows, built and tried on Debian: scripts/windows.sh [FOLDER]
#
# Makes the archive and the installer for x86_64-pc-windows-gnu in FOLDER (dist/ without FOLDER), and runs the command line of
# both under Wine. rustup's standard library for Windows is not needed: Debian's rustc-web brings the library's source, which is built along
# (-Zbuild-std), and mingw links it. PROFILE=dev tries a quick build. Needs root or sudo for apt the first time.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
profile=${PROFILE:-release}
target=x86_64-pc-windows-gnu
built=${CARGO_TARGET_DIR:-target}/$target/$([ "$profile" = dev ] && echo debug || echo "$profile")

packages=()
need() { [ -e "$1" ] || packages+=("$2"); }
need /usr/lib/rustlib/src/rust/library/std/Cargo.toml rust-web-src
need /usr/lib/rustlib/x86_64-unknown-linux-gnu/lib rustc-web
need /usr/bin/x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need /usr/lib/wine/wine64 wine64
need /usr/bin/wine wine
need /usr/bin/zip zip
need /usr/bin/unzip unzip
need /usr/bin/makensis nsis
if [ ${#packages[@]} -gt 0 ]; then
    sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${packages[@]}" >/dev/null
fi

[ "$profile" != dev ] || export CARGO_PROFILE_DEV_DEBUG=0
# Debian's compiler is a stable one, which takes -Z only when it is told so.
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=/deckloom --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 cargo build -Zbuild-std=std,panic_unwind --locked --profile "$profile" --target "$target" \
    -p deckloom -p launcher
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
packaging/windows/pack.sh "$built" "$version" "$target" "$dist"

# The archive, in a folder whose name has a space and no letter of English, as a person without anything.
room=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEPREFIX=$room/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
trap 'wineserver -k 2>/dev/null || true; rm -rf "$room"' EXIT
wine=$(command -v wine || echo /usr/lib/wine/wine64)
"$wine" wineboot -i >/dev/null 2>&1
mkdir "$room/Spiele für Öde"
cd "$room/Spiele für Öde"
unzip -q "$dist/deckloom-$version-$target.zip"
mv "deckloom-$version-$target" Deckloom
fail() { echo "windows: $1" >&2; exit 1; }
deckloom() { echo "> deckloom $*"; "$wine" "${program:-Deckloom/deckloom.exe}" "$@" </dev/null | tr -d '\r' | head -n 12; }
deckloom --version
deckloom deck check chronx/corporate
deckloom deck new Öde --from chronx/corporate
deckloom deck edit Öde --add '2 Audit Drone'
deckloom deck undo Öde
deckloom draft afrika/cosmic-draft --seats 8 --seed 7 --auto
deckloom library check
deckloom library where

echo "> $(basename "$dist/deckloom-$version-$target-setup.exe") /S"
"$wine" "$dist/deckloom-$version-$target-setup.exe" /S
home=$(find "$WINEPREFIX/drive_c/users" -path '*/Local/Programs/Deckloom' -prune)
[ -s "$home/deckloom-window.exe" ] || fail "the installer installs nothing"
find "$WINEPREFIX/drive_c/users" -name Deckloom.lnk | grep -q . || fail "nothing is in the Start menu"
program=$home/deckloom.exe deckloom library check
"$wine" "$home/uninstall.exe" /S
for _ in $(seq 100); do [ -e "$home" ] || break; sleep 0.1; done
[ ! -e "$home" ] || fail "the uninstaller leaves $(ls "$home")"
find "$WINEPREFIX/drive_c/users" -name library.db | grep -q . || fail "the uninstaller took the library away"
echo "windows: works under Wine ($(stat -c %s "$dist/deckloom-$version-$target.zip") bytes, \
$(stat -c %s "$dist/deckloom-$version-$target-setup.exe") bytes as an installer)"

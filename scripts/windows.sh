#!/usr/bin/env bash
# The program for Windows, built and tried on Debian: scripts/windows.sh [FOLDER]
#
# Makes FOLDER/deckloom-VERSION-x86_64-pc-windows-gnu.zip (dist/ without FOLDER) and runs the command line in it under Wine. rustup's
# standard library for Windows is not needed: Debian's rustc-web brings the library's source, which is built along
# (-Zbuild-std), and mingw links it. Needs root or sudo for apt the first time.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
target=x86_64-pc-windows-gnu
built=${CARGO_TARGET_DIR:-target}/$target/release

packages=()
need() { [ -e "$1" ] || packages+=("$2"); }
need /usr/lib/rustlib/src/rust/library/std/Cargo.toml rust-web-src
need /usr/lib/rustlib/x86_64-unknown-linux-gnu/lib rustc-web
need /usr/bin/x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need /usr/lib/wine/wine64 wine64
need /usr/bin/zip zip
if [ ${#packages[@]} -gt 0 ]; then
    sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${packages[@]}" >/dev/null
fi

# Debian's compiler is a stable one, which takes -Z only when it is told so.
export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
cargo build -Zbuild-std=std,panic_unwind --locked --release --target "$target" -p deckloom

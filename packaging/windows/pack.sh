#!/usr/bin/env bash
# The archive and the installer for Windows: packaging/windows/pack.sh PROGRAMS VERSION TARGET FOLDER
#
# PROGRAMS holds deckloom.exe and deckloom-window.exe. Makes FOLDER/deckloom-VERSION-TARGET.zip and -setup.exe beside it. Needs zip and
# makensis (NSIS), which Debian and Ubuntu have.
set -euo pipefail
programs=$(realpath "$1") version=$2 target=$3
mkdir -p "$4"
dist=$(realpath "$4")
cd "$(dirname "$0")/../.."
name=deckloom-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
mkdir "$top"
cp "$programs/deckloom.exe" "$programs/deckloom-window.exe" packaging/windows/deckloom.ico "$top/"
for text in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
    # As editors of Windows like it best.
    sed 's/$/\r/' "$text" >"$top/${text%.md}.txt"
done
cp catalog/fonts/OFL.txt "$top/OFL.txt"
scripts/materials.py "$target" "$top"
find "$top" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" {} +
rm -f "$dist/$name.zip"
(cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -9 -q -X -@ "$dist/$name.zip")
makensis -V2 -NOCD "-DVERSION=$version" "-DFILES=$top" "-DOUT=$dist/$name-setup.exe" packaging/windows/deckloom.nsi
cd "$dist"
for file in "$name.zip" "$name-setup.exe"; do sha256sum "$file" | tee "$file.sha256"; done

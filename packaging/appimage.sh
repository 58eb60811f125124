#!/usr/bin/env bash
# An AppImage out of an archive of scripts/release.sh: packaging/appimage.sh ARCHIVE [FOLDER]
#
# Lays out the AppDir, tries the program in it, and packs it with appimagetool, which has to be in the PATH.
set -euo pipefail
archive=$(realpath "$1")
folder=$(realpath "${2:-.}")
name=$(basename "$archive" .tar.xz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xf "$archive"
app=$work/Deckloom.AppDir
mkdir "$app"
mv "$work/$name" "$app/usr"
cp "$app/usr/share/applications/deckloom.desktop" "$app/usr/share/icons/hicolor/scalable/apps/deckloom.svg" "$app/"
# Tools for AppImages look for the metadata under the name of the desktop file.
cp "$app"/usr/share/metainfo/*.metainfo.xml "$app/usr/share/metainfo/deckloom.appdata.xml"
ln -s deckloom.svg "$app/.DirIcon"
ln -s usr/bin/deckloom "$app/AppRun"
"$app/AppRun" --version
"$app/AppRun" --library "$work/library.db" deck check chronx/corporate >/dev/null
echo "the AppDir works ($(du -sh "$app" | cut -f1))"
command -v appimagetool >/dev/null || { echo "appimage: appimagetool is not in the PATH, so nothing is packed" >&2; exit 1; }
ARCH=${name##*-"$("$app/AppRun" --version | cut -d' ' -f2)"-}
ARCH=${ARCH%%-*} appimagetool "$app" "$folder/$name.AppImage"

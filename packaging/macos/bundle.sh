#!/usr/bin/env bash
# Deckloom.app for both kinds of Mac, on a Mac: packaging/macos/bundle.sh VERSION FOLDER
#
# Takes the programs that were built for aarch64-apple-darwin and x86_64-apple-darwin, and makes FOLDER/deckloom-VERSION-universal-apple-darwin.zip.
# Where the variables MACOS_… of the release workflow are set, the app is signed with that certificate and notarized;
# otherwise it is signed ad hoc.
set -euo pipefail
version=$1
mkdir -p "$2"
dist=$(cd "$2" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
keychain=$work/deckloom.keychain-db
trap 'security delete-keychain "$keychain" 2>/dev/null || true; rm -rf "$work"' EXIT
app=$work/Deckloom.app
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
lipo -create -output "$app/Contents/MacOS/deckloom" \
    target/aarch64-apple-darwin/release/deckloom target/x86_64-apple-darwin/release/deckloom
sed "s/@VERSION@/$version/" packaging/macos/Info.plist >"$app/Contents/Info.plist"
plutil -lint "$app/Contents/Info.plist"
cp LICENSE-MIT LICENSE-APACHE catalog/fonts/OFL.txt "$app/Contents/Resources/"
scripts/materials.py aarch64-apple-darwin "$app/Contents/Resources"

icons=$work/deckloom.iconset
mkdir "$icons"
for side in 16 32 128 256 512; do
    sips -z $side $side packaging/macos/icon.png --out "$icons/icon_${side}x$side.png" >/dev/null
    sips -z $((2 * side)) $((2 * side)) packaging/macos/icon.png --out "$icons/icon_${side}x$side@2x.png" >/dev/null
done
iconutil -c icns "$icons" -o "$app/Contents/Resources/deckloom.icns"

if [ -n "${MACOS_CERTIFICATE:-}" ]; then
    base64 --decode <<<"$MACOS_CERTIFICATE" >"$work/certificate.p12"
    password=$(uuidgen)
    security create-keychain -p "$password" "$keychain"
    security unlock-keychain -p "$password" "$keychain"
    security import "$work/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
    security list-keychains -d user -s "$keychain" login.keychain-db
    codesign --force --options runtime --timestamp --keychain "$keychain" --sign "$MACOS_IDENTITY" "$app"
else
    codesign --force --sign - "$app"
fi
codesign --verify --strict "$app"
zip=$dist/deckloom-$version-universal-apple-darwin.zip
ditto -c -k --keepParent "$app" "$zip"
if [ -n "${MACOS_CERTIFICATE:-}" ] && [ -n "${MACOS_NOTARY_KEY:-}" ]; then
    base64 --decode <<<"$MACOS_NOTARY_KEY" >"$work/key.p8"
    xcrun notarytool submit "$zip" --key "$work/key.p8" --key-id "$MACOS_NOTARY_KEY_ID" --issuer "$MACOS_NOTARY_ISSUER" --wait
    xcrun stapler staple "$app"
    ditto -c -k --keepParent "$app" "$zip"
fi
"$app/Contents/MacOS/deckloom" --library "$work/library.db" deck check chronx/corporate >/dev/null
shasum -a 256 "$zip"

#!/usr/bin/env bash
# Whether an archive of scripts/release.sh works where nothing else of Deckloom is: scripts/release-check.sh ARCHIVE
set -euo pipefail
archive=$(realpath "$1")
here=$(realpath "$(dirname "$0")/..")
(cd "$(dirname "$archive")" && sha256sum --quiet -c "$(basename "$archive").sha256")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
tar -C "$room" -xzf "$archive"
cd "$room"/deckloom-*
sha256sum --quiet -c SHA256SUMS
fail() { echo "release-check: $1" >&2; exit 1; }

# An empty home, no variables, no data but those in the program.
mkdir "$room/home"
run() { env -i HOME="$room/home" PATH=/usr/bin:/bin ./bin/deckloom "$@"; }
version=$(run --version)
[[ $PWD == */"${version/ /-}"-* ]] || fail "the archive is called otherwise than its program: $version"
games=$(run games)
for game in chronx afrika; do [[ ${games,,} == *$game* ]] || fail "no $game among the games"; done
run deck check chronx/corporate >/dev/null || fail "a starter deck is not legal"
printf 'game = "chronx"\nformat = "constructed"\nname = "x"\n[sections]\nmain = ["60 Dig In"]\n' >"$room/bad.toml"
if run deck check "$room/bad.toml" >"$room/said"; then fail "sixty copies are legal"; fi
grep -q . "$room/said" || fail "nothing is said of sixty copies"

for page in deckloom deckloom-deck; do
    [ -s "share/man/man1/$page.1" ] || fail "there is no manual page $page"
done
grep -q 'deck check' <(tr '\n' ' ' <share/man/man1/deckloom-deck-check.1) || fail "the manual does not know deck check"
bash -n share/bash-completion/completions/deckloom || fail "bash does not read its completions"
for file in share/zsh/site-functions/_deckloom share/fish/vendor_completions.d/deckloom.fish \
    share/icons/hicolor/scalable/apps/deckloom.svg LICENSE-MIT LICENSE-APACHE README.md; do
    [ -s "$file" ] || fail "there is no $file"
done
grep -q '^Exec=deckloom$' share/applications/deckloom.desktop || fail "the desktop file starts something else"
python3 -c 'import json,sys; b=json.load(open(sys.argv[1])); assert b["bomFormat"]=="CycloneDX" and len(b["components"])>100' \
    share/doc/deckloom/sbom.cdx.json || fail "the bill of materials cannot be read"
grep -q '"name": "pulseaudio"' share/doc/deckloom/sbom.cdx.json || fail "the program was built without sounds"
if grep -aqF "$here/" bin/deckloom; then fail "the program holds paths of its builder"; fi
echo "$(basename "$archive"): $version works on its own ($(du -h "$archive" | cut -f1), $(find . -type f | wc -l) files)"

#!/usr/bin/env bash
# The documentation as a site: scripts/site.sh [FOLDER]
#
# Builds FOLDER (target/site without it) with mdBook out of docs/, data/README.md, the other pages that docs/SUMMARY.md lists, and
# the manual pages of the program, and checks every link in it. It brings mdBook into target/tools by itself, which takes
# some minutes once, and needs groff for the manual.
set -euo pipefail
cd "$(dirname "$0")/.."
targets=$(realpath -m "${CARGO_TARGET_DIR:-target}")
site=$(realpath -m "${1:-$targets/site}")
PATH=$targets/tools/bin:$PATH
scripts/check-docs.py
if ! command -v mdbook >/dev/null; then cargo install --quiet --locked --root "$targets/tools" mdbook@0.5; fi
if ! command -v groff >/dev/null; then
    sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends groff-base >/dev/null
fi
[ -x "$targets/release/deckloom" ] || cargo build --release --locked

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/pages"
git ls-files -co --exclude-standard '*.md' docs examples catalog/fonts/OFL.txt |
    xargs -d '\n' cp --parents -t "$work/pages"
mv "$work/pages/docs/book.toml" "$work/"
# The contents stand in docs/; here they stand above it.
sed -E 's#\]\(#](docs/#; s#\(docs/\.\./#(#' docs/SUMMARY.md >"$work/pages/SUMMARY.md"
rm "$work/pages/docs/SUMMARY.md"

"$targets/release/deckloom" manual "$work/manual"
mkdir "$work/pages/manual"
printf '\n# Manual pages\n\n' >>"$work/pages/SUMMARY.md"
for page in "$work"/manual/man1/*.1; do
    name=$(basename "$page" .1)
    {
        printf '# %s\n\n~~~text\n' "${name//-/ }"
        # Without underlines, backspaces and the head and foot of a printed page.
        groff -man -Tutf8 -rLL=100n -rHY=0 -dAD=l -P-cbou "$page" | sed '1d;$d'
        printf '~~~\n'
    } >"$work/pages/manual/$name.md"
    printf -- '- [%s](manual/%s.md)\n' "${name//-/ }" "$name" >>"$work/pages/SUMMARY.md"
done
mdbook build --dest-dir "$work/site" "$work"
rm -rf "$site"
mkdir -p "$(dirname "$site")"
mv "$work/site" "$site"
scripts/check-docs.py --site "$site"

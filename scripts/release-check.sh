#!/usr/bin/env bash
# Whether what scripts/release.sh made works where nothing else of Deckloom is: scripts/release-check.sh FILE…
#
# FILE is an archive or a Debian package. Each is read through here and then tried in an empty system (debootstrap) by a user who
# has nothing: a package in Debian 12, an archive in Debian 11, the oldest that Debian's mirrors still have. Needs root and
# apt; --here leaves the empty systems out. What it lacks of tools it installs.
set -euo pipefail
here=$(realpath "$(dirname "$0")/..")
roots=$(realpath -m "${CARGO_TARGET_DIR:-$here/target}/roots")
newest_glibc=2.28
most_bytes=15000000
fail() { echo "release-check: $1" >&2; exit 1; }
in_roots=1
if [ "${1:-}" = --here ]; then in_roots=0; shift; fi
[ $# -gt 0 ] || fail "no file is named"
files=()
for file in "$@"; do files+=("$(realpath "$file")"); done
. "$here/scripts/x11.sh"

room=$(mktemp -d)
root=$room/root
end() {
    kill "${program_pid:-}" "${SCREEN_PID:-}" 2>/dev/null || true
    for mounted in "$root/proc" "$root/tmp/.X11-unix"; do
        ! mountpoint -q "$mounted" || umount -l "$mounted"
    done
    rm -rf --one-file-system "$room"
}
trap end EXIT

# need COMMAND PACKAGE…
need() {
    command -v "$1" >/dev/null && return
    [ -n "${is_updated:-}" ] || apt-get update -q >/dev/null
    is_updated=1
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${@:2}" >/dev/null
}

# What is the same of both, in a folder with bin/ and share/.
check_tree() {
    need objdump binutils
    need desktop-file-validate desktop-file-utils
    need appstreamcli appstream
    local page file asked
    for page in deckloom deckloom-deck; do
        [ -s "share/man/man1/$page.1" ] || fail "there is no manual page $page"
    done
    grep -q 'deck check' <(tr '\n' ' ' <share/man/man1/deckloom-deck-check.1) || fail "the manual does not know deck check"
    bash -n share/bash-completion/completions/deckloom || fail "bash does not read its completions"
    for file in share/fish/vendor_completions.d/deckloom.fish share/icons/hicolor/scalable/apps/deckloom.svg \
        share/doc/deckloom/third-party.txt; do
        [ -s "$file" ] || fail "there is no $file"
    done
    desktop-file-validate share/applications/deckloom.desktop || fail "the desktop file is wrong"
    grep -q '^Exec=deckloom$' share/applications/deckloom.desktop || fail "the desktop file starts something else"
    appstreamcli validate --no-net share/metainfo/*.metainfo.xml >&2 || fail "the AppStream metadata are wrong"
    python3 -c 'import json,sys; b=json.load(open(sys.argv[1])); assert b["bomFormat"]=="CycloneDX" and len(b["components"])>100' \
        share/doc/deckloom/sbom.cdx.json || fail "the bill of materials cannot be read"
    grep -q '"name": "pulseaudio"' share/doc/deckloom/sbom.cdx.json || fail "the program was built without sounds"
    if grep -aqF "$here/" bin/deckloom; then fail "the program holds paths of its builder"; fi
    asked=$(objdump -T bin/deckloom | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
    [ "$(printf '%s\n' "$asked" "GLIBC_$newest_glibc" | sort -V | tail -n 1)" = "GLIBC_$newest_glibc" ] ||
        fail "the program needs $asked"
    echo "$name: symbols up to $asked"
}

# What the program must do; `run` is the command that starts it.
check_program() {
    local games game
    version=$("${run[@]}" --version)
    version=${version#deckloom }
    [[ $name == *[-_]"$version"-* ]] || fail "$name is called otherwise than its program: $version"
    games=$("${run[@]}" games)
    for game in chronx afrika; do [[ ${games,,} == *$game* ]] || fail "no $game among the games"; done
    "${run[@]}" deck check chronx/corporate >/dev/null || fail "a starter deck is not legal"
    printf 'game = "chronx"\nformat = "constructed"\nname = "x"\n[sections]\nmain = ["60 Dig In"]\n' >"$room/bad.toml"
    if "${run[@]}" deck check - <"$room/bad.toml" >"$room/said"; then fail "sixty copies are legal"; fi
    grep -q . "$room/said" || fail "nothing is said of sixty copies"
    "${run[@]}" deck new Mine --from chronx/corporate >/dev/null || fail "no deck can be saved"
    "${run[@]}" library check >/dev/null || fail "the library is not sound"
}

# The window: it shows something and closes with 0.
check_window() {
    local window code=0 colours
    "${run[@]}" >"$room/window.out" 2>&1 &
    program_pid=$!
    window=$(wait_window Deckloom 30) || { cat "$room/window.out" >&2; fail "no window"; }
    sleep 3
    import -window root "$room/window.png"
    colours=$(identify -format %k "$room/window.png")
    [ "$colours" -ge 200 ] || fail "the window looks blank: $colours colours"
    xdotool windowfocus --sync "$window" key --clearmodifiers ctrl+q
    for _ in $(seq 100); do
        kill -0 "$program_pid" 2>/dev/null || break
        sleep 0.1
    done
    if kill -0 "$program_pid" 2>/dev/null; then fail "the window does not close"; fi
    wait "$program_pid" || code=$?
    [ "$code" = 0 ] || { cat "$room/window.out" >&2; fail "the window ended with $code"; }
    echo "$name: in $system of an empty root, a deck checked and a window of $colours colours"
}

# enter_root SUITE PACKAGES: a system with these packages and a user in $root. It is kept without the user.
enter_root() {
    local kept mirror
    kept=$roots/$1-$(printf %s "$2" | sha256sum | head -c 8).tar
    if ! [ -s "$kept" ]; then
        need debootstrap debootstrap debian-archive-keyring
        mirror=$(apt-cache policy | grep -om 1 'http[^ ]*/debian ') || true
        mkdir -p "$roots"
        debootstrap --variant=minbase --include="$2" "$1" "$room/new" ${mirror:+"${mirror% }"} >"$room/debootstrap.log" ||
            { tail -n 5 "$room/debootstrap.log" >&2; fail "no empty system of $1"; }
        tar -C "$room/new" -cf "$kept.new" .
        mv "$kept.new" "$kept"
        rm -rf --one-file-system "$room/new"
    fi
    mkdir "$root"
    tar -C "$root" -xf "$kept"
    mkdir -p "$root/tmp/.X11-unix"
    mount -t proc proc "$root/proc"
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    chroot "$root" useradd --create-home player
    system="Debian $(cat "$root/etc/debian_version")"
    inside=(chroot "--userspec=player:player" "$root" env -i HOME=/home/player
        PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games "DISPLAY=$DISPLAY")
}

leave_root() {
    umount "$root/proc" "$root/tmp/.X11-unix"
    rm -rf --one-file-system "$root"
}

# Every file of the system but what dpkg keeps for itself.
listed() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./home -o -path ./var/log -o -path ./var/lib/dpkg \) \
        -prune -o -print | LC_ALL=C sort)
}

check_archive() {
    tar -C "$room" -xf "$1"
    cd "$room/${name%.tar.xz}"
    sha256sum --quiet -c SHA256SUMS
    [ "$size" -le "$most_bytes" ] || fail "$name has $size bytes, more than $most_bytes"
    for file in share/zsh/site-functions/_deckloom LICENSE-MIT LICENSE-APACHE README.md; do
        [ -s "$file" ] || fail "there is no $file"
    done
    check_tree
    # An empty home, no variables, no data but those in the program.
    mkdir "$room/home"
    run=(env -i "HOME=$room/home" "PATH=/usr/bin:/bin" ./bin/deckloom)
    check_program
    [ "$in_roots" = 1 ] || return 0
    enter_root bullseye libx11-6,libx11-xcb1,libxcursor1,libxi6,libxkbcommon-x11-0
    cp -r . "$root/home/player/deckloom"
    run=("${inside[@]}" /home/player/deckloom/bin/deckloom)
    check_program
    check_window
    leave_root
}

check_package() {
    local needed
    need lintian lintian
    lintian --fail-on error "$1" || fail "lintian finds errors"
    dpkg-deb -x "$1" "$room/tree"
    cd "$room/tree/usr"
    gunzip share/man/man1/*.gz
    # Where Debian has games.
    mv games bin
    [ -s share/zsh/vendor-completions/_deckloom ] && [ -s share/doc/deckloom/copyright ] || fail "files are missing"
    check_tree
    [ "$in_roots" = 1 ] || return 0
    needed=$(dpkg-deb -f "$1" Depends | sed 's/ ([^)]*)//g; s/ //g')
    enter_root bookworm "$needed"
    listed >"$room/before"
    cp "$1" "$root/tmp/$name"
    chroot "$root" dpkg -i "/tmp/$name" >/dev/null || fail "dpkg does not install it"
    run=("${inside[@]}" deckloom)
    check_program
    check_window
    chroot "$root" dpkg -P deckloom >/dev/null || fail "dpkg does not remove it"
    listed >"$room/after"
    diff "$room/before" "$room/after" || fail "dpkg -P leaves something behind"
    echo "$name: dpkg -P leaves nothing"
    leave_root
}

if [ "$in_roots" = 1 ]; then
    [ "$(id -u)" = 0 ] || fail "an empty system needs root; --here does without"
    need_x11
    start_screen 1280 800
fi
for file in "${files[@]}"; do
    name=$(basename "$file")
    size=$(stat -c %s "$file")
    (cd "$(dirname "$file")" && sha256sum --quiet -c "$name.sha256")
    case $name in
        *.tar.xz) check_archive "$file" ;;
        *.deb) check_package "$file" ;;
        *) fail "$name is neither an archive nor a package" ;;
    esac
    echo "$name: works on its own ($size bytes, $(find . -type f | wc -l) files)"
done

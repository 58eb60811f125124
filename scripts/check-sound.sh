#!/usr/bin/env bash
# Whether a program with sounds starts where there are none: scripts/check-sound.sh [PROGRAM]
#
# Without PROGRAM it lints and builds one. It may need no sound library, and must play a match with a sound server that is missing, and
# with one that never answers. Where PulseAudio is installed, a server of its own hears the match, and how loud it is.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/x11.sh
if [ $# = 0 ]; then
  cargo clippy -p deckloom --all-targets --features sound --locked -- -D warnings
  cargo build --locked -p deckloom --features sound
  set -- "${CARGO_TARGET_DIR:-target}/debug/deckloom"
fi
program=$(realpath "$1")
fail() { echo "check-sound: $1" >&2; exit 1; }

libraries='libasound|libpulse|libjack|libpipewire'
if readelf -d "$program" | grep -E "NEEDED.*($libraries)"; then fail "the program needs a sound library"; fi

need_x11
work=$(mktemp -d)
start_screen 1280 800
trap 'kill "${program_pid:-}" "${server_pid:-}" "${recorder_pid:-}" "$SCREEN_PID" 2>/dev/null || true; rm -rf "$work"' EXIT
# The server and those who speak to it share a cookie in their home.
export HOME=$work
unset PULSE_SERVER PULSE_RUNTIME_PATH PULSE_COOKIE
export XDG_RUNTIME_DIR=$work/run
mkdir -m 700 "$XDG_RUNTIME_DIR"

# play NAME: the first turns of a match by keys; the window must live, answer its keys and close with 0.
play() {
  local window code=0
  "$program" --library "$work/$1.db" --game chronx --screen play --play constructed --seed 3 >"$work/$1.out" 2>&1 &
  program_pid=$!
  window=$(wait_window Deckloom 60) || { cat "$work/$1.out" >&2; exit 1; }
  sleep 2
  xdotool mousemove 700 12 windowfocus --sync "$window"
  for _ in $(seq 12); do
    xdotool key Return
    sleep 0.4
  done
  if grep -E "$libraries" "/proc/$program_pid/maps"; then fail "$1: a sound library was loaded"; fi
  grep -qx sounds /proc/"$program_pid"/task/*/comm || fail "$1: nothing was played"
  xdotool key --clearmodifiers ctrl+q
  for _ in $(seq 50); do
    kill -0 "$program_pid" 2>/dev/null || break
    sleep 0.1
  done
  if kill -0 "$program_pid" 2>/dev/null; then fail "$1: the window did not close"; fi
  wait "$program_pid" || code=$?
  [ "$code" = 0 ] && ! grep -q panicked "$work/$1.out" || { cat "$work/$1.out" >&2; fail "$1: it ended with $code"; }
  echo "check-sound: $1: a match goes on"
}

play missing

mkdir "$XDG_RUNTIME_DIR/pulse"
python3 -c 'import socket, sys, time
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(9); time.sleep(600)' "$XDG_RUNTIME_DIR/pulse/native" &
server_pid=$!
play mute
kill "$server_pid"
rm -r "$XDG_RUNTIME_DIR/pulse"

if command -v pulseaudio >/dev/null && command -v parec >/dev/null; then
  pulseaudio -n --daemonize=no --exit-idle-time=-1 --disable-shm=yes -L "module-null-sink sink_name=none" \
    -L module-native-protocol-unix >"$work/server.out" 2>&1 &
  server_pid=$!
  for _ in $(seq 50); do [ -S "$XDG_RUNTIME_DIR/pulse/native" ] && break; sleep 0.1; done
  parec -d none.monitor --raw --rate=48000 --channels=1 --format=float32le >"$work/heard" 2>/dev/null &
  recorder_pid=$!
  play heard
  kill "$recorder_pid" "$server_pid" || true
  python3 - "$work/heard" <<'END' || fail "a server heard something else"
import array, sys
heard = array.array("f", open(sys.argv[1], "rb").read())
peak = max(map(abs, heard), default=0)
print(f"check-sound: heard: {len(heard) / 48000:.1f} s, at most {peak:.3f} of full scale")
sys.exit(not 0.03 < peak < 0.3)
END
fi
echo "check-sound: $(basename "$program") needs no sound library, device or server"

# Sourced by the scripts that need a screen: installs what is missing where apt is there, and starts one.
# start_screen WIDTH HEIGHT sets DISPLAY and SCREEN_PID.

need_x11() {
  local missing=0
  for tool in Xvfb xdotool import; do command -v "$tool" >/dev/null || missing=1; done
  ldconfig -p | grep -q libxkbcommon-x11.so.0 || missing=1
  [ "$missing" = 1 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "Xvfb, xdotool and ImageMagick are needed for this, and there is no apt-get to install them" >&2
    return 1
  fi
  local sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends \
    xvfb xdotool imagemagick libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 >/dev/null
}

start_screen() {
  local told
  told=$(mktemp)
  # The server takes a free number itself, and stays as it is when its last window closes.
  Xvfb -displayfd 3 -screen 0 "$1x$2x24" -nolisten tcp -noreset 3>"$told" >/dev/null 2>&1 &
  SCREEN_PID=$!
  # Pictures and tours are in English, whatever this machine speaks.
  export LC_ALL=C
  unset WAYLAND_DISPLAY
  for _ in $(seq 100); do
    [ -s "$told" ] && break
    sleep 0.1
  done
  DISPLAY=":$(cat "$told")"
  export DISPLAY
  rm -f "$told"
  xdotool getdisplaygeometry >/dev/null 2>&1 && return 0
  echo "the screen did not start" >&2
  return 1
}

# wait_window NAME SECONDS prints the window's id.
wait_window() {
  local window
  for _ in $(seq $(($2 * 10))); do
    window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1)
    [ -n "$window" ] && { echo "$window"; return 0; }
    sleep 0.1
  done
  echo "no window named $1 after $2 seconds" >&2
  return 1
}

# measure_rest PID sets `idle`, the processor's milliseconds of a program in 4 s, and `memory`, what it holds in MiB.
measure_rest() {
  local before
  before=$(awk '{ print $14 + $15 }' "/proc/$1/stat")
  sleep 4
  idle=$((($(awk '{ print $14 + $15 }' "/proc/$1/stat") - before) * 10))
  memory=$(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$1/status")
}

# settle FILE waits until the screen shows the same twice, and leaves the picture there.
settle() {
  local before="" now
  for _ in $(seq 60); do
    sleep 0.5
    import -window root "$1"
    now=$(identify -format '%#' "$1")
    [ "$now" = "$before" ] && return 0
    before=$now
  done
  echo "the window never rests" >&2
  return 1
}

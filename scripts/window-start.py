#!/usr/bin/env python3
"""How long until the window shows its cards and has answered a key: scripts/window-start.py PROGRAM [ARGUMENTS…]

On the display at hand, which must show nothing else. Prints milliseconds from starting the process until the middle of the
window is no longer of one colour, and until it has changed after a key (End) that is pressed at that moment.
"""

import ctypes
import subprocess
import sys
import time

X = ctypes.CDLL("libX11.so.6")
X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
X.XDefaultRootWindow.restype = ctypes.c_ulong
X.XGetImage.restype = ctypes.c_void_p
X.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 2 + [ctypes.c_ulong, ctypes.c_int]
X.XDestroyImage.argtypes = [ctypes.c_void_p]
PIXMAP, ALL_PLANES = 2, 0xFFFFFFFF
# A strip through the list of cards, in a window of 1280 by 800.
STRIP = (420, 300, 500, 40)


class Image(ctypes.Structure):
    """The head of XImage."""

    _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")] + [("data", ctypes.c_void_p)]


def strip(display, root):
    at = X.XGetImage(display, root, *STRIP, ALL_PLANES, PIXMAP)
    image = ctypes.cast(at, ctypes.POINTER(Image)).contents
    seen = ctypes.string_at(image.data, image.width * image.height * 4)
    X.XDestroyImage(at)
    return seen


def wait(display, root, wanted):
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if wanted(strip(display, root)):
            return
        time.sleep(0.002)
    sys.exit("the window shows nothing")


def main():
    display = X.XOpenDisplay(None)
    root = X.XDefaultRootWindow(display)
    begun = time.monotonic()
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # Cards have many colours, an empty window one.
        wait(display, root, lambda seen: len({seen[at : at + 4] for at in range(0, len(seen), 64)}) > 8)
        drawn = time.monotonic()
        before = strip(display, root)
        window = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Deckloom"], capture_output=True, text=True)
        pressed = time.monotonic()
        subprocess.run(["xdotool", "windowfocus", window.stdout.split()[0], "key", "--clearmodifiers", "End"], check=True)
        wait(display, root, lambda seen: seen != before)
        answered = time.monotonic()
    finally:
        program.kill()
    print(f"{(drawn - begun) * 1000:.0f} ms until cards are drawn, {(answered - pressed) * 1000:.0f} ms from a key to its answer")


main()

#!/usr/bin/env python3
"""Whether the commands of docs/commands.md run as they are printed: scripts/check-commands.py PROGRAM

Every line of its blocks marked `sh` is run by bash, in order, in an empty folder with an empty home. It must end with 0, or as its
remark says: "exits with 1". A line that asks gets no answers, and one that hosts is ended by Ctrl+C as soon as it says where.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

MOST_SECONDS = 120
root = pathlib.Path(__file__).resolve().parent.parent
program = pathlib.Path(sys.argv[1]).resolve()
page = (root / "docs/commands.md").read_text()
blocks = re.findall(r"^```sh\n(.*?)^```$", page, flags=re.M | re.S)
lines = [line for block in blocks for line in block.splitlines() if line.strip() and not line.startswith("#")]


def ended(process):
    """Waits for the end: what was said, and the exit code. One that hosts is ended, which is as good as 0."""
    out, hosts = b"", False
    while line := process.stdout.readline():
        out += line
        if line.strip().startswith(b"To join, open"):
            hosts = True
            os.killpg(process.pid, signal.SIGINT)
    code = process.wait()
    return out, 0 if hosts else code


faults, times = 0, []
with tempfile.TemporaryDirectory() as room:
    room = pathlib.Path(room)
    for folder in ("bin", "home", "work"):
        (room / folder).mkdir()
    (room / "bin/deckloom").symlink_to(program)
    variables = {"HOME": str(room / "home"), "PATH": f"{room / 'bin'}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    for line in lines:
        begun = time.monotonic()
        process = subprocess.Popen(
            ["timeout", str(MOST_SECONDS), "bash", "-c", line],
            cwd=room / "work",
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        out, code = ended(process)
        times.append((time.monotonic() - begun, line))
        expected = re.search(r"# .*\bexits with (\d)", line)
        if code != int(expected[1] if expected else 0):
            faults += 1
            print(f"{line}\n  ended with {code}:\n{out.decode(errors='replace')[-2000:]}", file=sys.stderr)
slowest = ", ".join(f"{seconds:.1f} s: {line.split('#')[0].strip()}" for seconds, line in sorted(times)[-3:])
print(f"{len(lines)} commands of docs/commands.md in {sum(t for t, _ in times):.0f} s, {faults} faults; slowest {slowest}")
sys.exit(faults > 0 or not lines)

#!/usr/bin/env python3
"""Cuts the power of a disk that forgets: scripts/power-cut.py PROGRAM [CUTS]

A person's evening is recorded with strace: every write, sync, cut and removal of the library's files. Then the power
goes at each of these moments (or at CUTS of them, evenly spread): what was synced is there, and of what was not, some
writes are, some are not, and some are torn, as a disk may choose. On each such disk the library must open, pass its own
check, and hold every change that had been confirmed. Needs strace (`apt-get install strace`).
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECTOR = 512
CALL = re.compile(r'^\d+ (\w+)\((.*)\)\s+= (-?\d+)')
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
FILE = re.compile(r'^\d+<((?:\\x[0-9a-f]{2})+)>')

EVENING = [
    ["deck", "new", "Evening", "--game", "chronx", "--from", "chronx/corporate"],
    ["deck", "edit", "Evening", "--name", "Night"],
    ["deck", "edit", "Night", "--about", "What it wants. " * 200],
    ["deck", "edit", "Night", "--goal", "1.. of (cost>=5)"],
    ["deck", "undo", "Night"],
    ["deck", "edit", "Night", "--begin", "Maybe"],
]


def plain(text):
    return bytes.fromhex(text.replace("\\x", ""))


def recorded(program, folder):
    """The evening as a list: ("write", file, at, bytes), ("cut", file, size), ("sync", file), ("gone", file), ("said", n)."""
    library = folder / "library.db"
    happened = []
    for number, words in enumerate(EVENING):
        log = folder / "strace.txt"
        watched = "trace=pwrite64,ftruncate,fsync,fdatasync,unlink"
        command = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-e", watched, "-o", str(log)]
        done = subprocess.run([*command, program, "--library", str(library), *words], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(words)}: {done.stderr}")
        for line in log.read_text().splitlines():
            call = CALL.match(line)
            if not call or int(call[3]) < 0:
                continue
            name, rest = call[1], call[2]
            if name == "unlink":
                path = plain(TEXT.search(rest)[1]).decode()
            else:
                path = plain(FILE.match(rest)[1]).decode()
            # A removal is safe once the folder is synced. The index beside the log is made anew after a cut.
            if path == str(folder):
                happened.append(("sync", None))
            if not path.startswith(str(library)) or path.endswith("-shm"):
                continue
            file = Path(path).name
            if name == "pwrite64":
                text = TEXT.search(rest[FILE.match(rest).end():])
                happened.append(("write", file, int(rest.rsplit(", ", 1)[1]), plain(text[1])))
            elif name == "ftruncate":
                happened.append(("cut", file, int(rest.rsplit(", ", 1)[1])))
            elif name == "unlink":
                happened.append(("gone", file))
            else:
                happened.append(("sync", file))
        happened.append(("said", number + 1))
    return happened


class Disk:
    """What is safe of each file, and what has been written since."""

    def __init__(self):
        self.safe, self.waiting, self.said = {}, {}, 0

    def see(self, deed):
        match deed:
            case ("said", number):
                self.said = number
            case ("sync", None):
                for file in [file for file, waiting in self.waiting.items() if ("gone", file) in waiting]:
                    # What was written before went with the file.
                    last = max(i for i, deed in enumerate(self.waiting[file]) if deed[0] == "gone")
                    self.safe.pop(file, None)
                    self.waiting[file] = self.waiting[file][last + 1 :]
            case ("sync", file):
                for waiting in self.waiting.pop(file, []):
                    apply(self.safe, file, waiting)
            case (_, file, *_):
                self.waiting.setdefault(file, []).append(deed)

    def after(self, chance, keep):
        """The files after a cut; each unsynced deed is kept with this chance, and a kept write may be torn."""
        files = {name: bytearray(content) for name, content in self.safe.items()}
        for file, waiting in self.waiting.items():
            for deed in waiting:
                if chance.random() >= keep:
                    continue
                if deed[0] == "write" and 0 < keep < 1 and chance.random() < 0.3:
                    _, name, at, content = deed
                    deed = ("write", name, at, content[: chance.randrange(0, len(content) + 1, SECTOR)])
                apply(files, file, deed)
        return files


def apply(files, file, deed):
    content = files.setdefault(file, bytearray())
    match deed:
        case ("write", _, at, written):
            content.extend(bytes(max(0, at + len(written) - len(content))))
            content[at : at + len(written)] = written
        case ("cut", _, size):
            del content[size:]
            content.extend(bytes(size - len(content)))
        case ("gone", _):
            files.pop(file, None)


def held(program, files, folder):
    """How many steps of the evening the library holds; what is wrong with it, if anything."""
    library = folder / "library.db"
    for name, content in files.items():
        (folder / name).write_bytes(content)
    ask = lambda *words: subprocess.run(
        [program, "--library", str(library), *words, "--json"], capture_output=True, text=True, check=False
    )
    if not any(files.values()):
        return 0, None
    opened = ask("deck", "list")
    if opened.returncode not in (0, 1):
        return 0, opened.stderr or opened.stdout
    sound = ask("library", "check")
    if sound.returncode != 0:
        return 0, sound.stderr or sound.stdout
    for name in ["Night", "Evening"]:
        told = ask("deck", "history", name)
        if told.returncode in (0, 1):
            moments = json.loads(told.stdout)["moments"]
            return len(moments), None
    return 0, None


def main():
    program = str(Path(sys.argv[1]).resolve())
    most = int(sys.argv[2]) if len(sys.argv) > 2 else None
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        happened = recorded(program, Path(folder))
        # How many moments the history has after each step of the evening, without any cut.
        whole, wanted = Disk(), [0]
        for deed in happened:
            whole.see(deed)
            if deed[0] == "said":
                with tempfile.TemporaryDirectory() as copy:
                    wanted.append(held(program, whole.after(chance, 1), Path(copy))[0])
    cuts = range(len(happened) + 1)
    if most and most < len(cuts):
        cuts = [round(i * len(happened) / (most - 1)) for i in range(most)]
    disk, seen, tried, lost = Disk(), 0, 0, []
    for cut in cuts:
        for deed in happened[seen:cut]:
            disk.see(deed)
        seen = cut
        for keep in [0, 0.5, 0.5, 1]:
            tried += 1
            with tempfile.TemporaryDirectory() as copy:
                moments, fault = held(program, disk.after(chance, keep), Path(copy))
            if fault or moments < wanted[disk.said]:
                lost.append((cut, keep, disk.said, wanted[disk.said], moments, fault))
    syncs = sum(deed[0] == "sync" for deed in happened)
    print(f"{len(happened)} deeds with {syncs} syncs, {len(cuts)} cuts, {tried} disks, {len(lost)} with a loss")
    for cut, keep, said, asked, moments, fault in lost[:10]:
        print(f"  cut {cut}, keeping {keep}: after step {said}, {moments} moments instead of {asked}. {fault or ''}")
    sys.exit(1 if lost else 0)


main()

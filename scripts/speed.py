#!/usr/bin/env python3
"""Runs all benchmarks and the window's, and writes docs/speed.md: each figure beside what is to be reached, what limits
it, and what a peer does. Half an hour on two cores, with nothing else running.

    scripts/speed.py                run everything
    scripts/speed.py --read FILE    make the table of what an earlier run printed into FILE, and of target/criterion
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))

# What is shown, the benchmark that measures it, how, what is to be reached, the limit, peers on such a machine.
RATE, EACH = "a second", "each"
ROWS = [
    ("Hands dealt and judged", "hands/deal and judge one hand", RATE, 20e6, "85 million/s for the draws alone", ""),
    ("Exact odds, three terms by turn 4", "odds/three terms by turn 4", EACH, 50e-6, "", ""),
    ("The best way to keep", "odds/the best way to keep", EACH, None, "", ""),
    ("A deck of sixty checked", "check/afrika/codex/ember-drum", EACH, 5e-6, "", ""),
    ("The same with two violations", "check/afrika/codex/two violations", EACH, 5e-6, "", ""),
    ("Packs of 18", "packs/fast", RATE, 1e6, "10 million/s for 18 draws", "Draftmancer 19,300/s"),
    ("Drafts of 8 × 3 × 18", "draft/picks", RATE, None, "4,100 scores each", "Draftmancer 555/s"),
    ("The same with decks", "draft/picks and decks", RATE, 3000, "", ""),
    ("Chron X: a decision", "chronx/decision", EACH, 200e-9, "50 ns", "OpenSpiel hearts 569 ns, skat 780 ns"),
    ("Chronicles of Afrika: a decision", "afrika/decision", EACH, 250e-9, "60 ns", "mtg-kernel 850 ns (published)"),
    ("Chrononauts: a decision, 4 players", "chrononauts/decision", EACH, 150e-9, "", ""),
    ("Solonauts: whole passes", "solonauts/pass", RATE, 150e3, "", ""),
    ("Chron X: 8 turns alone, by the rules", "chronx goldfish/8 turns", RATE, 50e3, "", ""),
    ("Afrika: greedy games", "afrika/greedy", RATE, None, "", ""),
    ("Goldfish by the model, Chron X", "goldfish/chronx", RATE, 1e6, "", ""),
    ("Goldfish by the model, Afrika", "goldfish/afrika", RATE, 1e6, "", ""),
]
SEARCHES = [
    ("30,000", 2e-3, "fuzzy scan alone 2–6 ms", "Cockatrice 54–128 ms to the repainted list"),
    ("100,000", 6e-3, "fuzzy scan alone 8–24 ms", "SQLite trigram index 0.2–6 ms"),
]


def run(command):
    print("$", " ".join(command), flush=True)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        lines = []
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        sys.exit(process.returncode)
    return "".join(lines)


def measured():
    """Seconds for one of each, by the full name of the benchmark."""
    found = {}
    for file in TARGET.glob("criterion/**/new/benchmark.json"):
        about = json.loads(file.read_text())
        mean = json.loads(file.with_name("estimates.json").read_text())["mean"]["point_estimate"]
        pieces = (about.get("throughput") or {}).get("Elements", 1)
        found[about["full_id"]] = mean / pieces / 1e9
    return found


def time(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def rate(number):
    if number >= 1e6:
        return f"{number / 1e6:.3g} million/s"
    return f"{number:,.0f}/s"


def line(*cells):
    return "| " + " | ".join(cells) + " |"


def verdict(reached):
    return {None: "", True: "yes", False: "**no**"}[reached]


def main():
    if sys.argv[1:2] == ["--read"]:
        printed = pathlib.Path(sys.argv[2]).read_text()
    else:
        printed = run(["cargo", "bench", "--workspace", "--benches"]) + run(["scripts/window-speed.sh"])
    found = measured()
    lines = [line("what", "figure", "to reach", "reached", "limit", "peers"), line(*["---"] * 6)]
    for name, bench, how, bar, limit, peer in ROWS:
        exact = [found[bench]] if bench in found else [v for k, v in found.items() if k.startswith(bench + "/")]
        if not exact:
            continue
        seconds = max(exact)
        figure = time(seconds) if how == EACH else rate(1 / seconds)
        wanted = "" if bar is None else time(bar) if how == EACH else rate(bar)
        reached = None if bar is None else (seconds <= bar if how == EACH else 1 / seconds >= bar)
        lines.append(line(name, figure, wanted, verdict(reached), limit, peer))
    units = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1}
    for cards, bar, limit, peer in SEARCHES:
        pattern = rf"^(?:search|names)/{cards.replace(',', '')}/.*p99 ([\d.]+)(ns|µs|ms|s)$"
        slow = [float(n) * units[unit] for n, unit in re.findall(pattern, printed, re.M)]
        if slow:
            name = f"A keystroke over {cards} cards, slowest hundredth of the slowest query"
            lines.append(line(name, time(max(slow)), time(bar), verdict(max(slow) <= bar), limit, peer))
    both = [found.get(f"scaling/{n} threads") for n in (1, 2)]
    if all(both):
        times = both[0] / both[1]
        lines.append(line("Two threads against one", f"{times:.2f} ×", "1.9 ×", verdict(times >= 1.9), "2 ×", ""))
    window = r"^ *(\d+) +(\d+) +(\d+) +(\d+) +(\{.*\})$"
    for cards, opened, memory, idle, frames in re.findall(window, printed, re.M):
        frames, many = json.loads(frames), f"{int(cards):,} cards in the window"
        small = cards == "30000"
        peer = "Cockatrice 736 ms, 259 MB" if small else ""
        there = verdict(int(opened) <= 150) if small else ""
        held = verdict(int(memory) <= 80) if small else ""
        lines.append(line(f"{many}: there after", f"{opened} ms", "150 ms" if small else "", there, "37 ms", peer))
        lines.append(line(f"{many}: memory", f"{memory} MiB", "80 MiB" if small else "", held, "26 MiB", ""))
        lines.append(line(f"{many}: work in four idle seconds", f"{idle} ms", "0", verdict(int(idle) <= 40), "0", ""))
        told = f"{frames['p50_ms']} / {frames['p99_ms']} ms"
        reached = verdict(frames["p99_ms"] <= 16.7)
        lines.append(line(f"{many}: frames while it scrolls, half and 99%", told, "16 ms", reached, "5–8 ms", ""))
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    head = (
        "# How fast it is\n\n"
        "Made by `scripts/speed.py`. Release build, logs off; figures are per core where nothing else is said, and means "
        "of criterion's samples. What is to be reached and what limits it was set before; peers were measured on such a "
        "machine. What can be counted instead of timed is held by `engine/tests/all/counters.rs`.\n\n"
        f"Measured on {os.cpu_count()} shared cores, {model.group(1) if model else 'of an unknown kind'}, with the software "
        "renderer.\n\n"
    )
    page = ROOT / "docs/speed.md"
    # What other scripts measure stands below, under headings of its own.
    rest = page.read_text().partition("\n## ")
    page.write_text(head + "\n".join(lines) + "\n" + "".join(rest[1:]))
    print("\n".join(lines))


main()

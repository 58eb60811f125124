#!/usr/bin/env python3
"""What the program is made of, out of `cargo metadata`: scripts/materials.py TARGET FOLDER

Writes into FOLDER: sbom.cdx.json (CycloneDX 1.5) and third-party.txt, each licence text below the crates that come with it.
Only what goes into the packaged program for TARGET counts: no tests, no other systems. The same tree gives the same bytes.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tomllib
import uuid

target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).resolve().parent.parent
command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
if "linux" in target:
    # Only there are packages built with sounds.
    command += ["--features", "deckloom/sound"]
metadata = json.loads(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout)
lock = (root / "Cargo.lock").read_bytes()
sums = {(p["name"], p["version"]): p.get("checksum") for p in tomllib.loads(lock.decode())["package"]}
packages = {p["id"]: p for p in metadata["packages"]}
nodes = {n["id"]: n for n in metadata["resolve"]["nodes"]}
program = next(p for p in metadata["packages"] if p["name"] == "deckloom")


def needs(package):
    """The crates that a crate is built with or of."""
    kinds = lambda dep: {kind["kind"] for kind in dep["dep_kinds"]}
    return sorted(dep["pkg"] for dep in nodes[package]["deps"] if kinds(dep) != {"dev"})


found, waiting = set(), [program["id"]]
while waiting:
    package = waiting.pop()
    if package not in found:
        found.add(package)
        waiting.extend(needs(package))


def address(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package):
    part = {
        "type": "application" if package is program else "library",
        "bom-ref": address(package),
        "name": package["name"],
        "version": package["version"],
        "purl": address(package),
    }
    if package["license"]:
        # Old crates write a slash for "or".
        part["licenses"] = [{"expression": " OR ".join(w.strip() for w in package["license"].split("/"))}]
    if package["description"]:
        part["description"] = " ".join(package["description"].split())
    checksum = sums.get((package["name"], package["version"]))
    if checksum:
        part["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return part


crates = sorted((packages[p] for p in found), key=lambda p: (p["name"], p["version"]))
bill = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    # A number that stands for the lock file: no chance, no clock.
    "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(lock).hexdigest() + target)}",
    "version": 1,
    "metadata": {"component": component(program)},
    "components": [component(p) for p in crates if p is not program],
    "dependencies": [
        {"ref": address(p), "dependsOn": sorted(address(packages[d]) for d in needs(p["id"]))} for p in crates
    ],
}
folder.mkdir(parents=True, exist_ok=True)
(folder / "sbom.cdx.json").write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n")

bare, texts = 0, {}
for package in crates:
    if package["source"] is None:
        continue
    home = pathlib.Path(package["manifest_path"]).parent
    words = ("licen", "copying", "notice", "unlicense")
    files = [f for f in sorted(home.iterdir()) if f.is_file() and f.name.lower().startswith(words)]
    crate = f"{package['name']} {package['version']}"
    for file in files:
        text = file.read_text(errors="replace").replace("\r\n", "\n").strip()
        texts.setdefault(text, []).append(f"{crate}: {file.name}")
    if not files:
        bare += 1
        authors = ", ".join(package["authors"]) or package["repository"] or "its authors"
        texts.setdefault(f"By {authors}: {package['license']}", []).append(crate)
line = "=" * 80
parts = ("\n".join([line, *crates, line, "", text, ""]) for text, crates in texts.items())
(folder / "third-party.txt").write_text("\n".join(parts))
print(f"{len(bill['components'])} crates in the program for {target}; {bare} come without a licence text")

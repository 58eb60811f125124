#!/usr/bin/env python3
"""Whether the links of the documentation lead somewhere: scripts/check-docs.py [--site FOLDER]

Every link and picture of every page (*.md) must be there, with its heading, and docs/SUMMARY.md, the contents of the site, must
list every page. --site looks at the pages that scripts/site.sh has built instead. Addresses of other sites are not asked.
"""

import html.parser
import pathlib
import re
import subprocess
import sys
import urllib.parse

root = pathlib.Path(__file__).resolve().parent.parent
faults = []
# Pages that only people who look at the sources read.
NOT_IN_SITE = {".github/pull_request_template.md", "docs/SUMMARY.md"}


def without_code(text):
    text = re.sub(r"^(```+|~~~+).*?^\1\s*$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda m: "x" * len(m[0]), text)


def anchors(page):
    """The names of its headings, as GitHub and mdBook make them."""
    found, counts = set(), {}
    text = re.sub(r"^(```+|~~~+).*?^\1\s*$", "", page.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ +(.+?)\s*#*$", text, flags=re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        seen = counts.get(name, 0)
        counts[name] = seen + 1
        found.add(f"{name}-{seen}" if seen else name)
    return found


def check(page, line, link):
    if re.match(r"[a-z]+:", link):
        return
    path, _, anchor = urllib.parse.unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    where = f"{page.relative_to(root)}:{line}: {link}"
    if not target.exists() or not target.is_relative_to(root):
        faults.append(f"{where} is not there")
    elif target.is_dir():
        faults.append(f"{where} is a folder, which the site has no page for")
    elif anchor and target.suffix == ".md" and anchor not in anchors(target):
        faults.append(f"{where}: no such heading")


def check_sources():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, check=True, capture_output=True)
    pages = [root / name for name in listed.stdout.decode().split()]
    links = 0
    for page in pages:
        for number, line in enumerate(without_code(page.read_text()).splitlines(), 1):
            for link in re.findall(r"\]\(<?([^)>\s]+)>?(?: \"[^\"]*\")?\)|^\[[^\]]+\]: (\S+)", line):
                links += 1
                check(page, number, link[0] or link[1])
    summary = root / "docs/SUMMARY.md"
    entries = re.findall(r"\]\(([^)]+)\)", summary.read_text())
    contents = {(summary.parent / entry).resolve() for entry in entries}
    if len(contents) != len(entries):
        faults.append("docs/SUMMARY.md: a page is listed twice")
    for page in pages:
        name = str(page.relative_to(root))
        if page not in contents and name not in NOT_IN_SITE:
            faults.append(f"docs/SUMMARY.md does not list {name}")
    return f"{len(pages)} pages, {links} links"


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names.update(attributes[key] for key in ("id", "name") if attributes.get(key))
        wanted = {"a": "href", "img": "src", "script": "src", "link": "href"}.get(tag)
        if attributes.get(wanted):
            self.links.append(attributes[wanted])


def check_site(site):
    # One page of all and the page of what is not found are the same links again, from elsewhere.
    files = [f for f in site.rglob("*.html") if f.name not in ("print.html", "404.html", "toc.html")]
    pages = {file: Page(file.read_text()) for file in files}
    links = 0
    for file, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            links += 1
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = (file.parent / path).resolve() if path else file
            where = f"{file.relative_to(site)}: {link}"
            if not target.is_file():
                faults.append(f"{where} is not there")
            elif anchor and target in pages and anchor not in pages[target].names:
                faults.append(f"{where}: no such heading")
    return f"{len(pages)} pages of the site, {links} links"


told = check_site(pathlib.Path(sys.argv[2]).resolve()) if sys.argv[1:2] == ["--site"] else check_sources()
for fault in faults:
    print(fault, file=sys.stderr)
print(f"{told}: {len(faults)} faults")
sys.exit(bool(faults))

#!/usr/bin/env python3
"""Eight phones draft at a hosted table, from the code to registered decks: scripts/check-host.sh PROGRAM

Chromium in the sizes of phones opens the pages of `deckloom serve`. Two phones sleep for a while, the host is killed
once in the middle of a pack, and everybody goes on. At the end every deck is legal and registered. Pictures of the
pages go to the folder of --pictures.
"""

import argparse
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

PHONES = [(360, 740), (390, 844), (412, 915), (320, 568)]


HOSTS = []


def serve(program, library, extra):
    """Starts the host; what it says, and the process."""
    command = [program, "--library", str(library), "--json", "serve", "--address", "127.0.0.1", *extra]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    HOSTS.append(host)
    text = ""
    while True:
        line = host.stdout.readline()
        if not line:
            sys.exit(f"the host ended with {host.wait()}")
        text += line
        try:
            return json.loads(text), host
        except json.JSONDecodeError:
            continue


def new_phone(browser, at):
    width, height = PHONES[at % len(PHONES)]
    context = browser.new_context(
        viewport={"width": width, "height": height}, is_mobile=True, has_touch=True, device_scale_factor=2,
        locale="de-DE" if at % 3 == 1 else "en-GB",
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: sys.exit(f"phone {at}: {error}"))
    return page


def shows_pack(page):
    return page.locator("#choice button.card").count() > 0


def pick(page):
    """Two taps on a card: the first one marks it and shows it large, the second takes it."""
    key = page.locator("#main").get_attribute("data-key")
    card = page.locator("#choice button.card").first
    if card.get_attribute("aria-pressed") == "true":
        card.tap()
    else:
        card.tap()
        page.locator("#sheet").wait_for(state="visible")
        page.locator("#pick").tap()
    page.locator(f"#main:not([data-key='{key}'])").wait_for()


def check_accessibility(page, name, axe):
    """What axe calls serious or critical ends the check. A sheet that is still fading in has too little contrast."""
    page.evaluate("async () => { await Promise.all(document.getAnimations().map((a) => a.finished)) }")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    for violation in serious:
        print(f"{name}: {violation['id']}: {violation['help']}")
        for node in violation["nodes"][:3]:
            print(f"    {node['html'][:160]}")
            print(f"    {node['failureSummary'][:300]}")
    if serious:
        sys.exit(f"{name}: {len(serious)} serious faults of accessibility")


def check_slow_network(browser, page):
    """A device without a cache opens the pack that a phone has open, over a slow mobile network."""
    latency, bytes_a_second, most_kb, most_seconds = 150, 1_600_000 / 8, 60, 1.5
    context = browser.new_context(
        viewport=page.viewport_size, is_mobile=True, has_touch=True, storage_state=page.context.storage_state()
    )
    slow = context.new_page()
    devtools = context.new_cdp_session(slow)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency,
        "downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second,
    })
    loaded, pictures = {}, set()
    def began(event):
        if event["type"] in ("Image", "EventSource"):
            pictures.add(event["requestId"])
    devtools.on("Network.requestWillBeSent", began)
    devtools.on("Network.loadingFinished", lambda event: loaded.update({event["requestId"]: event["encodedDataLength"]}))
    begun = time.time()
    slow.goto(page.url, wait_until="commit")
    slow.locator("#choice button.card").first.tap()
    slow.locator("#sheet").wait_for(state="visible")
    took = time.time() - begun
    slow.wait_for_load_state("load")
    size = sum(bytes for request, bytes in loaded.items() if request not in pictures) / 1024
    print(f"at 1.6 Mbit/s and {latency} ms: a card opens after {took:.2f} s, the page without faces has {size:.0f} KB")
    context.close()
    if size > most_kb or took > most_seconds:
        sys.exit(f"the page is slower than {most_seconds} s or larger than {most_kb} KB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--format", default="chronx/draft")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--axe", type=pathlib.Path, help="axe.min.js of axe-core: pages are checked for accessibility")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "/usr/bin/chromium")
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    library = folder / "library.db"
    told, host = serve(args.program, library, [args.format, "--seats", str(args.phones), "--port", "0", "--seed", "7"])
    port = told["address"].rstrip("/").rsplit(":", 1)[1]
    pictures = args.pictures
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)

    def picture(page, name):
        if args.axe:
            check_accessibility(page, name, args.axe.read_text())
        if pictures:
            page.wait_for_timeout(600)
            page.screenshot(path=str(pictures / f"{name}.png"))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=args.chromium,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        table = told["tables"][0]
        owner = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
        owner.goto(table["owner"])
        owner.wait_for_url("**/owner")
        phones = [new_phone(browser, at) for at in range(args.phones)]
        for at, page in enumerate(phones):
            page.goto(table["join"])
            if at == 0:
                picture(page, "join")
            page.fill("#name", f"Player {at + 1}")
            page.locator("button.primary").tap()
            page.wait_for_url("**/t/*")
        picture(phones[0], "lobby")
        picture(owner, "owner-lobby")
        owner.locator("form[action$='/begin'] button").click()
        for page in phones:
            page.wait_for_selector("#choice button.card")
        check_slow_network(browser, phones[0])
        for page in phones[:4]:
            picture(page, f"pack-{page.viewport_size['width']}")
        phones[0].locator("#choice button.card").first.tap()
        phones[0].locator("#sheet").wait_for(state="visible")
        picture(phones[0], "marked")
        picks, begun, killed, slept = 0, time.time(), False, False
        asleep_at = [at for at in (1, 2) if at < args.phones]
        while True:
            asked = 0
            for at, page in enumerate(phones):
                if slept == "now" and at in asleep_at:
                    continue
                if page.locator("form.building").count() > 0:
                    continue
                asked += 1
                if shows_pack(page):
                    pick(page)
                    picks += 1
            if picks >= 12 and slept is False:
                # Two phones sleep; the others go on until their packs pile up there.
                slept, asleep = "now", picks
                for page in (phones[at] for at in asleep_at):
                    page.context.set_offline(True)
                picture(owner, "owner-draft")
            elif slept == "now" and picks >= asleep + max(1, args.phones - 2):
                for page in (phones[at] for at in asleep_at):
                    page.context.set_offline(False)
                    page.reload()
                slept = True
            if picks >= 40 and not killed:
                host.send_signal(signal.SIGKILL)
                host.wait()
                away = time.time()
                told, host = serve(args.program, library, ["--port", port])
                for page in phones:
                    page.locator("#status:empty").wait_for(state="attached", timeout=10_000)
                print(f"killed after {picks} picks, everybody back after {time.time() - away:.1f} s")
                killed = True
            if not asked:
                break
            if time.time() - begun > 1500:
                sys.exit("the draft does not end")
        print(f"{picks} picks in {time.time() - begun:.0f} s")
        picture(phones[0], "deck-empty")
        for at, page in enumerate(phones):
            page.locator("button[value='suggest 0']").tap()
            page.wait_for_selector("button[value='register']")
            if at == 0:
                picture(page, "deck")
            page.locator("button[value='register']").tap()
            page.wait_for_selector("button[value='reopen']")
        picture(phones[-1], "registered")
        owner.reload()
        picture(owner, "owner-decks")
        registered = owner.locator(".good").count()
        if registered != args.phones:
            sys.exit(f"{registered} of {args.phones} decks are registered")
        browser.close()
    host.kill()
    host.wait()
    listed = subprocess.run(
        [args.program, "--library", str(library), "--json", "deck", "list"], capture_output=True, text=True, check=True
    )
    decks = json.loads(listed.stdout)["decks"]
    wrong = [deck["name"] for deck in decks if not deck.get("legal", True)]
    if len(decks) != args.phones or wrong:
        sys.exit(f"{len(decks)} decks, not legal: {wrong}")
    shutil.rmtree(folder)
    print(f"{args.phones} phones drafted legal decks")


try:
    main()
finally:
    for one in HOSTS:
        one.kill()

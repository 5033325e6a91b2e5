"""What a person meets on the page besides the straight way: its other looks, its other states, and what goes wrong.

usage: troubles.py BASE FOLDER LINK - - JSON
LINK and `consent` are of a draft whose journey asks for a consent. JSON has more links: `states`, by state; `files`, `clock`, `tabs`, `disk` and `quota`, of drafts;
`revoked` and `renewed`, of one draft; `other` and `frame`, of
others. `host` is the port whose pages may show the page in a frame, `manual` where the lines for that stand. It asks for `blur`, what the worker finds of a photo; `full` and `room`, a full disk
and an end of it; `month`, a quota that has begun anew; `revoke`, an end of the link.
"""
import http.server
import json
import math
import os
import struct
import sys
import threading
import zlib
from datetime import date, timedelta

import person
from person import BASE, FOLDER, RECENT, SLOW, add, ask, browser, choose, click, collect, encoded, give, many, one, picture, png, ready, say, seen, set_date, until, wording

LINKS = json.loads(sys.argv[6])
seen["told"] = {}
# Pages that a utility bill may have.
MOST = 10


def fits(driver, name):
    wide = driver.execute_script(
        "return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1"
        " && !e.closest('.sr, .skip')).map(e => e.tagName + '.' + e.className).slice(0, 3)")
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide: {wide}"
    # Nothing sticks out of what it stands in.
    out = driver.execute_script(
        "return [...document.querySelectorAll('.card *, dialog *, .toast *')].filter(e => e.getClientRects().length"
        " && e.getBoundingClientRect().right > e.closest('.card, dialog, .toast').getBoundingClientRect().right + 1"
        " && !e.closest('.sr, svg')).map(e => e.tagName + '.' + e.className).slice(0, 3)")
    assert not out, f"{name}: {out} stick out"


def snapshot(driver, name, whole=True):
    fits(driver, name)
    picture(driver, name, whole=whole)


def opened(link, **options):
    driver = browser(**options)
    driver.get(BASE + link)
    ready(driver)
    return driver


def rate(driver, bytes_per_second, offline=False):
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_second})


def large(name, red=90):
    path = png(f"{FOLDER}/{name}.png", red, 900, 1200)
    with open(path, "ab") as file:
        file.write(os.urandom(3_000_000))
    return path


def soft(path, width=900, height=1200):
    """Waves without one sharp edge."""
    row = b"".join(bytes([round(128 + 110 * math.sin(x / 40))] * 3) for x in range(width))
    pixels = b"".join(b"\0" + row for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))
    return path


def quiet(driver):
    until(driver, lambda d: not many(d, "#main[aria-busy]") and not many(d, "dialog"), "a quiet page")


def pages(driver):
    return len(many(driver, ".pages li"))


# MARK: looks


def looks():
    """One draft in every look: the list, each dialog, a question, a complaint."""
    link = LINKS["consent"]
    driver = opened(link)
    # What is asked of the person comes before the first file.
    click(driver, "#add")
    assert driver.execute_script("return document.activeElement.id") == "agree" and not many(driver, "dialog")
    click(driver, "#agree")
    add(driver, 1, *[png(f"{FOLDER}/look {n}.png", 70 * n + 40) for n in range(3)], source=2)
    until(driver, lambda d: pages(d) == 3, "three pages")
    collect(driver)
    driver.quit()
    for look, options in [("light", {}), ("dark", {"dark": True}), ("rtl", {}), ("zoom", {"width": 188, "height": 370}), ("desk", {"width": 1280, "height": 800})]:
        driver = opened(link, **options)
        if look == "rtl":
            driver.execute_script("document.documentElement.dir = 'rtl'")
        driver.execute_script("scrollTo(0, 0)")
        click(driver, "#agree")
        snapshot(driver, f"50-{look}-1-list")
        click(driver, "#add")
        until(driver, lambda d: many(d, "dialog .choices"), "the kinds")
        snapshot(driver, f"50-{look}-2-kinds", whole=False)
        click(driver, ".choices li:nth-child(1) button")
        until(driver, lambda d: many(d, "dialog #new-issueDate"), "the sources")
        snapshot(driver, f"50-{look}-3-sources", whole=False)
        click(driver, "dialog .dialog-head button")
        quiet(driver)
        click(driver, ".pages li:nth-child(2) .thumb")
        until(driver, lambda d: many(d, ".tools"), "one page")
        snapshot(driver, f"50-{look}-4-page", whole=False)
        click(driver, ".tools button.danger")
        until(driver, lambda d: many(d, "dialog.small"), "the question")
        snapshot(driver, f"50-{look}-5-question", whole=False)
        click(driver, "dialog.small .row button:nth-child(1)")
        quiet(driver)
        set_date(driver, "[id^=issueDate-]", "2999-01-01")
        until(driver, lambda d: many(d, ".toast"), "the complaint")
        snapshot(driver, f"50-{look}-6-complaint", whole=False)
        click(driver, ".toast button")
        rate(driver, SLOW)
        click(driver, "[id^=a-]")
        choose(driver, 3, large(f"look {look}"))
        until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.03, "a transfer")
        driver.execute_script("document.querySelector('.uploads').scrollIntoView({block: 'center'})")
        snapshot(driver, f"50-{look}-7-sending", whole=False)
        click(driver, ".uploads button:nth-child(2)")
        until(driver, lambda d: not many(d, ".uploads li"), "no transfer")
        assert pages(driver) == 3
        collect(driver, ["422"])
        driver.quit()


def consent():
    """The notice is shown, nothing is sent before it is agreed to, and what is agreed to is recorded."""
    driver = opened(LINKS["consent"])
    set_date(driver, "[id^=issueDate-]", RECENT)
    until(driver, lambda d: d.execute_script("return document.querySelector('[id^=issueDate-]').value") == RECENT, "the date")
    quiet(driver)
    until(driver, lambda d: one(d, "#agree"), "the notice")
    until(driver, lambda d: one(d, "#submit").is_enabled(), "a way on")
    click(driver, "#submit")
    until(driver, lambda d: d.execute_script("return document.activeElement.id") == "agree", "the question")
    assert one(driver, "#main").get_attribute("data-state") == "draft"
    snapshot(driver, "51-consent")
    # What was answered and not sent yet stays.
    click(driver, "#agree")
    driver.refresh()
    ready(driver)
    assert one(driver, "#agree").is_selected()
    quiet(driver)
    until(driver, lambda d: one(d, "#submit").is_enabled(), "a way on again")
    click(driver, "#submit")
    until(driver, lambda d: one(d, "#main").get_attribute("data-state") != "draft", "the stages")
    collect(driver)
    driver.quit()


def foreseen():
    """What would come back is told before it is sent: a date that is too old, a blurred photo; and many files at once."""
    driver = opened(LINKS["foreseen"])
    old = (date.today() - timedelta(days=200)).isoformat()
    # A phone's Back closes a sheet, and the page stays.
    click(driver, "#add")
    until(driver, lambda d: many(d, "dialog"), "the sheet")
    driver.back()
    until(driver, lambda d: not many(d, "dialog"), "no sheet")
    assert "/u/" in driver.current_url and many(driver, "#add")

    # A photo that came out badly is asked about before it is sent.
    click(driver, "#add")
    click(driver, ".choices li:nth-child(1) button")
    choose(driver, 1, soft(f"{FOLDER}/soft.png"))
    until(driver, lambda d: len(many(d, "dialog")) == 2, "the question about the photo")
    snapshot(driver, "64-out-of-focus", whole=False)
    driver.back()
    until(driver, lambda d: len(many(d, "dialog")) == 1, "the sources again")
    driver.back()
    until(driver, lambda d: not many(d, "dialog"), "no sheet")
    assert not many(driver, "article")

    # A date that the rules refuse: said beside its field and in the one list, which leads to the field; nothing can be sent.
    add(driver, 1, png(f"{FOLDER}/foreseen 0.png", 60), png(f"{FOLDER}/foreseen 1.png", 160), source=2, day=old)
    until(driver, lambda d: pages(d) == 2 and not many(d, ".uploads li"), "two pages")
    field = "[id^=issueDate-]"
    until(driver, lambda d: one(d, field).get_attribute("aria-invalid") == "true", "the refusal beside the field")
    assert one(driver, field).get_attribute("min") > old
    assert not one(driver, "#submit").is_enabled()
    assert len(many(driver, ".missing li")) == 1
    snapshot(driver, "60-too-old")
    click(driver, ".missing li button")
    assert driver.execute_script("return document.activeElement.id").startswith("issueDate-")
    set_date(driver, field, RECENT)
    until(driver, lambda d: one(d, "#submit").is_enabled() and not many(d, ".missing li"), "a way on")

    # A blurred photo: its page is marked, and one tap takes it again. A file of three pages says three.
    ask("blur")
    driver.refresh()
    ready(driver)
    until(driver, lambda d: many(d, ".thumb[data-severity=warn] .mark"), "the mark on the page")
    assert one(driver, "#submit").is_enabled()
    assert "3" in wording(driver, ".pages li:nth-child(2) .number") and "4" in wording(driver, ".document-head .quiet")
    snapshot(driver, "61-blurred")
    # Turned, its picture is whole.
    click(driver, ".pages li:nth-child(1) .thumb")
    click(driver, ".tools button:nth-child(1)")
    quiet(driver)
    until(driver, lambda d: many(d, ".frame img[data-turn='90']"), "the turned picture")
    inside = """
        const image = document.querySelector(".frame img[data-turn='90']")
        const [a, b] = [image, image.closest('.thumb')].map((one) => one.getBoundingClientRect())
        return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1
        """
    until(driver, lambda d: d.execute_script(inside), "the whole picture")
    snapshot(driver, "62-turned")
    driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")
    click(driver, ".reasons button")
    give(driver, png(f"{FOLDER}/sharp.png", 90))
    until(driver, lambda d: not many(d, ".thumb[data-severity]") and not many(d, "#main[aria-busy]"), "no mark")
    assert not many(driver, "dialog")

    # Files that are dropped on a document become its pages; of those that have no room one message tells.
    dropped = [encoded(png(f"{FOLDER}/dropped {n}.png", 5 * n, width=40 + n, height=50)) for n in range(30)]
    driver.execute_script("""
        const files = new DataTransfer()
        arguments[0].forEach((data, n) => {
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
          files.items.add(new File([bytes], `dropped ${n}.png`, { type: 'image/png' }))
        })
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files })
        document.querySelector('.document').dispatchEvent(event)
        """, dropped)
    until(driver, lambda d: many(d, ".toast"), "the one message")
    assert len(many(driver, ".toast")) == 1
    snapshot(driver, "63-thirty-files", whole=False)
    click(driver, ".toast button")
    until(driver, lambda d: pages(d) == MOST and not many(d, ".uploads li"), "as many pages as there may be", 60)
    collect(driver)
    driver.quit()


def states():
    driver = browser()
    dark = browser(dark=True, width=376)
    for state, link in LINKS["states"].items():
        for window, name in [(driver, state), (dark, state + "-dark")]:
            window.get(BASE + link + "?lang=de")
            ready(window)
            assert one(window, "#main").get_attribute("data-state") == state, state
            snapshot(window, f"52-{name}")
            window.get(BASE + link + "/status")
            ready(window)
            assert not many(window, "form, input, #submit, #add")
    collect(driver)
    collect(dark)
    driver.quit()
    dark.quit()


# MARK: what goes wrong


def files():
    driver = opened(LINKS["files"])
    # A camera that is refused gives nothing: the person is where they were, with the other ways.
    click(driver, "#add")
    click(driver, ".choices li:nth-child(1) button")
    driver.execute_script("HTMLInputElement.prototype.click = function () { this.dispatchEvent(new Event('cancel')) }")
    click(driver, "dialog .choices li:nth-child(1) button")
    assert len(many(driver, "dialog .choices li")) == 3 and not many(driver, ".toast")
    click(driver, "dialog .dialog-head button")
    quiet(driver)
    assert not many(driver, "article")

    # A file that goes from the disk while it uploads; the one beside it arrives.
    rate(driver, SLOW)
    gone = large("gone")
    add(driver, 1, gone, png(f"{FOLDER}/beside.png", 200), source=2, day=RECENT)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.05, "some of it")
    os.remove(gone)
    until(driver, lambda d: many(d, ".uploads li[data-state=refused]"), "the file that is gone", 60)
    assert wording(driver, ".uploads li[data-state=refused] .quiet") == say(driver, "err.gone")
    until(driver, lambda d: pages(d) == 1, "the file beside it")
    snapshot(driver, "53-file-gone")
    rate(driver, -1)
    click(driver, ".uploads li[data-state=refused] button")
    quiet(driver)

    # A device that has no room to remember what is unfinished: it is said, and the file arrives.
    driver.execute_script("IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }")
    click(driver, "[id^=a-]")
    choose(driver, 3, large("unremembered"))
    until(driver, lambda d: pages(d) == 2, "the file that is not remembered", 60)
    assert wording(driver, ".toast p") == say(driver, "err.kept")
    snapshot(driver, "54-no-room-here", whole=False)

    # Names are shown as they are, and turn nothing round.
    driver.get(BASE + LINKS["files"])
    ready(driver)
    for name, shown in [("<b>bold<b>.txt", "<b>bold<b>.txt"), ("\u202egnp.exe", "gnp.exe"), ("..\\..\\up.txt", "up.txt")]:
        with open(f"{FOLDER}/{name}", "wb") as file:
            file.write(b"no picture")
        click(driver, "[id^=a-]")
        choose(driver, 3, f"{FOLDER}/{name}")
        until(driver, lambda d: shown in wording(d, ".uploads li[data-state=refused]"), name)
    # One message tells of all, and one hit takes it away.
    assert len(many(driver, ".uploads li")) == 1
    text = wording(driver, ".uploads li")
    assert "<b>bold<b>.txt, gnp.exe, and up.txt: " in text and "\u202e" not in text and ".." not in text, text
    snapshot(driver, "55-hostile-names")
    click(driver, ".uploads li button")
    until(driver, lambda d: not many(d, ".uploads li"), "no message")
    collect(driver, ["ERR_FILE_NOT_FOUND", "ERR_UPLOAD_FILE_CHANGED"])
    driver.quit()


def disk():
    """The gateway has no room: it is said, nothing is lost, and the person can try again."""
    driver = opened(LINKS["disk"])
    ask("full")
    add(driver, 1, png(f"{FOLDER}/no room.png", 30), day=RECENT)
    until(driver, lambda d: many(d, ".uploads li[data-state=refused]"), "the refusal", 60)
    assert wording(driver, ".uploads li[data-state=refused] .quiet") == say(driver, "err.storage-full")
    snapshot(driver, "56-no-room-there")
    ask("room")
    # After a reload it goes on by itself.
    driver.refresh()
    ready(driver)
    until(driver, lambda d: pages(d) == 1 and not many(d, ".uploads li"), "the file", 60)
    collect(driver, ["507"])
    driver.quit()


def quota():
    """What the tenant may use in the month is used up: it is said without a word of that, the page does not try by itself, and the person can."""
    driver = opened(LINKS["quota"])
    add(driver, 1, png(f"{FOLDER}/too late.png", 60), day=RECENT)
    until(driver, lambda d: many(d, ".uploads li[data-state=refused]"), "the refusal", 60)
    assert wording(driver, ".uploads li[data-state=refused] .quiet") == say(driver, "err.quota-used-up")
    snapshot(driver, "56-quota-used-up")
    ask("month")

    def again(driver):
        if many(driver, ".uploads li[data-state=refused]"):
            click(driver, ".uploads li[data-state=refused] button")
        return pages(driver) == 1 and not many(driver, ".uploads li")

    until(driver, again, "the file", 60)
    collect(driver, ["429"])
    driver.quit()


def clock():
    """A device whose clock is wrong by a day, either way: the gateway's calendar counts."""
    for number, days in enumerate([-1, 1]):
        driver = browser()
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const real = Date
            Date = class extends real {
              constructor(...values) { if (values.length) super(...values); else super(real.now() + %d * 86400e3) }
              static now() { return real.now() + %d * 86400e3 }
            }""" % (days, days)})
        driver.get(BASE + LINKS["clock"])
        ready(driver)
        today = driver.execute_script("return JSON.parse(document.getElementById('start').textContent).today")
        if not number:
            add(driver, 1, png(f"{FOLDER}/clock.png", 120), day=today)
        until(driver, lambda d: pages(d) == 1 and not many(d, ".uploads li"), "the page")
        set_date(driver, "[id^=issueDate-]", today)
        quiet(driver)
        assert one(driver, "[id^=issueDate-]").get_attribute("max") == today
        until(driver, lambda d: one(d, "#submit").is_enabled(), "a whole submission")
        assert not many(driver, ".toast")
        collect(driver)
        driver.quit()


def tabs():
    """Two tabs on one draft: a file is sent by one of them, and what one has changed the other does not undo."""
    driver = opened(LINKS["tabs"])
    first = driver.current_window_handle
    rate(driver, SLOW)
    add(driver, 1, large("one of two"), png(f"{FOLDER}/small.png", 220), source=2, day=RECENT)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.05, "some of it")
    driver.switch_to.new_window("tab")
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 375, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    driver.get(BASE + LINKS["tabs"])
    ready(driver)
    second = driver.current_window_handle
    driver.switch_to.window(first)
    rate(driver, -1)
    until(driver, lambda d: pages(d) == 2 and not many(d, ".uploads li"), "both pages in the first", 60)
    driver.switch_to.window(second)
    until(driver, lambda d: pages(d) == 2 and not many(d, ".uploads li"), "both pages in the second", 60)
    # The second one knows an older state than there is: it is told so, shows what there is, and has removed nothing.
    quiet(driver)
    driver.execute_script("""
        const ask = window.fetch
        window.fetch = (path, options) => {
          const { 'If-Match': version } = options.headers
          if (!version) return ask(path, options)
          window.fetch = ask
          return ask(path, { ...options, headers: { ...options.headers, 'If-Match': version.replace(/\\d+/, (number) => number - 1) } })
        }
        """)
    click(driver, ".document-head button[id^=r-]")
    until(driver, lambda d: many(d, ".toast"), "the complaint")
    assert wording(driver, ".toast p") == say(driver, "err.precondition-failed")
    assert pages(driver) == 2
    snapshot(driver, "57-changed-elsewhere", whole=False)
    # What one removes goes from the other, too.
    click(driver, ".document-head button[id^=r-]")
    click(driver, "dialog.small button.danger")
    until(driver, lambda d: not many(d, "article"), "no document")
    driver.switch_to.window(first)
    until(driver, lambda d: not many(d, "article"), "no document in the first")
    collect(driver, ["412", "404"])
    driver.quit()


def link():
    """A link that ends while a file is on its way; with another one the file goes on."""
    driver = opened(LINKS["revoked"])
    rate(driver, SLOW)
    add(driver, 1, large("interrupted"), day=RECENT)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.05, "some of it")
    ask("revoke")
    until(driver, lambda d: say(d, "link.ended") in wording(d, "#main") or many(d, ".uploads li[data-state=refused]"), "the end of the link", 60)
    driver.refresh()
    until(driver, lambda d: many(d, ".card.end"), "the page of a link that has ended")
    snapshot(driver, "58-link-ended")
    rate(driver, -1)
    # Another submission's link shows that one alone.
    driver.get(BASE + LINKS["other"])
    ready(driver)
    until(driver, lambda d: not many(d, "#main[aria-busy]"), "a quiet page")
    assert not many(driver, "article") and not many(driver, ".uploads li")
    driver.get(BASE + LINKS["renewed"])
    ready(driver)
    until(driver, lambda d: pages(d) == 1 and not many(d, ".uploads li"), "the file", 60)
    collect(driver, ["410", "401"])
    driver.quit()


def frame():
    """A web page of another origin shows it, by the manual's own lines; one whose origin was not allowed does not."""
    with open(LINKS["manual"]) as file:
        text = file.read()
    lines = text[text.index("<iframe"):]
    lines = lines[:lines.index("```")]
    host = f"<!doctype html><title>App</title>{lines}".encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, kind, body):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            self.answer("text/html", host if self.path == "/" else b"")

        def do_POST(self):
            self.answer("application/json", json.dumps({"url": BASE + LINKS["frame"]}).encode())

        def log_message(self, *_):
            pass

    for port in [int(LINKS["host"]), 0]:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        driver = browser()
        driver.get(f"http://127.0.0.1:{server.server_address[1]}/")
        until(driver, lambda d: one(d, "#documents").get_attribute("src"), "the link")
        driver.switch_to.frame("documents")
        if port:
            ready(driver)
            add(driver, 1, png(f"{FOLDER}/framed.png", 140), day=RECENT)
            until(driver, lambda d: pages(d) == 1 and not many(d, ".uploads li"), "the page in the frame")
            picture(driver, "59-frame", check=False, whole=False)
            # The page around it is told, and makes room for it.
            driver.switch_to.default_content()
            until(driver, lambda d: one(d, "#documents").get_attribute("height") != "720", "another height")
            driver.execute_script("globalThis.told = []; addEventListener('message', ({ data }) => told.push(data))")
            driver.switch_to.frame("documents")
            set_date(driver, "[id^=issueDate-]", (date.today() - timedelta(days=3)).isoformat())
            until(driver, lambda d: not many(d, "#main[aria-busy]"), "the date")
            driver.switch_to.default_content()
            until(driver, lambda d: d.execute_script("return told.some(({ type }) => type === 'changed')"), "the message")
            change = driver.execute_script("return told.find(({ type }) => type === 'changed')")
            assert change["source"] == "docket" and change["isValid"] and change["documents"] == 1, change
            driver.switch_to.frame("documents")
            seen["console"] += [entry["message"][:300] for entry in driver.get_log("browser")]
        else:
            until(driver, lambda d: any("frame-ancestors" in entry["message"] for entry in d.get_log("browser")), "the refusal")
            assert not many(driver, "#main")
        driver.quit()
        server.shutdown()


if __name__ == "__main__":
    for scene in [looks, consent, foreseen, states, files, disk, quota, clock, tabs, link, frame]:
        try:
            scene()
        except Exception as error:
            raise RuntimeError(f"in {scene.__name__}: {error}") from error
    print(json.dumps(seen))

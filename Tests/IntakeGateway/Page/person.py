"""A person with a phone and a link: drives Chromium over the page, and says what it saw as JSON on its last line.

usage: person.py BASE FOLDER LINK STATUS-LINK LINK-OF-ANOTHER
The folder gets a picture of each state. Whoever starts this lets the first submission pass once it has been submitted, at once or
after it was refused. The last link is of a draft that is filled in without scripts.
"""
import base64
import json
import os
import struct
import subprocess
import sys
import urllib.request
import zlib
from datetime import date, timedelta

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

BASE, FOLDER, LINK, STATUS, PLAIN = sys.argv[1:6]
os.makedirs(FOLDER, exist_ok=True)
SECRET = LINK.rsplit("/", 1)[1]
RECENT = (date.today() - timedelta(days=9)).isoformat()
# Bytes a second of a transfer that is still on its way when all that is to be seen of it has been seen.
SLOW = 60_000
LANGUAGES = ["en", "de", "fr", "es", "ja"]
seen = {"pictures": [], "axe": [], "console": [], "origins": [], "languages": []}


def png(path, red, width=420, height=560, large=False):
    row = b"\0" + bytes([red, 120, 160]) * width
    noise = os.urandom(width * 3)
    rows = b"".join(row if y % 7 else b"\0" + noise for y in range(height))
    if large:
        # Nothing can be packed of it: some megabytes.
        width, height = 1400, 1600
        rows = b"".join(b"\0" + os.urandom(width * 3) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))
    return path


def encoded(path):
    """A file's bytes as a script can be given them."""
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def bmp(path, width=120, height=160):
    rows = bytes([160, 120, 40] * width) * (height // 2) + bytes([250, 250, 250] * width) * (height - height // 2)
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 2835, 2835, 0, 0)
    with open(path, "wb") as file:
        file.write(b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) + head + rows)
    return path


# The element's shadow stands in the place of the document, with what is around it behind.
WITHIN = """
    const document = new Proxy(globalThis.document, { get(whole, name) {
      const inner = whole.querySelector('docket-intake')?.shadowRoot
      const own = {
        querySelector: (selector) => inner.querySelector(selector) ?? whole.querySelector(selector),
        querySelectorAll: (selector) => [...inner.querySelectorAll(selector.replace(/^body /, '')), ...whole.querySelectorAll(selector)],
        getElementById: (id) => inner.getElementById(id) ?? whole.getElementById(id),
        elementFromPoint: (x, y) => inner.elementFromPoint(x, y),
      }
      if (inner && name === 'activeElement') return inner.activeElement ?? whole.activeElement
      if (inner && Object.hasOwn(own, name)) return own[name]
      return typeof whole[name] === 'function' ? whole[name].bind(whole) : whole[name]
    } })
    """


class Within(webdriver.Chrome):
    """Chromium whose scripts look into the element. A promise that one returns is awaited, and why it was refused is told."""

    def execute_script(self, script, *values):
        return super().execute_script(WITHIN + ";" + script, *values)


class Around:
    """The same for what looks into elements by itself."""

    def __init__(self, driver):
        self.execute_script = super(Within, driver).execute_script
        self.execute_async_script = super(Within, driver).execute_async_script


def browser(dark=False, width=375, height=740, flags=()):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-prefers-reduced-motion", "--lang=en", *flags]:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={FOLDER}/profile-{dark}-{width}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Within(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    # What the browser does by itself is none of the page's doing; a screen of a phone is narrower than a window can be.
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


def collect(driver, expected=()):
    """What the console said and where requests went since the last time."""
    for entry in driver.get_log("browser"):
        # A question before something is destroyed is a 428: the browser writes it down, and nothing is wrong.
        if not any(words in entry["message"] for words in (*expected, "status of 428")):
            seen["console"].append(entry["message"][:300])
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            own = url.startswith((BASE, "blob:" + BASE, "data:", "chrome:", "about:"))
            if not own:
                seen["origins"].append(url)
            # The secret is in the page's own address and in no other, but for where forms go.
            if SECRET in url and not url.startswith("chrome:") and not url.split("?")[0].rstrip("/").startswith(BASE + LINK):
                seen["origins"].append("the secret in " + url)
            referrer = message["params"]["request"]["headers"].get("Referer", "")
            if SECRET in referrer:
                seen["origins"].append("the secret in a referrer")


def picture(driver, name, check=True, whole=True):
    path = f"{FOLDER}/{name}.png"
    if whole:
        size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        data = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}})
        with open(path, "wb") as file:
            file.write(base64.b64decode(data["data"]))
    else:
        driver.save_screenshot(path)
    seen["pictures"].append(name)
    if check:
        result = Axe().run(Around(driver))
        for violation in result["violations"] + undecided(driver, result["incomplete"]):
            seen["axe"].append(f"{name}: {violation['id']} ({violation['impact']}) {violation['nodes'][0]['html'][:160]}: {violation['nodes'][0]['failureSummary'][:300]}")


def within(target):
    """Of what is in a shadow, the selectors from the outside to it; the last counts."""
    return target if isinstance(target, str) else target[-1]


def undecided(driver, rules):
    """Contrasts that could not be measured, but for what lies under an open sheet, is folded away or is scrolled out of sight, where nobody reads it.
    Where axe takes something to lie above a text, the browser is asked what does: axe does not know which sheets are on top."""
    script = """
        const [selector, isOverlap] = arguments
        const node = document.querySelector(selector)
        const top = [...document.querySelectorAll('dialog:modal')].at(-1)
        if (top && !top.contains(node) || node.closest('details:not([open]) > :not(summary)')) return false
        const isScrolledAway = (x, y) => {
          for (let box = node.parentElement; box; box = box.parentElement) {
            const { left, top, right, bottom } = box.getBoundingClientRect()
            if (getComputedStyle(box).overflowY !== 'visible' && (x < left || x > right || y < top || y > bottom)) return true
          }
          return false
        }
        return !isOverlap || [...node.getClientRects()].some(({ left, top, width, height }) => {
          const [x, y] = [left + width / 2, top + height / 2]
          const above = document.elementFromPoint(x, y)
          return above && !node.contains(above) && !isScrolledAway(x, y)
        })
        """
    found = []
    for rule in rules:
        if rule["id"] != "color-contrast":
            continue
        # A sign such as “+” has the colours of the words beside it, of which axe says more.
        nodes = [
            node for node in rule["nodes"] if "non-text characters" not in node["failureSummary"]
            and driver.execute_script(script, within(node["target"][0]), any(word in node["failureSummary"] for word in ("overlap", "obscured")))]
        if nodes:
            found.append({**rule, "nodes": nodes})
    return found


def until(driver, condition, what, seconds=30):
    try:
        WebDriverWait(driver, seconds, 0.1, ignored_exceptions=(Exception,)).until(lambda d: condition(d), what)
    except TimeoutException as late:
        raise AssertionError(f"{what}: not within {seconds} s; {described(driver)}") from late


def ask(name):
    """Asks the test for its part, waits until it is done, and returns what came of it."""
    open(f"{FOLDER}/{name}", "w").close()
    done = f"{FOLDER}/{name}-done"
    until(None, lambda _: os.path.exists(done), f"the test's part: {name}", 120)
    with open(done) as file:
        return file.read()


def described(driver):
    """How the page stands there, for whoever has to find out why; a picture of it is kept, too."""
    script = """
        const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.slice(0, 120))
        const main = document.getElementById('main')
        return JSON.stringify({
          at: location.pathname + location.search, says: main?.innerText?.slice(0, 300), state: main?.dataset.state, ready: 'ready' in (main?.dataset ?? {}), busy: main?.hasAttribute('aria-busy'),
          focus: document.activeElement?.id, hidden: document.hidden, pages: document.querySelectorAll('.pages li').length,
          uploads: [...document.querySelectorAll('.uploads li')].map((one) => one.dataset.state + ' ' + one.querySelector('progress')?.value),
          dialogs: texts('dialog h2'), toasts: texts('.toast p'), alerts: texts('[role=alert]'), missing: texts('.missing li') })
        """
    try:
        picture(driver, "99-late", check=False, whole=False)
        return f"the page: {driver.execute_script(script)}"
    except Exception as error:
        return f"the page cannot be looked at: {error}"


def one(driver, selector):
    return first(driver, selector, many)


def first(driver, selector, of):
    """What `of` finds first, as soon as the page has it: what a step shows may come a moment after it."""
    found = []

    def find(driver):
        found[:] = of(driver, selector)[:1]
        return found

    until(driver, find, selector)
    return found[0]


def many(driver, selector):
    return driver.execute_script("return document.querySelectorAll(arguments[0])", selector)


def wordings(driver, selector):
    """What is shown there, read in one step: between two, the page may show it anew."""
    return driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim())", selector)


def wording(driver, selector):
    return first(driver, selector, wordings)


def click(driver, selector):
    # What was there may be shown anew in between: then it is looked for again.
    def act(driver):
        element = one(driver, selector)
        if not element.is_displayed() or not element.is_enabled():
            return False
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        return True

    until(driver, act, selector)


def choose(driver, source, *paths):
    """Chooses files where the browser would open its own dialog."""
    driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")
    click(driver, f".choices li:nth-child({source}) button")
    give(driver, *paths)


def give(driver, *paths):
    until(driver, lambda d: d.execute_script("return globalThis.chosen?.isConnected"), "an input for files")
    driver.execute_script("return globalThis.chosen").send_keys("\n".join(paths))


def add(driver, kind, *paths, source=3, day=None):
    click(driver, "#add")
    click(driver, f".choices li:nth-child({kind}) button")
    if day:
        set_date(driver, "#new-issueDate", day)
    choose(driver, source, *paths)


def set_date(driver, selector, day):
    # Found and set in one step: the list may be shown anew between two.
    script = """
        const field = document.querySelector(arguments[0])
        if (!field) return false
        field.value = arguments[1]
        field.dispatchEvent(new Event('change'))
        return true
        """
    until(driver, lambda d: d.execute_script(script, selector, day), selector)


def press(driver, selector, key):
    # An element that was shown anew takes no key, and is looked for again.
    def act(driver):
        one(driver, selector).send_keys(key)
        return True

    until(driver, act, selector)


def sizes():
    """Of the files of each document's pages, in their order."""
    request = urllib.request.Request(BASE + LINK, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return [[page["size"] for page in document["pages"]] for document in json.load(answer)["documents"]]


def ready(driver):
    until(driver, lambda d: d.execute_script("return 'ready' in document.getElementById('main').dataset"), "the page")


def say(driver, key):
    return driver.execute_script("return JSON.parse(document.getElementById('start').textContent).words[arguments[0]]", key)


def with_script(recent):
    driver = browser()
    driver.get(BASE + LINK)
    ready(driver)
    assert SECRET not in driver.title
    picture(driver, "01-empty")
    for language in LANGUAGES[1:] + ["en"]:
        driver.get(f"{BASE}{LINK}?lang={language}")
        ready(driver)
        assert one(driver, "html").get_attribute("lang") == language
        assert say(driver, "add") in wording(driver, "#add")
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), language + " is too wide"
        picture(driver, f"02-language-{language}", check=False)
        seen["languages"].append(language)
    click(driver, "#add")
    picture(driver, "03-kinds", whole=False)
    click(driver, ".choices li:nth-child(1) button")
    until(driver, lambda d: many(d, "#new-issueDate"), "the date")
    picture(driver, "04-sources", whole=False)
    one(driver, "body").send_keys(Keys.ESCAPE)
    until(driver, lambda d: not many(d, "dialog"), "no dialog")

    # A file that is none of the kinds is told before it is sent.
    wrong = f"{FOLDER}/\u202e<img src=x onerror=alert(1)>.png"
    with open(wrong, "wb") as file:
        file.write(b"MZ not a picture at all")
    add(driver, 1, wrong)
    until(driver, lambda d: many(d, ".uploads li[data-state=refused]"), "the refusal")
    assert not many(driver, "img[src=x]")
    picture(driver, "05-refused-at-once")
    click(driver, ".uploads li[data-state=refused] button")

    # Several photos are the pages of one document.
    photos = [png(f"{FOLDER}/photo {number}.png", 40 + 60 * number, large=number == 0) for number in range(2)]
    photos.append(bmp(f"{FOLDER}/scan.bmp"))
    click(driver, "[id^=a-]")
    choose(driver, 2, *photos)
    until(driver, lambda d: len(many(d, ".pages li")) == 3, "three pages")
    # The first one takes longest, and is the first page all the same.
    assert sizes()[-1] == [os.path.getsize(photo) for photo in photos], "pages lie in another order than they were chosen in"
    picture(driver, "06-pages")
    until(driver, lambda d: not one(d, "#submit").is_enabled(), "nothing to submit yet")
    assert many(driver, ".missing li")

    # Order by keyboard, then by the pointer.
    ids = lambda: driver.execute_script("return [...document.querySelectorAll('.pages li')].map(item => item.dataset.id)")
    before = ids()
    press(driver, ".pages li:nth-child(1) .grip", Keys.ARROW_RIGHT)
    until(driver, lambda d: ids() == [before[1], before[0], before[2]], "the order of the keys")
    until(driver, lambda d: d.execute_script("return document.activeElement.id") == f"h-{before[0]}", "the focus on the page that was moved")

    # Once: a person whose hand is refused goes away.
    until(driver, lambda d: not many(d, "#main[aria-busy]"), "a quiet page")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", one(driver, f"#h-{before[1]}"))
    target = one(driver, ".pages li:nth-child(3) .thumb")
    webdriver.ActionChains(driver).click_and_hold(one(driver, f"#h-{before[1]}")).move_to_element(target).release().perform()
    until(driver, lambda d: ids() == [before[0], before[2], before[1]], "the order of the pointer")
    assert not many(driver, ".toast"), "the order was refused"

    # Turn, replace and remove; what destroys something asks first.
    click(driver, ".pages li:nth-child(1) .thumb")
    until(driver, lambda d: many(d, ".tools"), "the tools")
    picture(driver, "07-one-page", whole=False)
    click(driver, ".tools button:nth-child(1)")
    until(driver, lambda d: not many(d, "dialog") and not many(d, "#main[aria-busy]"), "the page turned")
    click(driver, ".pages li:nth-child(2) .thumb")
    click(driver, ".tools button.danger")
    until(driver, lambda d: many(d, "dialog.small"), "the question")
    picture(driver, "08-question", whole=False)
    click(driver, "dialog.small .row button:nth-child(1)")
    until(driver, lambda d: not many(d, "dialog"), "the answer no")
    assert len(ids()) == 3
    click(driver, ".pages li:nth-child(2) .thumb")
    click(driver, ".tools button.danger")
    click(driver, "dialog.small button.danger")
    until(driver, lambda d: len(ids()) == 2, "two pages")
    click(driver, ".pages li:nth-child(1) .thumb")
    driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")
    click(driver, ".tools button:nth-child(2)")
    give(driver, png(f"{FOLDER}/another.png", 200))
    click(driver, "dialog.small button.danger")
    until(driver, lambda d: not many(d, "dialog") and not many(d, "#main[aria-busy]"), "the page replaced")
    assert len(ids()) == 2

    # The network is cut while a file is on its way, the page is loaded again, and the file arrives all the same.
    large = png(f"{FOLDER}/large.png", 90, 1500, 4200)
    with open(large, "ab") as file:
        file.write(os.urandom(4_000_000))
    network = lambda offline, rate: driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": rate})
    driver.execute_cdp_cmd("Network.enable", {})
    network(False, SLOW)
    click(driver, "[id^=a-]")
    choose(driver, 3, large)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.05, "some of the large file")
    picture(driver, "09-sending", whole=False)
    click(driver, ".uploads button:nth-child(1)")
    until(driver, lambda d: many(d, ".uploads li[data-state=paused]"), "the pause")
    click(driver, ".uploads button:nth-child(1)")
    until(driver, lambda d: many(d, ".uploads li[data-state=sending]"), "the transfer again")
    network(True, 0)
    until(driver, lambda d: many(d, ".uploads li[data-state=retrying]"), "the wait for the network")
    picture(driver, "10-offline", whole=False)
    collect(driver, ["ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"])
    network(False, SLOW)
    until(driver, lambda d: many(d, ".uploads li[data-state=sending]"), "the transfer after the cut")
    driver.refresh()
    ready(driver)
    until(driver, lambda d: many(d, ".uploads li"), "the file after the reload")
    network(False, -1)
    until(driver, lambda d: len(ids()) == 3, "the large file", 60)

    # A date in the future is a slip of the finger; a right one makes the submission whole.
    field = "[id^=issueDate-]"
    set_date(driver, field, "2999-01-01")
    until(driver, lambda d: many(d, ".toast"), "the complaint")
    picture(driver, "11-complaint", whole=False)
    click(driver, ".toast button")
    set_date(driver, field, recent)
    until(driver, lambda d: one(d, "#submit").is_enabled(), "a whole submission")
    picture(driver, "12-ready")

    # While one more file is on its way nothing is sent, and it is said why; without that file all can be sent.
    network(False, SLOW)
    click(driver, "[id^=a-]")
    choose(driver, 3, large)
    until(driver, lambda d: many(d, ".uploads li[data-state=sending]"), "one more transfer")
    until(driver, lambda d: not one(d, "#submit").is_enabled() and wording(d, "#submit-hint") == say(d, "submitWaits"), "the wait for it")
    click(driver, ".uploads button:nth-child(2)")
    network(False, -1)
    until(driver, lambda d: one(d, "#submit").is_enabled() and not many(d, ".uploads li"), "all that is there")
    assert len(ids()) == 3
    collect(driver, ["422", "428", "400", "409", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"])

    # A second tab submits it; the first one says so and loses nothing.
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 375, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    driver.get(BASE + LINK)
    ready(driver)
    # An alarm of before, and a hand that hits twice: it is sent once, and nothing is left to be alarmed about.
    set_date(driver, field, "2999-01-01")
    until(driver, lambda d: many(d, ".toast"), "the complaint of before")
    set_date(driver, field, recent)
    until(driver, lambda d: not many(d, ".toast") and not many(d, "#main[aria-busy]"), "the end of the complaint")
    until(driver, lambda d: one(d, "#submit").is_enabled(), "a whole submission again")
    driver.execute_script("""
        const ask = window.fetch
        window.sent = 0
        window.fetch = (...request) => { if (String(request[0]).endsWith('/submit')) window.sent++; return ask(...request) }
        """)
    driver.execute_script("const button = document.getElementById('submit'); button.click(); button.click(); button.dispatchEvent(new MouseEvent('dblclick'))")
    # The outcome may come so soon that the stages are not seen.
    where = lambda d: one(d, "#main").get_attribute("data-state")
    until(driver, lambda d: where(d) != "draft", "the stages")
    times, toasts = driver.execute_script("return window.sent"), wordings(driver, ".toast")
    assert times == 1 and not toasts, f"it was sent {times} times: {toasts}"
    picture(driver, "13-stages")
    driver.switch_to.window(first)
    until(driver, lambda d: where(d) != "draft", "the first tab to follow")
    until(driver, lambda d: where(d) in ("accepted", "needs_input"), "the outcome", 60)
    seen["outcomes"] = [where(driver)]
    if where(driver) == "needs_input":
        # The refusal says why, and is put right on the spot.
        until(driver, lambda d: many(d, ".reasons .reason") and many(d, "[id^=a-]"), "the reasons")
        picture(driver, "14-refused")
        click(driver, ".pages li:nth-child(1) .thumb")
        driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")
        click(driver, ".tools button:nth-child(2)")
        give(driver, png(f"{FOLDER}/sharper.png", 220))
        click(driver, "dialog.small button.danger")
        until(driver, lambda d: not many(d, "dialog") and not many(d, "#main[aria-busy]"), "the sharper page")
        click(driver, "#submit")
        until(driver, lambda d: where(d) == "accepted", "the second outcome", 60)
        seen["outcomes"].append(where(driver))
    until(driver, lambda d: len(many(d, ".pages img")) == 3, "the clean pages")
    picture(driver, "15-accepted")
    saved(driver)
    collect(driver, ["422", "428", "400", "409"])
    driver.quit()


def saved(driver):
    """The receipt as a PDF, which the browser writes when the person prints: what was sent and its number, and nothing to press."""
    path = f"{FOLDER}/receipt.pdf"
    with open(path, "wb") as file:
        file.write(base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"]))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout
    number = wording(driver, ".receipt code")
    assert say(driver, "receipt") in text and number in text, text
    assert wording(driver, ".receipt li") in text, text
    assert say(driver, "print") not in text and say(driver, "add") not in text, text


def without_script(recent):
    driver = browser()
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    driver.get(BASE + PLAIN + "?lang=en")
    plain = lambda name: picture(driver, "30-plain-" + name, check=False)
    assert not many(driver, "#main[data-ready]")
    assert not one(driver, "button.main").is_enabled()
    plain("empty")
    year, month, day = recent.split("-")
    one(driver, "#add-issueDate").send_keys(month + day + year)
    one(driver, "section[aria-labelledby=add] button").click()
    until(driver, lambda d: many(d, "article"), "the document")
    for number in (1, 2):
        one(driver, "input[type=file]").send_keys(png(f"{FOLDER}/plain {number}.png", 100 * number))
        one(driver, "form[enctype] button").click()
        until(driver, lambda d: len(many(d, "article ol li")) == number, "the page")
    wrong = f"{FOLDER}/wrong.png"
    with open(wrong, "wb") as file:
        file.write(b"MZ not a picture at all")
    one(driver, "input[type=file]").send_keys(wrong)
    one(driver, "form[enctype] button").click()
    until(driver, lambda d: many(d, "[role=alert]"), "the refusal")
    plain("refused")
    one(driver, "article ol li:nth-child(2) button").click()
    until(driver, lambda d: many(d, "button.danger"), "the question")
    plain("question")
    one(driver, "button.danger").click()
    until(driver, lambda d: len(many(d, "article ol li")) == 1, "one page")
    plain("ready")
    one(driver, "button.main").click()
    until(driver, lambda d: not many(d, "form"), "the end")
    plain("sent")
    collect(driver, ["415", "422", "428"])
    driver.quit()


def others():
    for name, options in [("dark", {"dark": True}), ("narrow", {"width": 188, "height": 370}), ("wide", {"width": 1100, "height": 800})]:
        driver = browser(**options)
        driver.get(BASE + LINK)
        ready(driver)
        # Half the width of a phone is what is left of it at 200 %.
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), name + " is too wide"
        until(driver, lambda d: len(many(d, ".pages img")) == 3, "the clean pages")
        picture(driver, f"20-{name}")
        collect(driver)
        driver.quit()
    driver = browser()
    driver.get(BASE + STATUS + "/status")
    ready(driver)
    assert not many(driver, "form, input, #submit")
    picture(driver, "21-status")
    driver.get(BASE + "/u/dl_000000000000_" + "A" * 43)
    picture(driver, "22-unknown-link")
    collect(driver, ["401", "404"])
    driver.quit()


if __name__ == "__main__":
    with_script(RECENT)
    others()
    without_script(RECENT)
    print(json.dumps(seen))

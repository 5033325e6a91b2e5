"""A reviewer at the desk: signs in with a key and decides by keyboard alone. usage: reviewer.py BASE FOLDER LINK KEY KEY-OF-A-COLLEAGUE COUNT

COUNT submissions wait; no link is followed. Says what it saw as JSON on its last line.
"""
import json
import statistics
import sys
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from person import BASE, FOLDER, LANGUAGES, browser, click, collect, many, one, picture, seen, until, wording, wordings

KEY, COLLEAGUE, COUNT = sys.argv[4], sys.argv[5], int(sys.argv[6])
seen |= {"decided": [], "waits": [], "firstViews": []}


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def decide(driver):
    ActionChains(driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()


def colleague(method, path, body=None):
    request = urllib.request.Request(
        BASE + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + COLLEAGUE, "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or b"null")


def shown(driver):
    """The submission on the screen, once it can be decided on."""
    return driver.execute_script("""
        const form = document.querySelector('form.verdict')
        return form && !form.inert && !document.querySelector('main[aria-busy]') ? location.pathname.split('/').pop() : null""")


def at(driver, what="a submission to decide on", other_than=None):
    until(driver, lambda d: shown(d) not in (None, other_than), what)
    return shown(driver)


def sign_in(driver, key=KEY):
    until(driver, lambda d: many(d, "#key"), "the way in")
    field = one(driver, "#key")
    field.clear()
    field.send_keys(key, Keys.ENTER)


def queued(driver, count):
    until(driver, lambda d: wording(d, '.count[data-name="waiting"] strong') == str(count), f"{count} waiting")


def first_view(width):
    """From the address to the queue, over a slow line, in a new browser with nothing cached. Milliseconds."""
    fresh = browser(width=width, height=860)
    fresh.get(BASE + "/desk")
    sign_in(fresh, COLLEAGUE)
    until(fresh, lambda d: many(d, "tbody tr"), "the queue")
    fresh.get("about:blank")
    fresh.execute_cdp_cmd("Network.enable", {})
    fresh.execute_cdp_cmd("Network.clearBrowserCache", {})
    fresh.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8})
    fresh.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        new MutationObserver((found, observer) => {
          if (!document.querySelector('tbody tr')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => { globalThis.queueShown = performance.now() }))
        }).observe(document, { childList: true, subtree: true })"""})
    fresh.get(BASE + "/desk/review")
    until(fresh, lambda d: d.execute_script("return globalThis.queueShown"), "the time")
    seen["firstViews"].append(fresh.execute_script("return globalThis.queueShown"))
    collect(fresh, expected=("401",))
    fresh.quit()


driver = browser(width=1366, height=860)
driver.get(BASE + "/desk")
sign_in(driver, "dk_" + "x" * 20)
until(driver, lambda d: wordings(d, ".sign-in [role=alert]")[0], "that the key opens nothing")
picture(driver, "80-sign-in")
sign_in(driver)
until(driver, lambda d: len(many(d, "tbody tr")) == min(COUNT, 50), "the queue")
queued(driver, COUNT)
picture(driver, "81-queue")
for width in (1280, 1281, 1282):
    first_view(width)

# The next one, its pages, and the keys.
press(driver, "n")
first = at(driver)
until(driver, lambda d: d.execute_script("return document.querySelector('.sheet img')?.naturalWidth > 0"), "the page")
picture(driver, "82-submission")
press(driver, "?")
until(driver, lambda d: many(d, "dialog[open] dl.keys"), "the keys")
picture(driver, "83-keys", whole=False)
press(driver, Keys.ESCAPE)
until(driver, lambda d: not many(d, "dialog"), "no dialog")

# A page by keyboard: larger, turned, as it was sent, two beside each other.
press(driver, "+", "r")
until(driver, lambda d: many(d, '.stage[data-zoomed="true"] .sheet[data-turn="90"]'), "larger and turned")
press(driver, "0", "r", "r", "r", "o")
until(driver, lambda d: "/original" in one(d, ".sheet img").get_attribute("src"), "the original")
press(driver, "o")

# A refusal with a reason, in the person's language; it survives a reload.
press(driver, "x", "1")
until(driver, lambda d: many(d, 'fieldset.judged[data-verdict="refused"]'), "refused")
assert wording(driver, ".person-reads").startswith("Auf diesem Dokument"), wording(driver, ".person-reads")
assert one(driver, ".person-reads").get_attribute("lang") == "de"
press(driver, "t")
press(driver, "Called at noon.", Keys.ESCAPE)
until(driver, lambda d: wording(d, ".kept"), "that it is kept")
picture(driver, "84-refusal")
driver.refresh()
assert at(driver) == first
assert many(driver, 'fieldset.judged[data-verdict="refused"]') and one(driver, "#note").get_attribute("value") == "Called at noon."

# Decided, and taken back; then decided for good.
decide(driver)
second = at(driver, "the next one", other_than=first)
assert many(driver, "#undo")
picture(driver, "85-undo", whole=False)
press(driver, "u")
until(driver, lambda d: shown(d) == first, "the one that was taken back")
assert not many(driver, "#undo")
if not many(driver, 'fieldset.judged[data-verdict="refused"]'):
    press(driver, "x", "1")
decide(driver)
seen["decided"].append(first)
second = at(driver, "the next one", other_than=first)

# A colleague takes over what is on the screen: it is said at once, and nothing can be decided until it is taken back.
colleague("POST", f"/v1/submissions/{second}/claim", {"takeOver": True})
until(driver, lambda d: many(d, "#take-over"), "who has it now")
assert "Ben" in wording(driver, ".claim") and driver.execute_script("return document.querySelector('form.verdict').inert")
picture(driver, "86-claimed")
click(driver, "#take-over")
until(driver, lambda d: not d.execute_script("return document.querySelector('form.verdict').inert"), "that it is one's own again")
assert at(driver) == second

# Without the network nothing is lost.
driver.execute_cdp_cmd("Network.enable", {})
offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
press(driver, "a")
decide(driver)
until(driver, lambda d: many(d, ".toast"), "that there is no connection", seconds=40)
assert shown(driver) == second and many(driver, 'fieldset.judged[data-verdict="accepted"]')
driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
collect(driver, expected=("ERR_INTERNET_DISCONNECTED", "401", "409"))
decide(driver)
seen["decided"].append(second)

# All others by keyboard alone.
before = second
while len(seen["decided"]) < COUNT:
    now = at(driver, f"submission {len(seen['decided']) + 1}", other_than=before)
    driver.execute_script("""
        globalThis.pressed = undefined
        addEventListener('keydown', () => { globalThis.pressed = performance.now(); globalThis.after = undefined }, { capture: true, once: true })
        const was = location.pathname
        const look = () => {
          const form = document.querySelector('form.verdict')
          if (globalThis.pressed && location.pathname !== was && form && !document.querySelector('main[aria-busy]')) globalThis.after = performance.now() - globalThis.pressed
          else requestAnimationFrame(look)
        }
        look()""")
    press(driver, "A", "d")
    seen["decided"].append(now)
    if len(seen["decided"]) < COUNT:
        at(driver, "the next one", other_than=now)
        until(driver, lambda d: d.execute_script("return globalThis.after"), "the time")
        seen["waits"].append(driver.execute_script("return globalThis.after"))
    before = now

until(driver, lambda d: d.current_url.endswith("/desk/review"), "the queue")
queued(driver, 0)
picture(driver, "87-done")
driver.get(BASE + "/desk/review/numbers")
until(driver, lambda d: many(d, "dl.figures"), "the numbers")
picture(driver, "88-numbers")
driver.get(BASE + f"/desk/review/{first}")
until(driver, lambda d: many(d, ".panel-head"), "one that was decided")
picture(driver, "89-decided")
collect(driver, expected=("409", "401"))
driver.quit()

# In the dark, on a phone, and in each language: nothing sticks out.
for width, height in ((1366, 860), (390, 780)):
    other = browser(dark=True, width=width, height=height)
    other.get(BASE + "/desk")
    sign_in(other)
    for language in LANGUAGES:
        for view in ("", "/numbers", "/" + first):
            other.get(f"{BASE}/desk/review{view}?lang={language}")
            until(other, lambda d: many(d, "main h1") and not many(d, "main[aria-busy]"), view)
            assert other.execute_script("return document.documentElement.scrollWidth <= innerWidth"), (width, language, view)
            assert other.execute_script("return document.documentElement.lang") == language
            if language in ("de", "ja"):
                picture(other, f"9{'0' if width > 500 else '1'}-{language}{view.replace('/', '-')[:9]}")
    collect(other, expected=("401",))
    other.quit()

seen["median"] = statistics.median(seen["waits"])
seen["firstView"] = statistics.median(seen["firstViews"])
print(json.dumps(seen))

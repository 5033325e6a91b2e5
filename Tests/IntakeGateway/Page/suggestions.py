"""A person is asked whether what was read is right. usage: suggestions.py BASE FOLDER LINK - -

The file `read` in FOLDER asks for what the workers do: a day for sure, nine days ago, of the first document; one that was 40 or 70 days
ago, of the second; and a day of expiry, of the third. It is answered by `read-done`.
"""
import json
from datetime import date, timedelta

from selenium.webdriver.common.keys import Keys

from person import BASE, FOLDER, LANGUAGES, LINK, RECENT, add, ask, browser, click, collect, many, picture, png, press, ready, say, seen, set_date, until, wording

ISSUED, EXPIRES = "input[id^=issueDate-]", "input[id^=expiryDate-]"


def ago(days):
    return (date.today() - timedelta(days=days)).isoformat()


def document(n):
    return f"article.document:nth-of-type({n})"


def value(driver, selector):
    return driver.execute_script("return document.querySelector(arguments[0])?.value", selector)


def drawn(driver):
    return driver.execute_script("return document.querySelectorAll('canvas.place:not([hidden])').length")


def has_focus(driver, selector):
    return driver.execute_script("return document.activeElement.matches(arguments[0])", selector)


driver = browser()
driver.get(BASE + LINK)
ready(driver)
for n, (kind, red) in enumerate([(1, 90), (1, 150), (2, 210)], 1):
    add(driver, kind, png(f"{FOLDER}/{n}.png", red))
    until(driver, lambda d: not many(d, "dialog") and len(many(d, ".pages li")) == n and not many(d, "#main[aria-busy]"), "the page")
assert not many(driver, ".suggestion")

# One whose proxy keeps all that the stream says. What is put off for long comes a hundred times as soon.
deaf = browser(width=376)
deaf.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": '''
    const [later, get] = [setTimeout, fetch]
    window.setTimeout = (act, time, ...rest) => later(act, time < 15000 ? time : time / 100, ...rest)
    window.fetch = (path, ...rest) => `${path}`.endsWith('/events') ? Promise.resolve(new Response(new ReadableStream())) : get(path, ...rest)
'''})
deaf.get(BASE + LINK)
ready(deaf)

# What was read comes to the page by itself, is said, and fills nothing in.
ask("read")
until(driver, lambda d: len(many(d, ".suggestion")) == 3, "three questions", 60)
until(deaf, lambda d: len(many(d, ".suggestion")) == 3, "three questions without a stream", 60)
deaf.quit()
asked = say(driver, "suggest.ask").split("{")[0].strip()
until(driver, lambda d: asked in d.execute_script("return document.querySelector('.sr[role=status]').textContent"), "it is said")
assert [len(many(driver, f"{document(n)} .looks")) for n in (1, 2, 3)] == [0, 0, 1]
assert "payslip" in wording(driver, f"{document(3)} .looks p"), "what it looks like"
assert [value(driver, f"{document(n)} {field}") for n, field in [(1, ISSUED), (2, ISSUED), (3, EXPIRES)]] == ["", "", ""]
until(driver, lambda d: drawn(d) == 3, "the places where it stands")
shape = driver.execute_script("const { width, height } = document.querySelector('canvas.place'); return [width, height]")
assert shape[0] > 2 * shape[1], shape
names = driver.execute_script("return [...document.querySelectorAll('canvas.place')].map((one) => [one.role, one.ariaLabel])")
assert len(names) == 3 and all(role == "img" and "1" in name for role, name in names), names
sides = driver.execute_script(
    "return [...document.querySelectorAll('.suggestion button')].map((one) => [one.offsetWidth, one.offsetHeight])")
assert len(sides) == 7 and all(side >= 44 for size in sides for side in size), sides
described = driver.execute_script("return document.querySelector(arguments[0]).getAttribute('aria-describedby')", ISSUED)
assert any(part.endswith("-suggestion") for part in described.split()), described
picture(driver, "80-asked")

# In each language, in the dark and on a desk.
desk = browser(dark=True, width=1280, height=900)
for language in LANGUAGES:
    desk.get(f"{BASE}{LINK}?lang={language}")
    ready(desk)
    until(desk, lambda d: drawn(d) == 3, "the questions")
    assert desk.execute_script("return document.documentElement.scrollWidth <= innerWidth"), language
    picture(desk, f"81-asked-{language}")
desk.quit()

# Yes, by keyboard: the date is filled in, and the focus is on it.
press(driver, f"{document(1)} .suggestion [id$=-yes]", Keys.ENTER)
until(driver, lambda d: value(d, f"{document(1)} {ISSUED}") == RECENT, "the date")
until(driver, lambda d: has_focus(d, f"{document(1)} {ISSUED}"), "the focus")
assert not many(driver, f"{document(1)} .suggestion")

# Of two days the person says which.
assert len(many(driver, f"{document(2)} .suggestion button")) == 3
click(driver, f"{document(2)} .suggestion [id$=-yes1]")
until(driver, lambda d: value(d, f"{document(2)} {ISSUED}") == ago(70), "the other date")
assert not many(driver, f"{document(2)} .suggestion")

# No: nothing is filled in, and it is not asked again.
click(driver, f"{document(3)} .suggestion [id$=-no]")
until(driver, lambda d: not many(d, f"{document(3)} .suggestion") and has_focus(d, f"{document(3)} {EXPIRES}"), "no question")
assert value(driver, f"{document(3)} {EXPIRES}") == ""

# Where another day is stated, the document's is told, and can be taken; a page that was turned is shown turned.
set_date(driver, f"{document(1)} {ISSUED}", ago(5))
until(driver, lambda d: many(d, f"{document(1)} .suggestion"), "what the document says")
assert say(driver, "suggest.says").split("{")[0].strip() in wording(driver, f"{document(1)} .suggestion p")
assert len(many(driver, f"{document(1)} .suggestion button")) == 1
click(driver, f"{document(1)} .thumb")
click(driver, ".tools button:nth-child(1)")
until(driver, lambda d: not many(d, "dialog") and not many(d, "#main[aria-busy]"), "the turn")
turned = "const { width, height, hidden } = document.querySelector('canvas.place'); return !hidden && height > 2 * width"
until(driver, lambda d: d.execute_script(turned), "the turned place")
picture(driver, "82-says")
assert not many(driver, f"{document(3)} .suggestion")
click(driver, f"{document(1)} .suggestion [id$=-yes]")
until(driver, lambda d: value(d, f"{document(1)} {ISSUED}") == RECENT and not many(d, ".suggestion"), "the document's day")
picture(driver, "83-taken")

collect(driver)
driver.quit()
print(json.dumps(seen))

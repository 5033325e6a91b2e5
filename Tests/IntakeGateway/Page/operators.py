"""An operator at the desk, over an installation in trouble that operators.js plays. usage: operators.py BASE FOLDER /none - -"""
import json
import os

from person import BASE, FOLDER, LANGUAGES, browser, click, collect, many, one, picture, say, seen, until, wording, wordings

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "operators.js")) as file:
    PLAYED = file.read()
FIRST = "0199a1b2-0000-7000-8000-000000000001"
VIEWS = ["operations", "topics", "topics?topic=docket.submitted", "stories", f"stories?id={FIRST}", "stories?q=acme", "letters", "deliveries", "journeys", "exports?subject=person-7", "audit", "keys", "holds", "holds?part=retention", "holds?part=erasures"]


def desk(**options):
    driver = browser(**options)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PLAYED})
    return driver


def visit(driver, view, more=""):
    driver.get(f"{BASE}/desk/{view}{more}")
    settled(driver)
    assert driver.current_url.startswith(f"{BASE}/desk/{view.partition('?')[0]}"), f"{driver.current_url} is shown instead of {view}"


def settled(driver):
    until(driver, lambda d: many(d, "main h1, main .tail") and not many(d, "main[aria-busy]"), "the view")


def look(driver, expected=()):
    # Who is signed in is played, too: the browser gets it from nobody, and writes down that what it loaded ahead was not used.
    collect(driver, ["was preloaded using link preload", *expected])


def asked(driver, beginning):
    return [line for line in driver.execute_script("return operators.asked") if line.startswith(beginning)]


def write(driver, name, text):
    field = one(driver, f"dialog [name={name}]")
    field.clear()
    field.send_keys(text)


def choose(driver, *rows):
    for row in rows:
        click(driver, f"tbody tr:nth-child({row}) input[type=checkbox]")


def fill(driver, view):
    if "topic=" in view:
        until(driver, lambda d: d.execute_script("return !!operators.send"), "the stream")
        driver.execute_script("operators.send(60)")
        click(driver, ".tail-rows li:nth-child(3) button")
        until(driver, lambda d: many(d, ".event .near li"), "the record")


driver = desk(width=1280, height=900)
# Each view in each light, without what axe finds, and within a narrow screen.
for view in VIEWS:
    visit(driver, view)
    fill(driver, view)
    name = view.translate(str.maketrans("?=.", "---"))[:30]
    picture(driver, f"80-{name}")
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), f"{view} is too wide"
look(driver)
for width, language in [(375, "en"), (375, "de"), (375, "fr"), (375, "es"), (375, "ja")]:
    dark = desk(dark=True, width=width)
    for view in VIEWS if language == "en" else ["operations", "letters", "holds"]:
        visit(dark, view, ("&" if "?" in view else "?") + "lang=" + language)
        fill(dark, view)
        assert dark.execute_script("return document.documentElement.scrollWidth <= innerWidth"), f"{view} is too wide on a phone in {language}"
        name = view.translate(str.maketrans("?=.", "---"))[:30]
        picture(dark, f"81-{language}-{name}")
    look(dark)
    dark.quit()

# Operations: read again while somebody looks, without a row that jumps; a stage is paused and resumed.
visit(driver, "operations")
looks = len(asked(driver, "GET /v1/admin/status"))
driver.execute_script("window.row = document.querySelector('[data-key=validation]'); document.getElementById('pause-validation').focus()")
until(driver, lambda d: len(asked(d, "GET /v1/admin/status")) >= looks + 2, "two more looks")
assert driver.execute_script("return row.isConnected && document.activeElement.id") == "pause-validation"
assert driver.execute_script("return document.querySelector('[data-name=requests] path').getAttribute('d').includes('L')")
# The line of hours has a gap where nothing was known, and goes on with what is seen now.
assert driver.execute_script("return document.querySelector('[data-name=requests] path').getAttribute('d').split('M').length") == 3
assert one(driver, "[name=hours]").get_attribute("value") == "6"
assert "user:jo: the disk is full" in wording(driver, "[data-key=normalization]")
click(driver, "#pause-validation")
write(driver, "reason", "a test")
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "#resume-validation"), "the pause")
click(driver, "#resume-normalization")
until(driver, lambda d: many(d, "#pause-normalization"), "the end of the pause")
driver.execute_script("operators.isDown = true")
until(driver, lambda d: one(d, ".offline").is_displayed(), "that nothing answers")
assert many(driver, "[data-key=validation]"), "what was seen is gone"
driver.execute_script("operators.isDown = false")
until(driver, lambda d: not one(d, ".offline").is_displayed(), "that it answers")
# A page that nobody sees asks for nothing.
driver.execute_script("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }); operators.asked = []; window.later = setTimeout(() => { window.over = true }, 4500)")
until(driver, lambda d: d.execute_script("return window.over"), "some seconds")
assert not asked(driver, "GET /v1/admin/status")

# A tail: five thousand are kept and the rest is told; few rows are there; a pause keeps the picture still.
visit(driver, "topics?topic=docket.submitted")
until(driver, lambda d: d.execute_script("return !!operators.send"), "the stream")
assert "rate=2000" in asked(driver, "GET /v1/admin/topics/docket.submitted/events")[0]
driver.execute_script("""
    window.paints = 0
    const ask = window.requestAnimationFrame
    window.requestAnimationFrame = (act) => ask((at) => { paints++; act(at) })
    for (let n = 0; n < 70; n++) operators.send(100)
    operators.count({ skipped: 12, unjudged: 3 })
    """)
told = lambda d: wording(d, ".tail-told")
until(driver, lambda d: say(d, "tailDropped").replace("{n}", "2,000") in told(d), "what was dropped")
assert say(driver, "tailKept").replace("{n}", "5,000") in told(driver)
until(driver, lambda d: say(d, "tailSkipped").replace("{n}", "12") in told(d) and say(d, "tailUnjudged").replace("{n}", "3") in told(d), "what the gateway skipped")
assert driver.execute_script("return paints") < 70 and len(many(driver, ".tail-rows li")) < 60
newest = wording(driver, ".tail-rows li:first-child")
click(driver, "#pausing")
driver.execute_script("operators.send(7)")
until(driver, lambda d: say(d, "tailNew").replace("{n}", "7") in told(d), "seven new ones")
assert wording(driver, ".tail-rows li:first-child") == newest
click(driver, "#pausing")
until(driver, lambda d: wording(d, ".tail-rows li:first-child") != newest, "the new ones")
# Who reads further down stays there.
driver.execute_script("document.querySelector('.tail').scrollTop = 34000")
until(driver, lambda d: d.execute_script("return +document.querySelector('.tail-rows li').getAttribute('aria-posinset')") > 900, "the rows further down")
click(driver, ".tail-rows li:nth-child(12) button")
until(driver, lambda d: many(d, ".tail-row[aria-current=true]"), "the event")
place = lambda d: d.execute_script("return document.querySelector('.tail-row[aria-current=true]').getBoundingClientRect().top")
before = place(driver)
driver.execute_script("operators.send(40)")
until(driver, lambda d: d.execute_script("return document.querySelector('.tail').scrollTop") > 35000, "the place further down")
assert abs(place(driver) - before) < 2
# The event with its schema, its trace and its neighbours; what it says is a text.
until(driver, lambda d: many(d, ".event .near li"), "its neighbours")
assert not many(driver, "img[src=x]") and "onerror=alert" in wording(driver, ".event pre")
assert "SubmissionSubmitted" in wordings(driver, ".event dd a") and "4bf92f3577b34da6a3ce929d0e0e4736" in wordings(driver, ".event dd a")
assert "traceparent" in [link.get_attribute("href") for link in many(driver, ".event dd a")][1]
assert "kcat" in " ".join(wordings(driver, ".event code")) and "offset ==" in " ".join(wordings(driver, ".event code"))
first = wording(driver, ".event p")
chosen = lambda d: d.current_url.split("record=")[1]
at = chosen(driver)
click(driver, "#event-older")
assert wording(driver, ".event p") != first and chosen(driver) != at
until(driver, lambda d: many(d, ".near button"), "a neighbour that is kept")
picture(driver, "82-event", whole=False)
click(driver, ".near button")
until(driver, lambda d: chosen(d) != at, "the neighbour")
# A colleague who is sent the address sees the same record.
at = chosen(driver)
visit(driver, f"topics?topic=docket.submitted&record={at}")
until(driver, lambda d: many(d, ".event .near li"), "the same record")
assert at.replace("%2F", "/") in wording(driver, ".event p")
visit(driver, "topics?topic=docket.submitted&record=0/9")
until(driver, lambda d: wording(d, ".event [role=alert]") == say(d, "recordGone"), "that the record is gone")
# A cut stream goes on where it was: with what was told of, and what came after that.
visit(driver, "topics?topic=docket.submitted&from=15m")
until(driver, lambda d: d.execute_script("return !!operators.send"), "the stream")
driver.execute_script("operators.count({ skipped: 5 }); operators.send(2); operators.isBusy = true; operators.cut()")
until(driver, lambda d: one(d, ".offline").is_displayed() and "As many topics" in wording(d, ".offline"), "that it is cut, and why")
assert len(many(driver, ".tail-rows li")) == 2, "what was seen is gone"
driver.execute_script("operators.isBusy = false")
until(driver, lambda d: not one(d, ".offline").is_displayed(), "the stream again")
again = asked(driver, "GET /v1/admin/topics/docket.submitted/events")[-1]
assert "from=0%3A1000%2C1%3A1002%2C2%3A1003%2C3%3A1000" in again, again
driver.execute_script("operators.count({ skipped: 2, places: '0:1000' })")
until(driver, lambda d: say(d, "tailSkipped").replace("{n}", "7") in told(d), "all that was skipped")
# What is asked for stands in the address, and in the commands.
visit(driver, "topics?topic=docket.submitted")
one(driver, "[name=where]").send_keys("tenant == it's")
driver.execute_script("const start = document.querySelector('[name=start]'); start.value = 'offset'; start.dispatchEvent(new Event('change'))")
one(driver, "[name=at]").send_keys("3:1200")
click(driver, "form.filters button")
until(driver, lambda d: "from=3%3A1200" in d.current_url and "where=tenant" in d.current_url, "the address")
driver.execute_script("document.querySelector('main > details').open = true")
assert "docket tail --topic docket.submitted --offset 1200 --where '(tenant == it'\\''s) and partition == 3'" in wordings(driver, "main > details code")
assert any("-p 3 -o 1200" in words for words in wordings(driver, "main > details code"))
visit(driver, "topics?topic=docket.submitted&where=nonsense")
until(driver, lambda d: "nonsense" in wording(d, ".notice.bad"), "what is wrong with the expression")
look(driver, ["400", "404", "429"])

# Without Prometheus it says so, and draws what it sees itself.
driver.get(f"{BASE}/desk/operations?hours=1")
settled(driver)
assert "Prometheus does not answer" in wordings(driver, ".notice.warm")[-1] or any("Prometheus does not answer" in words for words in wordings(driver, ".notice.warm"))
until(driver, lambda d: "L" in d.execute_script("return document.querySelector('[data-name=requests] path').getAttribute('d')"), "a line all the same")
look(driver, ["503"])

# Search: what is one submission is shown at once.
visit(driver, "stories")
one(driver, "#q").send_keys(FIRST)
click(driver, ".search button")
until(driver, lambda d: len(many(d, ".timeline li")) == 10, "the story")
assert driver.current_url.endswith("/desk/stories?id=" + FIRST) and many(driver, ".timeline li[data-bad=true]")
visit(driver, "stories?q=nobody")
assert say(driver, "nothingFound") in wordings(driver, ".blank")

# Dead letters: by cause, then some of them; what sending again would do comes first, discarding asks.
visit(driver, "letters")
assert not one(driver, "#discard").is_enabled()
assert not many(driver, "tbody b"), "a text of others became markup"
click(driver, ".counts button:first-child")
until(driver, lambda d: "stage=validation&cause=blob-missing" in d.current_url and len(many(d, "tbody tr")) == 6, "those of the cause")
choose(driver, 1, 2)
click(driver, "#retry")
until(driver, lambda d: len(many(d, "dialog tbody tr")) == 2, "what it would do")
picture(driver, "83-dry-run", whole=False)
assert driver.execute_script("return operators.asked.filter((line) => line.startsWith('POST')).length") == 1
click(driver, "#agree")
until(driver, lambda d: say(d, "outcome.retried") in " ".join(wordings(d, "dialog td")), "what it did")
click(driver, "#agree")
until(driver, lambda d: not many(d, "dialog") and not many(d, "main[aria-busy]"), "the list again")
choose(driver, 3)
click(driver, "#discard")
until(driver, lambda d: many(d, "dialog.small"), "the question")
click(driver, "dialog.small .row button:nth-child(1)")
until(driver, lambda d: not many(d, "dialog"), "the answer no")
assert len(asked(driver, "POST /v1/admin/dead-letters/discard")) == 1
click(driver, "#discard")
click(driver, "dialog.small button.danger")
until(driver, lambda d: len(asked(d, "POST /v1/admin/dead-letters/discard")) == 3, "the act")

# A table: sorted by a click, continued on this origin, saved without what a table program would calculate.
visit(driver, "deliveries")
assert len(many(driver, ".list-of tbody tr")) == 51
click(driver, "#more")
until(driver, lambda d: len(many(d, ".list-of tbody tr")) == 61, "the rest")
click(driver, "thead th:nth-of-type(2) button")
assert wordings(driver, "thead th[aria-sort]") and one(driver, "th[aria-sort]").get_attribute("aria-sort") == "ascending"
assert wording(driver, "tbody tr:first-child td:nth-of-type(2)") == say(driver, "told.delivered")
click(driver, "thead th:nth-of-type(2) button")
assert wording(driver, "tbody tr:first-child td:nth-of-type(2)") == say(driver, "told.given_up")
choose(driver, 1, 2, 3)
click(driver, "#retry")
until(driver, lambda d: asked(d, "POST /v1/admin/deliveries/retry"), "the act")
visit(driver, "letters")
driver.execute_script("window.URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text }); return 'about:blank#' }; HTMLAnchorElement.prototype.click = () => {}")
driver.execute_script("[...document.querySelectorAll('button')].find((one) => one.textContent === 'CSV').click()")
until(driver, lambda d: d.execute_script("return window.saved"), "the table")
saved = driver.execute_script("return window.saved").split("\r\n")
assert len(saved) == 13 and saved[0].startswith('"parkedAt","stage"'), saved[0]
assert '"\'=HYPERLINK(""http://evil.example"",' in saved[4], saved[4]

# A filter stands in the address.
visit(driver, "audit")
one(driver, "[name=actor]").send_keys("key:3f0000000000")
click(driver, "form.filters button")
until(driver, lambda d: "actor=key%3A3f0000000000" in d.current_url and any("actor=key" in line for line in asked(d, "GET /v1/admin/audit")), "the filter")

# A key: what is wrong is told within the dialog, which keeps what was written; the key is shown once.
visit(driver, "keys")
click(driver, "#make")
write(driver, "tenant", "A b")
write(driver, "reason", "a new back end")
click(driver, "dialog button.main")
until(driver, lambda d: "no name of a tenant" in wording(d, "dialog .wrong"), "what is wrong")
picture(driver, "84-key", whole=False)
write(driver, "tenant", "acme")
click(driver, "dialog button.main")
until(driver, lambda d: "dk_5f0000000000_secret" in wordings(d, "dialog code"), "the key")
click(driver, "dialog .row.end button")
until(driver, lambda d: many(d, "#revoke-5f0000000000"), "the new key in the list")
assert "dk_5f" not in driver.page_source
visit(driver, "holds?part=erasures")
click(driver, "#erase")
write(driver, "submission", FIRST)
click(driver, "dialog button.danger")
until(driver, lambda d: FIRST in wording(d, "dialog.small h2"), "the question")
click(driver, "dialog.small button.danger")
until(driver, lambda d: "erased" in " ".join(wordings(d, "dialog.broad td")), "what became of it")

# One who agrees asks for the same as the first one did.
click(driver, "dialog.broad .row.end button")
settled(driver)
click(driver, "tbody button.danger")
click(driver, "dialog.small button.danger")
until(driver, lambda d: say(d, "secondHasTo").split("{")[0] in wording(d, "dialog.broad tbody"), "that a second person has to agree")
click(driver, "dialog.broad .row.end button")
# The list is shown anew then: whoever leaves in the middle of it may be brought back.
until(driver, lambda d: not many(d, "dialog"), "that the dialog is gone")
settled(driver)

# What if: what is wrong with the file is told in the dialog; the picture says who would be hit.
visit(driver, "journeys")
for text, name in [("nonsense", "bad"), ("title: Proof of address", "good")]:
    with open(f"{FOLDER}/{name}.yaml", "w") as file:
        file.write(text)
click(driver, "#what-if")
one(driver, "dialog [name=file]").send_keys(f"{FOLDER}/bad.yaml")
click(driver, "dialog button.main")
until(driver, lambda d: "there is no member" in wording(d, "dialog .wrong"), "what is wrong with the file")
one(driver, "dialog [name=file]").send_keys(f"{FOLDER}/good.yaml")
click(driver, "dialog button.main")
until(driver, lambda d: len(many(d, ".hits dt")) == 3, "who would be hit")
assert "40" in wording(driver, ".hits dd") and "20%" in wording(driver, ".hits dd")
widths = driver.execute_script("return [...document.querySelectorAll('.hits .share')].map((one) => one.getBoundingClientRect().width)")
assert widths[2] > widths[0] > widths[1] > 0, widths
assert many(driver, f"a[href='/desk/stories?id={FIRST}']")
picture(driver, "83-what-if")

# An export: a reason opens the glass, and links lead to what it holds.
visit(driver, "exports?subject=person-7")
click(driver, f"[id='take-{FIRST}']")
write(driver, "reason", "they have asked for it")
click(driver, "dialog button.danger")
until(driver, lambda d: len(many(d, ".contents li")) == 3, "what it holds")
links = [link.get_attribute("href") for link in many(driver, ".contents a")]
assert [link.split("/exports/")[1] for link in links] == [FIRST, FIRST + "/files/sha256:ab"], links
assert "page-1-clean" in wording(driver, ".contents .bad-text")
picture(driver, "83-export")

# What fails can be tried again.
driver.execute_script("history.replaceState({}, '', '/desk/holds'); operators.isDown = true; dispatchEvent(new PopStateEvent('popstate'))")
until(driver, lambda d: say(d, "trouble.network") in wording(d, "main [role=alert]"), "that it failed")
picture(driver, "85-failed")
driver.execute_script("operators.isDown = false")
click(driver, "main [role=alert] button")
until(driver, lambda d: many(d, "main tbody tr"), "the holds")
look(driver, ["400"])
driver.quit()
print(json.dumps(seen))

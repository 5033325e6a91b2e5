"""A developer of a tenant's at the portal. usage: portal.py BASE FOLDER /none/SECRET - - JSON

JSON has the address of a link (`link`), its id, one that has expired, an endpoint (`endpoint`) with a delivery that was given up, another tenant's
endpoint (`foreign`), where a receiver refuses all (`receiver`), and the back end's token. Says what it saw as JSON on its last line.
"""
import json
import sys
import urllib.request

from person import BASE, LANGUAGES, SECRET, browser, click, collect, many, one, picture, say, seen, until, wording, wordings

GIVEN = json.loads(sys.argv[6])
LINK = GIVEN["link"] if GIVEN["link"].startswith("http") else BASE + GIVEN["link"]


def settled(driver, what="the view"):
    until(driver, lambda d: many(d, "main h1") and not many(d, "main[aria-busy]"), what)


def visit(driver, path):
    driver.get(BASE + "/portal" + path)
    settled(driver)


def opened(driver, address):
    # From a page of its own: what is behind the # alone changes no page.
    driver.get("about:blank")
    driver.get(address)
    settled(driver)


def write(driver, name, text):
    field = one(driver, f"dialog [name={name}]")
    field.clear()
    field.send_keys(text)


def pick(driver, name, value):
    click(driver, f'dialog [name={name}] option[value="{value}"]')


def closed(driver):
    until(driver, lambda d: not many(d, "dialog"), "no dialog")
    settled(driver)


def titled(driver, key):
    until(driver, lambda d: wording(d, "main h1") == say(d, key), key)


def fits(driver, what):
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), f"{what} is too wide"


ENDED = ["status of 401", "status of 403", "status of 404", "status of 410", "was preloaded using link preload"]
driver = browser(width=1280, height=900)

# Nobody comes without a link, by one that is over, or by none of ours.
visit(driver, "")
titled(driver, "nobody.title")
picture(driver, "90-nobody")
opened(driver, BASE + GIVEN["expired"])
titled(driver, "ended.title")
opened(driver, BASE + "/portal#dp_0123456789ab_" + "A" * 43)
titled(driver, "unknown.title")

# By the link: its secret is in no address, no history and no script's reach.
opened(driver, LINK)
titled(driver, "place.endpoints")
assert driver.current_url == BASE + "/portal/endpoints", driver.current_url
cookie = driver.get_cookie("docket-portal")
assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["value"] == SECRET
assert driver.execute_script("return document.cookie") == "" and SECRET not in driver.page_source
assert "books" in wording(driver, "main table") and wording(driver, ".brand") == "acme" and not many(driver, ".brand .sign")
visit(driver, "")
titled(driver, "place.endpoints")

# It is good for this and nothing else.
for path, status in {"/v1/webhook-endpoints": 200, "/v1/submissions": 403, "/v1/audit": 403, "/v1/portal-links": 403, f"/v1/webhook-endpoints/{GIVEN['foreign']}": 404}.items():
    found = driver.execute_script("return fetch(arguments[0], { headers: { 'Docket-Portal': '1' } }).then(({ status }) => status)", path)
    assert found == status, (path, found)
visit(driver, "/endpoint?id=" + GIVEN["foreign"])
titled(driver, "failed")

# Each view in each light and language, without what axe finds, and within a narrow screen.
VIEWS = ["/endpoints", f"/endpoint?id={GIVEN['endpoint']}", "/deliveries", "/logs"]
for view in VIEWS:
    visit(driver, view)
    picture(driver, "91-" + view[1:].split("?")[0])
    fits(driver, view)
collect(driver, ENDED)
dark = browser(dark=True, width=375)
opened(dark, LINK)
for language in LANGUAGES:
    for view in VIEWS if language in ("en", "de") else VIEWS[1:2]:
        visit(dark, view + ("&" if "?" in view else "?") + "lang=" + language)
        assert one(dark, "html").get_attribute("lang") == language
        fits(dark, f"{view} in {language}")
        picture(dark, f"92-{language}-{view[1:].split('?')[0]}", check=language == "en")
collect(dark, ENDED)
dark.quit()

# An endpoint is made, and its secret shown once.
visit(driver, "/endpoints")
click(driver, "#make")
write(driver, "url", "https://127.0.0.1:1 not an address")
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "dialog .wrong p"), "what is wrong")
write(driver, "url", GIVEN["receiver"])
write(driver, "name", "shop")
click(driver, 'dialog input[value="com.docket.submission.accepted.v1"]')
click(driver, 'dialog input[value="identity"]')
picture(driver, "93-make", whole=False)
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "dialog .command code") and wording(d, "dialog .command code").startswith("whsec_"), "the secret")
first = wording(driver, "dialog .command code")
picture(driver, "94-secret", whole=False)
click(driver, "dialog .row.end button.main")
closed(driver)
until(driver, lambda d: wording(d, "main h1") == "shop", "the endpoint")
shop = driver.current_url
facts = wording(driver, ".figures")
assert "accepted" in facts and GIVEN["receiver"].rstrip("/") in facts and first not in driver.page_source
driver.refresh()
settled(driver)
assert first not in driver.page_source and wording(driver, "main h1") == "shop"

# A sample is sent, and how it fared is told.
click(driver, "#test")
pick(driver, "sample", "com.docket.submission.accepted.v1")
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "dialog .try"), "how it fared")
assert wording(driver, "dialog h2") == say(driver, "notTaken") and "418" in wording(driver, "dialog .try") and "no coffee" in wording(driver, "dialog .try")
picture(driver, "95-sample", whole=False)
click(driver, "dialog .dialog-head button")
closed(driver)

# It is changed, disabled and enabled.
click(driver, "#edit")
until(driver, lambda d: one(d, "dialog [name=name]").get_property("value") == "shop", "what it is")
assert driver.execute_script("return document.querySelector('dialog input[value=identity]').checked")
write(driver, "name", "store")
write(driver, "fields", "state\nresults.pdf.digest")
click(driver, "dialog button.main")
closed(driver)
until(driver, lambda d: wording(d, "main h1") == "store" and "results.pdf.digest" in wording(d, ".figures"), "the change")
click(driver, "#turn")
until(driver, lambda d: say(d, "state.disabled") in wording(d, ".figures") and wording(d, "#turn") == say(d, "enable") and not one(d, "#recover").is_enabled(), "that it is off")
picture(driver, "96-disabled")
click(driver, "#turn")
until(driver, lambda d: wording(d, "#turn") == say(d, "disable"), "that it is on")

# A new secret; the old one goes on for a time.
click(driver, "#rotate")
pick(driver, "overlap", "3600")
click(driver, "dialog button.danger")
until(driver, lambda d: many(d, "dialog .command code") and wording(d, "dialog .command code").startswith("whsec_"), "the new secret")
assert wording(driver, "dialog .command code") != first and say(driver, "rotated") in wording(driver, "dialog")
click(driver, "dialog .row.end button.main")
closed(driver)

# A contact that no key opens is told as such, and kept by whoever changes something else.
visit(driver, "/endpoint?id=" + GIVEN["endpoint"])
assert say(driver, "contactUnopened") in wording(driver, ".figures")
click(driver, "#edit")
until(driver, lambda d: one(d, "dialog [name=name]").get_property("value") == "books", "what it is")
write(driver, "name", "ledger")
click(driver, "dialog button.main")
closed(driver)
until(driver, lambda d: wording(d, "main h1") == "ledger" and say(d, "contactUnopened") in wording(d, ".figures"), "the change")

# A failed try is seen, and sent again.
row = f'tr[data-key="{GIVEN["delivery"]}"]'
assert say(driver, "told.given_up") in wording(driver, row) and "503" in wording(driver, row)
click(driver, "#tries-" + GIVEN["delivery"])
until(driver, lambda d: many(d, "dialog .try"), "the try")
told = wording(driver, "dialog .try")
assert "503" in told and "down for repairs" in told and "nginx" in told, told
click(driver, "dialog .try details:not([open]) summary")
until(driver, lambda d: "webhook-id: e-1" in wording(d, "dialog .try"), "what was sent")
picture(driver, "97-tries", whole=False)
click(driver, "dialog .dialog-head button")
closed(driver)
click(driver, "#retry-" + GIVEN["delivery"])
until(driver, lambda d: say(d, "told.pending") in wording(d, row), "that it waits again")
# All that failed since a moment.
click(driver, "#recover")
driver.execute_script("document.querySelector('dialog [name=since]').value = '2026-01-01T00:00'")
click(driver, "dialog button.main")
closed(driver)
visit(driver, "/deliveries?state=given_up")
assert say(driver, "noDeliveries") in wording(driver, "main")
click(driver, ".tabs a:nth-child(2)")
until(driver, lambda d: many(d, row), "what waits")

# What destroys is asked about first.
driver.get(shop)
settled(driver)
click(driver, "#remove")
until(driver, lambda d: many(d, "dialog button.danger"), "the question")
picture(driver, "98-remove", whole=False)
click(driver, "dialog button.danger")
until(driver, lambda d: d.current_url == BASE + "/portal/endpoints" and "store" not in wording(d, "main"), "that it is gone")

# Who did what, and what was refused.
visit(driver, "/logs")
tables = wordings(driver, "main table")
assert "POST /v1/submissions" in tables[0] and "422" in tables[0], tables[0]
assert all(action in tables[1] for action in ("webhook-endpoint.rotate", "webhook-endpoint.remove", "delivery.retry", "portal-link.open")), tables[1]
picture(driver, "98-logs")

# Leaving takes the cookie; the link brings back, until it is revoked.
click(driver, "#leave")
titled(driver, "left.title")
assert driver.get_cookie("docket-portal") is None
opened(driver, LINK)
titled(driver, "place.endpoints")
request = urllib.request.Request(f"{BASE}/v1/portal-links/{GIVEN['id']}", method="DELETE", headers={"Authorization": "Bearer " + GIVEN["token"]})
with urllib.request.urlopen(request) as answer:
    assert answer.status == 204
click(driver, "nav a:nth-child(2)")
titled(driver, "ended.title")
picture(driver, "99-ended")
collect(driver, ENDED + ["status of 422"])
driver.quit()
print(json.dumps(seen))

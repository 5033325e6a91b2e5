"""An operator signs in at the issuer, follows a webhook's id, and sends 200 dead letters again while the gateway is killed.

usage: requeue.py BASE FOLDER /none EVENT SUBMISSION
It asks for `held`, that the next retry stops in the middle; for `gone`, the end of the gateway there; and for `back`, its start.
"""
import json

from person import BASE, FOLDER, PLAIN as SUBMISSION, STATUS as EVENT, ask, browser, click, collect, many, one, picture, say, seen, until, wording, wordings

COUNT = 200


def settled(what):
    until(driver, lambda d: many(d, "main h1") and not many(d, "main[aria-busy]"), what)


driver = browser(width=1280, height=900)
# A link of a colleague: it leads where it says, once one has signed in.
driver.get(f"{BASE}/desk/stories?q={EVENT}")
until(driver, lambda d: many(d, "a.button.main"), "the way to the issuer")
click(driver, "a.button.main")
until(driver, lambda d: many(d, "[name=sub]"), "the issuer's page")
assert not driver.current_url.startswith(BASE)
one(driver, "input[name=sub]").send_keys("olga")
click(driver, "form button[type=submit]")
# The issuer's own page has a heading, too: what has come back says so by its address.
until(driver, lambda d: d.current_url == f"{BASE}/desk/stories?q={EVENT}", "the way back")
settled("the stories")
assert "Olga Berg" in wording(driver, ".who")
# The issuer's pages are no pages of ours, and 401 is of before they had signed in.
collect(driver, ["401", "favicon", "cdn.jsdelivr.net"])
seen["origins"].clear()

# A webhook's id is its event's.
assert len(many(driver, "tbody tr")) == 1 and "#" in wording(driver, "tbody tr")
click(driver, "tbody a")
until(driver, lambda d: many(d, ".timeline li") and d.current_url.endswith("/desk/stories?id=" + SUBMISSION), "the submission's story")
picture(driver, "88-story")

click(driver, "nav a[href='/desk/letters']")
settled("the dead letters")
assert wordings(driver, ".counts strong") == [str(COUNT)]
click(driver, ".counts button:first-child")
until(driver, lambda d: "cause=broken" in d.current_url and not many(d, "main[aria-busy]") and len(many(d, "tbody tr")) == COUNT, "all of the cause", 60)
driver.execute_script("window.loaded = true")
click(driver, "#retry")
until(driver, lambda d: len(many(d, "dialog tbody tr")) == COUNT, "what it would do", 60)
# axe has looked at a shorter one (operators.py): over 200 rows it takes longer than all else here.
picture(driver, "88-dry-run", whole=False, check=False)
ask("held")
click(driver, "#agree")
ask("gone")
# A message says so meanwhile, and what was to be done is still on the screen.
until(driver, lambda d: say(d, "trouble.network") in wordings(d, ".toast p"), "the message", 60)
assert len(many(driver, "tbody tr")) == COUNT and one(driver, "#retry").is_enabled()
picture(driver, "88-gateway-gone", whole=False, check=False)
# A view that was never loaded says the same, and has a way out.
click(driver, "nav a[href='/desk/audit']")
until(driver, lambda d: say(d, "trouble.network") in wording(d, "main [role=alert]"), "that the view cannot be loaded")
gone = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED"]
collect(driver, gone)
ask("back")
click(driver, "main [role=alert] button")
until(driver, lambda d: many(d, "main table tbody tr") and not many(d, "main[aria-busy]"), "the audit trail")
assert driver.execute_script("return window.loaded"), "the page was loaded anew"
assert "Olga Berg" in wording(driver, ".who"), "the session is over"

# Those that had been sent again are gone from the list; the others are still there.
driver.back()
until(driver, lambda d: "/desk/letters" in d.current_url and not many(d, "main[aria-busy]") and 0 < len(many(d, "tbody tr")) < COUNT, "what is left")
left = len(many(driver, "tbody tr"))
click(driver, "#retry")
until(driver, lambda d: len(many(d, "dialog tbody tr")) == left, "what it would do")
click(driver, "#agree")
until(driver, lambda d: wording(d, "dialog h2") == say(d, "sentAgain").replace("{n}", str(left)), "what it did")
picture(driver, "88-sent-again", whole=False, check=False)
click(driver, "#agree")
until(driver, lambda d: not many(d, "dialog") and not many(d, "main[aria-busy]") and not many(d, "tbody tr"), "that none is left")
collect(driver, gone)
driver.quit()
print(json.dumps({**seen, "left": left}))

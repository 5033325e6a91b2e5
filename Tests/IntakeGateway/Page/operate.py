"""An operator signs in at the desk of a real gateway and acts. usage: operate.py BASE FOLDER /none KEY SUBMISSION"""
import json

from selenium.webdriver.common.keys import Keys

from person import BASE, PLAIN as SUBMISSION, STATUS as KEY, browser, click, collect, many, one, picture, say, seen, until, wording, wordings


def visit(view):
    driver.get(f"{BASE}/desk/{view}")
    until(driver, lambda d: many(d, "main h1") and not many(d, "main[aria-busy]"), view)


def write(name, text):
    one(driver, f"dialog [name={name}]").send_keys(text)


def listed(words):
    until(driver, lambda d: words in " ".join(wordings(d, "tbody")), words)


driver = browser(width=1280, height=900)
driver.get(BASE + "/desk")
until(driver, lambda d: many(d, "input[type=password]"), "where one signs in")
one(driver, "input[type=password]").send_keys(KEY)
click(driver, "main form button")
# Who has no part in reviews begins with the operations.
until(driver, lambda d: d.current_url.endswith("/desk/operations") and many(d, "[data-key=validation]"), "the operations")
assert len(many(driver, "nav a")) == 10
click(driver, "#pause-validation")
write("reason", "a look at the disk")
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "#resume-validation"), "the pause")
assert "a look at the disk" in wording(driver, "[data-key=validation]")
# The table is read anew meanwhile, and what stands above it may grow: by keyboard nothing is missed.
driver.execute_script("document.getElementById('resume-validation').focus()")
driver.switch_to.active_element.send_keys(Keys.ENTER)
until(driver, lambda d: many(d, "#pause-validation"), "the end of the pause")
picture(driver, "86-operations")
# Of before they had signed in.
collect(driver, ["401"])

# Without brokers the topics say what is wrong.
visit("topics")
until(driver, lambda d: "Kafka" in wording(d, "main [role=alert]"), "that Kafka does not answer")
collect(driver, ["401", "503"])

visit("stories")
one(driver, "#q").send_keys(SUBMISSION)
click(driver, ".search button")
until(driver, lambda d: many(d, ".timeline li") and SUBMISSION in d.current_url, "the story")
picture(driver, "86-story")
click(driver, "#glass")
write("reason", "case 4711")
click(driver, "dialog button.danger")
until(driver, lambda d: many(d, ".contents a"), "the documents")
address = one(driver, ".contents a").get_attribute("href")
assert driver.execute_script("return fetch(arguments[0]).then(({ status }) => status)", address) in (200, 404), address

for view in ["letters", "deliveries", "journeys", "exports", "audit", "holds?part=retention", "holds?part=erasures"]:
    visit(view)
    assert not many(driver, "main [role=alert]"), view
visit("audit?action=glass.break")
listed("case 4711")
picture(driver, "86-audit")

# What a submission holds, given out while the glass is broken, which it is already.
visit("exports?submission=" + SUBMISSION)
click(driver, "[id^=take-]")
write("reason", "the person has asked")
click(driver, "dialog button.danger")
until(driver, lambda d: len(many(d, ".contents a")) == 2, "the files")
fetched = "return fetch(arguments[0]).then(async (one) => [one.status, (await one.arrayBuffer()).byteLength, one.headers.get('Content-Disposition')])"
for one_link in many(driver, ".contents a"):
    status, length, disposition = driver.execute_script(fetched, one_link.get_attribute("href"))
    assert status == 200 and length > 0 and disposition.startswith("attachment"), (status, length, disposition)
visit("exports")
listed("submission.export")

visit("keys")
click(driver, "#make")
write("tenant", "acme")
write("name", "books")
write("reason", "their books of the year")
click(driver, "dialog button.main")
until(driver, lambda d: many(d, "dialog code"), "the key")
made = wording(driver, "dialog code")
assert made.startswith("dk_")
click(driver, "dialog .row.end button")
revoking = "#revoke-" + made.split("_")[1]
click(driver, revoking)
click(driver, "dialog.small button.danger")
until(driver, lambda d: not many(d, revoking) and say(d, "keyState.revoked") in " ".join(wordings(d, "tbody")), "the end of the key")

visit("holds")
click(driver, "#set")
write("submission", SUBMISSION)
write("reason", "a court asks")
click(driver, "dialog button.main")
listed("a court asks")
visit("holds?part=erasures")
click(driver, "#erase")
write("submission", SUBMISSION)
click(driver, "dialog button.danger")
click(driver, "dialog.small button.danger")
until(driver, lambda d: "kept" in " ".join(wordings(d, "dialog.broad td")), "that it is kept")
click(driver, "dialog.broad .row.end button")
visit("holds")
click(driver, "[id^=release-]")
click(driver, "dialog.small button.danger")
until(driver, lambda d: not many(d, "tbody tr"), "the end of the hold")

# Signed out, the desk shows nothing any more.
click(driver, "header button.quiet")
until(driver, lambda d: many(d, "input[type=password]"), "where one signs in")
collect(driver, ["401", "404"])
driver.quit()
print(json.dumps(seen))

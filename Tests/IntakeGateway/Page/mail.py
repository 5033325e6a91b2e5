"""A reviewer says whose mail is, and discards what is nobody's. usage: mail.py BASE FOLDER /none KEY DRAFT

Two messages wait, of one picture each; the first is of ann@example.org. DRAFT is open and has the reference case-4711.
"""
import json
import sys

from selenium.webdriver.common.keys import Keys

from person import BASE, LANGUAGES, STATUS as KEY, PLAIN as DRAFT, browser, click, collect, many, one, picture, say, seen, until, wording, wordings


def settled(driver, rows):
    until(driver, lambda d: many(d, "main h1") and not many(d, "main[aria-busy]") and len(many(d, ".list-of tbody tr")) == rows, f"{rows} messages")


driver = browser(width=1280, height=900)
driver.get(f"{BASE}/desk/mail")
until(driver, lambda d: many(d, "#key"), "the way in")
one(driver, "#key").send_keys(KEY, Keys.ENTER)
settled(driver, 2)
collect(driver, ["401"])
assert wording(driver, "nav a[aria-current]") == say(driver, "place.mail")
assert "ann@example.org" in wording(driver, "tbody tr:first-child")
for language in LANGUAGES:
    driver.get(f"{BASE}/desk/mail?lang={language}")
    settled(driver, 2)
    picture(driver, f"87-mail-{language}", check=language == "en")
driver.get(f"{BASE}/desk/mail?lang=en")
settled(driver, 2)

# The file that it brought.
click(driver, "tbody tr:first-child li button")
until(driver, lambda d: d.execute_script("return document.querySelector('dialog img.sent')?.naturalWidth > 0"), "the picture")
picture(driver, "87-file", whole=False)
click(driver, "dialog .row.end button.main")
until(driver, lambda d: not many(d, "dialog"), "the end of the dialog")


def assign(reference):
    field = one(driver, "dialog [name=submission]")
    field.clear()
    field.send_keys(reference)
    driver.execute_script("document.querySelector('dialog [name=type]').value = 'utility-bill'")
    click(driver, "dialog button.main")


# What is meant has to be one; what was written stays when it is not.
click(driver, "tbody tr:first-child button.main")
until(driver, lambda d: many(d, "dialog [name=submission]"), "the question")
assign("case-9999")
until(driver, lambda d: wording(d, "dialog .wrong") == say(d, "trouble.none-meant"), "that there is none")
assert one(driver, "dialog [name=submission]").get_attribute("value") == "case-9999"
assign("case-4711")
settled(driver, 1)

# What is nobody's goes after a question.
click(driver, "tbody button.danger")
until(driver, lambda d: many(d, "dialog.small button.danger"), "the question")
picture(driver, "87-discard", whole=False)
click(driver, "dialog.small button.danger")
settled(driver, 0)
assert say(driver, "noMail") in wordings(driver, ".blank p")
documents = driver.execute_script(f"return fetch('/v1/submissions/{DRAFT}').then((answer) => answer.json()).then(({{ documents }}) => documents.map(({{ type }}) => type))")
assert documents == ["utility-bill"], documents
dark = browser(dark=True, width=375)
dark.get(f"{BASE}/desk/mail")
until(dark, lambda d: many(d, "#key"), "the way in")
one(dark, "#key").send_keys(KEY, Keys.ENTER)
settled(dark, 0)
assert dark.execute_script("return document.documentElement.scrollWidth <= innerWidth"), "too wide on a phone"
picture(dark, "87-none")
collect(dark, ["401"])
dark.quit()
collect(driver)
driver.quit()
print(json.dumps(seen))

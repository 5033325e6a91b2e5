"""A person is led through a journey one question at a time. usage: guide.py BASE FOLDER LINK LINK-OF-IDENTITY -"""
import json
from datetime import date

from person import BASE, FOLDER, LANGUAGES, LINK, RECENT, STATUS as IDENTITY, browser, choose, click, collect, many, one, picture, png, ready, say, seen, set_date, until, wording, wordings


def asked(driver):
    return wording(driver, ".question p"), wording(driver, "#question")


def number(driver, n, of):
    words = say(driver, "stepOf").replace("{n}", str(n)).replace("{all}", str(of))
    until(driver, lambda d: asked(d)[0] == words and not many(d, "#main[aria-busy]"), words)


def add(driver, path, day=None):
    click(driver, "#add")
    if day:
        set_date(driver, "#new-issueDate", day)
    choose(driver, 3, path)
    until(driver, lambda d: not many(d, "dialog") and len(many(d, ".pages li")) == 1, "the page")


driver = browser()
driver.get(BASE + LINK)
ready(driver)

# The same on a desk in the dark, and in each language: nothing sticks out, and everything can be read.
desk = browser(dark=True, width=1280, height=900)
for language in LANGUAGES:
    desk.get(f"{BASE}{LINK}?lang={language}")
    ready(desk)
    assert desk.execute_script("return document.documentElement.scrollWidth <= innerWidth"), language
    picture(desk, f"74-desk-{language}", whole=False)
desk.quit()

# The consent first; then each document, named; nothing else is in the way.
number(driver, 1, 6)
assert asked(driver)[1] == say(driver, "consentTitle") and not many(driver, "#submit, .list, #add")
picture(driver, "70-consent")
click(driver, "#next")
assert driver.execute_script("return document.activeElement.id") == "agree"
click(driver, "#agree")
click(driver, "#next")
number(driver, 2, 6)
assert asked(driver)[1] == "Identity card, Front" and driver.execute_script("return document.activeElement.id") == "question"
assert not many(driver, "article.document") and not many(driver, "#submit")
picture(driver, "71-question")
add(driver, png(f"{FOLDER}/card.png", 90))
assert len(many(driver, "article.document")) == 1
picture(driver, "72-answered")
click(driver, "#next")
number(driver, 3, 6)
assert asked(driver)[1] == "Identity card, Back" and many(driver, ".missing li")
click(driver, "#add")
choose(driver, 3, png(f"{FOLDER}/back.png", 60))
until(driver, lambda d: not many(d, "dialog") and len(many(d, ".pages li")) == 2 and not many(d, ".missing"), "both sides")
assert wordings(driver, ".pages .number") == ["Front", "Back"]
click(driver, "#next")
number(driver, 4, 6)
assert asked(driver)[1] == "Statement, 1"

# One may go on without an answer: it is missing in the end, and its line leads to it. Back leads back.
click(driver, "#next")
number(driver, 5, 6)
click(driver, "#next")
number(driver, 6, 6)
assert many(driver, ".missing li") and not one(driver, "#submit").is_enabled()
picture(driver, "73-end")
click(driver, "#back")
number(driver, 5, 6)
click(driver, "#back")
number(driver, 4, 6)
add(driver, png(f"{FOLDER}/one.png", 120), RECENT)

# What is open after a reload is asked, and what is done is not asked again.
driver.refresh()
ready(driver)
number(driver, 5, 6)
assert asked(driver)[1] == "Statement, 2"
add(driver, png(f"{FOLDER}/two.png", 150), RECENT)
until(driver, lambda d: "main" in one(d, "#next").get_attribute("class"), "nothing is missing of it")
click(driver, "#next")
number(driver, 6, 6)
assert len(many(driver, "article.document")) == 3 and not many(driver, ".missing li")
click(driver, "#submit")
until(driver, lambda d: one(d, "#main").get_attribute("data-state") == "submitted", "the end")
assert not many(driver, ".question") and len(many(driver, "article.document")) == 3


# Where the kind is the person's choice, its sides are asked for once it is chosen.
driver.get(BASE + IDENTITY)
ready(driver)
number(driver, 1, 2)
click(driver, "#add")
click(driver, ".choices li:nth-child(2) button")
assert one(driver, "#new-expiryDate").get_attribute("min") == date.today().isoformat()
set_date(driver, "#new-expiryDate", "2020-01-31")
choose(driver, 3, png(f"{FOLDER}/front.png", 30))
number(driver, 1, 3)
assert asked(driver)[1] == "Identity card, Front"
click(driver, "#next")
number(driver, 2, 3)
assert asked(driver)[1] == "Identity card, Back"
click(driver, "#add")
choose(driver, 3, png(f"{FOLDER}/rear.png", 200))
until(driver, lambda d: not many(d, "dialog") and len(many(d, ".pages li")) == 2, "both sides")
click(driver, "#next")
number(driver, 3, 3)

# An expired one is told beside its date, and is not sent; the line leads to the date.
field = "[id^=expiryDate-]"
until(driver, lambda d: many(d, ".field .reason[data-severity=refuse]"), "what is wrong with the date")
assert not one(driver, "#submit").is_enabled() and one(driver, field).get_attribute("aria-invalid") == "true"
picture(driver, "75-expired")
click(driver, ".missing li button")
until(driver, lambda d: d.execute_script("return document.activeElement.matches(arguments[0])", field), "the date")
set_date(driver, field, "2999-01-31")
until(driver, lambda d: one(d, "#submit").is_enabled(), "a document that is valid")
click(driver, "#submit")
until(driver, lambda d: one(d, "#main").get_attribute("data-state") == "submitted", "the end")

# What another request was at first is tried again by the page.
collect(driver, ["400", "409", "422"])
driver.quit()
print(json.dumps(seen))

"""A person photographs a letter with the camera in the page. usage: camera.py BASE FOLDER LINK FRAMES CORNERS

FRAMES is what the camera shows (Motion JPEG), CORNERS where the sheet lies in it, as JSON in parts of the width and height. The last
line says how far the corners that were found are from those, and how quick the page looks at frames.
"""
import json
import math
import sys
import time

import person
from person import BASE, FOLDER, LINK, RECENT, browser, click, collect, many, one, picture, press, ready, say, seen, set_date, until, wording

CORNERS = json.loads(sys.argv[5])


def handles(driver):
    return driver.execute_script("""
        return [...document.querySelectorAll('.corner')].map((one) =>
          [parseFloat(one.style.insetInlineStart) / 100, parseFloat(one.style.insetBlockStart) / 100])""")


def farthest(found):
    return max(math.hypot(x - u, y - v) for (x, y), (u, v) in zip(found, CORNERS))


# The camera then looks at no frame: a photo that took itself would do so while a click is still on its way.
BY_HAND = "HTMLVideoElement.prototype.requestVideoFrameCallback = () => 0"

CAMERA = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={sys.argv[4]}"]
driver = browser(flags=CAMERA)
driver.get(BASE + LINK)
ready(driver)
# Nothing of it is loaded before it is used.
assert not driver.execute_script("return performance.getEntriesByType('resource').some((one) => /intake-camera/.test(one.name))")
click(driver, "#add")
click(driver, ".choices li:nth-child(1) button")
set_date(driver, "#new-issueDate", RECENT)
click(driver, ".choices li:nth-child(1) button")

# The sheet is seen, and the photo is taken by itself.
until(driver, lambda d: one(d, ".capture-body").get_attribute("data-sees") == "sheet", "the sheet")
driver.save_screenshot(f"{FOLDER}/60-camera.png")
until(driver, lambda d: len(handles(d)) == 4, "the photo, taken by itself")
found = handles(driver)
picture(driver, "61-corners", whole=False)

# Undone, and by keyboard.
whole = next(button for button in many(driver, ".capture-body button") if button.text == say(driver, "wholePhoto"))
undo = next(button for button in many(driver, ".capture-body button") if button.text == say(driver, "undo"))
whole.click()
assert handles(driver) == [[0, 0], [1, 0], [1, 1], [0, 1]]
undo.click()
assert handles(driver) == found
corner = many(driver, ".corner")[0]
corner.send_keys(person.Keys.ARROW_RIGHT)
assert abs(handles(driver)[0][0] - found[0][0] - 0.01) < 1e-6
undo.click()
assert handles(driver) == found and not undo.is_enabled()

# By hand: a corner goes where it is dragged to, and none goes where there would be no page any more.
from selenium.webdriver.common.action_chains import ActionChains
ActionChains(driver).click_and_hold(corner).move_by_offset(12, 9).release().perform()
moved = handles(driver)
assert 0.01 < moved[0][0] - found[0][0] < 0.2, moved
undo.click()
ActionChains(driver).click_and_hold(corner).move_by_offset(140, 160).release().perform()
assert handles(driver)[0][0] < found[2][0] and handles(driver)[0][1] < found[2][1]
while undo.is_enabled():
    undo.click()
assert handles(driver) == found

# One page is taken, and the camera looks for the next one. The second is taken again, and then used whole.
driver.execute_script(BY_HAND)
click(driver, "#use")
until(driver, lambda d: many(d, ".live video"), "the camera again")
assert say(driver, "captured").replace("{n}", "1") in wording(driver, ".capture-tools")
click(driver, "#shutter")
until(driver, lambda d: many(d, "#again"), "another photo")
click(driver, "#again")
until(driver, lambda d: many(d, ".live video"), "the camera once more")
click(driver, "#captured")
until(driver, lambda d: not many(d, "dialog") and len(many(d, ".pages li img")) == 1, "one page")
assert driver.execute_script("return document.querySelector('.uploads')") is None

# How quick it is, with the processor throttled four times.
driver.set_script_timeout(120)
script = """
    const [frames] = arguments
    const place = document.querySelector('script[type=module]').src.replace('app.js', 'intake-camera.js')
    return import(place).then(async ({ watching }) => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 4096 } })
      const video = document.createElement('video')
      Object.assign(video, { srcObject: stream, muted: true })
      await video.play()
      const watch = watching(), times = []
      for (let n = -frames; n < frames; n++) {
        const at = performance.now()
        watch(video)
        // The browser has compiled it by then.
        if (n >= 0) times.push(performance.now() - at)
        await new Promise((resolve) => setTimeout(resolve))
      }
      stream.getTracks().forEach((track) => track.stop())
      times.sort((one, other) => one - other)
      return [times[Math.floor(frames / 2)], times.reduce((sum, one) => sum + one) / frames]
    })
    """
driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
median, mean = driver.execute_script(script, 60)
driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})

# The page shows what will be the page. It can be cropped anew, and all of it taken again.
picture(driver, "62-cropped", whole=True)
shown = driver.execute_script("const one = document.querySelector('.pages img'); return one.naturalWidth / one.naturalHeight")
click(driver, ".thumb")
click(driver, "dialog .tools button:nth-child(2)")
until(driver, lambda d: len(handles(d)) == 4, "the corners again")
again = handles(driver)
picture(driver, "63-again", whole=False)
assert max(abs(a - b) for one_, other in zip(again, found) for a, b in zip(one_, other)) < 0.001, (again, found)
whole = next(button for button in many(driver, "dialog button") if button.text == say(driver, "wholePhoto"))
whole.click()
click(driver, "#save-crop")
until(driver, lambda d: not many(d, "dialog") and abs(d.execute_script("const one = document.querySelector('.pages img'); return one.naturalWidth / one.naturalHeight") - shown) > 0.05, "the whole photo")
click(driver, ".thumb")
click(driver, "dialog .tools button:nth-child(2)")
until(driver, lambda d: len(handles(d)) == 4, "no corners")
assert handles(driver) == [[0, 0], [1, 0], [1, 1], [0, 1]], handles(driver)
for number, (x, y) in enumerate(found):
    # What the person sets by hand is what was found.
    corner = many(driver, ".corner")[number]
    box = driver.execute_script("const r = document.querySelector('.crop').getBoundingClientRect(); return [r.width, r.height]")
    at = handles(driver)[number]
    ActionChains(driver).click_and_hold(corner).move_by_offset(round((x - at[0]) * box[0]), round((y - at[1]) * box[1])).release().perform()
    now = handles(driver)[number]
    assert math.hypot(now[0] - x, now[1] - y) < 0.02, f"corner {number} was dragged from {at} to {x, y} and lies at {now}; the photo is {box} large"
click(driver, "#save-crop")
until(driver, lambda d: not many(d, "dialog") and not many(d, "#main[aria-busy]") and abs(d.execute_script("const one = document.querySelector('.pages img'); return one.naturalWidth / one.naturalHeight") - shown) < 0.03, "the page again")

# On a desk in the dark, in another language: the camera and the corners by keyboard alone.
desk = browser(dark=True, width=1280, height=900, flags=CAMERA)
desk.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BY_HAND})
desk.get(f"{BASE}{LINK}?lang=de")
ready(desk)
press(desk, "[id^=a-]", person.Keys.ENTER)
press(desk, ".choices li:nth-child(1) button", person.Keys.ENTER)
until(desk, lambda d: d.execute_script("return document.querySelector('.live video')?.readyState >= 2"), "the camera on a desk")
picture(desk, "64-desk", whole=False)
press(desk, "#shutter", person.Keys.ENTER)
until(desk, lambda d: len(handles(d)) == 4, "the photo on a desk")
assert farthest(handles(desk)) < 0.02
press(desk, ".corner:nth-of-type(2)", person.Keys.ARROW_DOWN)
picture(desk, "65-desk-corners", whole=False)
press(desk, "#again", person.Keys.ENTER)
until(desk, lambda d: many(d, ".live video"), "the camera on a desk")
press(desk, "#captured", person.Keys.ENTER)
until(desk, lambda d: not many(d, "dialog.capture"), "no camera")
desk.quit()

click(driver, "#submit")
until(driver, lambda d: one(d, "#main").get_attribute("data-state") not in ("draft", "needs_input"), "the end")
collect(driver)
driver.quit()
print(json.dumps({"found": farthest(found), "median": median, "mean": mean, "axe": seen["axe"], "console": seen["console"], "origins": seen["origins"]}))

"""Shows mails in Chromium as programs for mail do: light and dark, on a phone and on a desk. Says what it found as JSON.

usage: pictures.py FOLDER
Takes each NAME.html in the folder, and leaves NAME-phone-light.png and its like beside it.
"""
import json
import os
import sys

from axe_core_python.selenium import Axe
from selenium import webdriver

FOLDER = sys.argv[1]
SCREENS = {"phone": (375, 700), "small": (320, 560), "desk": (900, 700)}
seen = {"pictures": [], "axe": [], "wide": [], "requests": []}

options = webdriver.ChromeOptions()
options.binary_location = "/usr/bin/chromium"
for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]:
    options.add_argument(flag)
options.add_argument(f"--user-data-dir={FOLDER}/profile")
options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
try:
    for name in sorted(file.removesuffix(".html") for file in os.listdir(FOLDER) if file.endswith(".html")):
        driver.get(f"file://{FOLDER}/{name}.html")
        for screen, (width, height) in SCREENS.items():
            # A screen of a phone is narrower than a window can be.
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            for scheme in ["light", "dark"]:
                media = [{"name": "prefers-color-scheme", "value": scheme}]
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
                title = f"{name}-{screen}-{scheme}"
                if driver.execute_script("return document.documentElement.scrollWidth") > width:
                    seen["wide"].append(title)
                for found in Axe().run(driver)["violations"]:
                    where = [node["target"][0] for node in found["nodes"]]
                    seen["axe"].append(f"{title}: {found['id']} {where[:5]}")
                size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
                whole = {**metrics, "height": max(height, int(size["height"]))}
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", whole)
                driver.save_screenshot(f"{FOLDER}/{title}.png")
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                seen["pictures"].append(title)
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            if not url.startswith((f"file://{FOLDER}/", "data:", "chrome:", "about:")):
                seen["requests"].append(url)
finally:
    driver.quit()
print(json.dumps(seen))

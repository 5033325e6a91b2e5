"""What the page says of photos before they are sent. usage: looks.py BASE FOLDER LINK - - PICTURES

Says by name what it finds in each JPEG of the folder PICTURES, as JSON on its last line.
"""
import json
import os
import sys

from person import BASE, LINK, browser, encoded, ready

driver = browser()
driver.get(BASE + LINK)
ready(driver)
driver.set_script_timeout(60)
found = {}
for name in sorted(os.listdir(sys.argv[6])):
    if not name.endswith(".jpg"):
        continue
    found[name] = driver.execute_script("""
        const [data] = arguments
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        const file = new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
        const place = document.querySelector('script[type=module]').src.replace('app.js', 'intake-camera.js')
        return import(place).then(({ concernOf }) => concernOf(file))
        """, encoded(f"{sys.argv[6]}/{name}"))
driver.quit()
print(json.dumps(found))

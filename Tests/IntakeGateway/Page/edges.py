"""Where the page finds the sheet in photos. usage: edges.py BASE FOLDER LINK - - COUNT

Draws COUNT letters that lie askew on tables of several kinds, and as many pictures without a sheet; says as JSON on its last line how far
the corners that were found are from those that were drawn (in parts of the width; null where none was found).
"""
import json
import sys

from person import BASE, LINK, browser, ready

driver = browser()
driver.get(BASE + LINK)
ready(driver)
driver.set_script_timeout(120)
found = driver.execute_script("""
    const [count] = arguments
    let seed = 7
    const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648
    const [width, height] = [1280, 960]

    function table(context, kind) {
      const light = [60, 110, 205, 90][kind]
      context.fillStyle = `rgb(${light + 10} ${light} ${light - 10})`
      context.fillRect(0, 0, width, height)
      if (kind === 1) for (let y = 0; y < height; y += 6 + random() * 20) {
        // Grain of wood.
        context.fillStyle = `rgb(60 30 10 / ${random() * 30}%)`
        context.fillRect(0, y, width, 1 + random() * 5)
      }
      if (kind === 3) for (let n = 0; n < 60; n++) {
        // What lies about on a desk.
        context.fillStyle = `rgb(${random() * 200} ${random() * 200} ${random() * 200})`
        context.save()
        context.translate(random() * width, random() * height)
        context.rotate(random() * 6)
        context.fillRect(0, 0, 20 + random() * 130, 10 + random() * 60)
        context.restore()
      }
    }

    function letter(context, wide, high) {
      context.shadowColor = 'rgb(0 0 0 / 45%)'
      context.shadowBlur = 12
      context.fillStyle = 'rgb(244 243 238)'
      context.fillRect(0, 0, wide, high)
      context.shadowColor = 'transparent'
      context.fillStyle = 'rgb(40 40 45)'
      context.fillRect(wide * 0.08, high * 0.05, wide * 0.25, high * 0.06)
      for (let y = high * 0.18; y < high * 0.9; y += high * 0.025)
        for (let x = wide * 0.08; x < wide * (0.6 + random() * 0.3);) {
          const word = wide * (0.02 + random() * 0.08)
          context.fillRect(x, y, word, high * 0.009)
          x += word + wide * 0.015
        }
      context.strokeRect(wide * 0.08, high * 0.5, wide * 0.84, high * 0.2)
    }

    const place = document.querySelector('script[type=module]').src
    return Promise.all([import(place.replace('app.js', 'intake-camera.js')), import(place.replace('app.js', 'intake-camera.js'))]).then(([{ sheetIn, edgeSide }, { greyOf }]) => {
      const sheets = [], others = []
      for (let n = 0; n < 2 * count; n++) {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        table(context, n % 4)
        let corners = null
        if (n < count) {
          const high = 560 + random() * 190, wide = high * (0.6 + random() * 0.2)
          context.save()
          context.translate(width / 2 + (random() - 0.5) * 160, height / 2 + (random() - 0.5) * 60)
          context.rotate((random() - 0.5) * 0.7)
          context.transform(1, (random() - 0.5) * 0.2, (random() - 0.5) * 0.1, 1, 0, 0)
          context.translate(-wide / 2, -high / 2)
          const matrix = context.getTransform()
          letter(context, wide, high)
          context.restore()
          corners = [[0, 0], [wide, 0], [wide, high], [0, high]].map(([x, y]) => {
            const point = matrix.transformPoint(new DOMPoint(x, y))
            return [point.x / width, point.y / height]
          })
        }
        const light = context.createLinearGradient(0, 0, width, height)
        light.addColorStop(0, 'rgb(0 0 0 / 0%)')
        light.addColorStop(1, 'rgb(0 0 0 / 35%)')
        context.fillStyle = light
        context.fillRect(0, 0, width, height)
        const sheet = sheetIn(greyOf(canvas, edgeSide * 2))
        const away = (turn) => Math.max(...sheet.map(([x, y], m) => Math.hypot(x - corners[(m + turn) % 4][0], y - corners[(m + turn) % 4][1])))
        if (corners) sheets.push(sheet && Math.min(...[0, 1, 2, 3].map(away)))
        else others.push(sheet !== null)
      }
      return { sheets, others }
    })
    """, int(sys.argv[6]))
driver.quit()
print(json.dumps(found))

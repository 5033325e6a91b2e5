"""What a live tail costs a browser: its memory, and how long it keeps a person waiting. usage: tail.py BASE FOLDER /none KEY TOPIC

It asks for `records` once it follows, measures for SECONDS (4) from the first one on, and asks for their `count`.
"""
import json
import os
import re

from person import BASE, FOLDER, PLAIN as TOPIC, STATUS as KEY, ask, browser, click, collect, many, one, picture, say, seen, until, wording

SECONDS = float(os.environ.get("DOCKET_TEST_TAIL_SECONDS", "4"))

driver = browser(width=1280, height=900, flags=["--enable-precise-memory-info", "--js-flags=--expose-gc"])
driver.get(BASE + "/desk")
until(driver, lambda d: many(d, "input[type=password]"), "where one signs in")
one(driver, "input[type=password]").send_keys(KEY)
click(driver, "main form button")
until(driver, lambda d: d.current_url.endswith("/desk/operations"), "the operations")
driver.get(f"{BASE}/desk/topics?topic={TOPIC}")
until(driver, lambda d: many(d, ".tail") and not many(d, "main[aria-busy]"), "the tail")
driver.execute_script("""
    window.tasks = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
    """)
until(driver, lambda d: say(d, "tailWaits") in wording(d, ".tail-told"), "that nothing has come")
ask("records")
until(driver, lambda d: many(d, ".tail-rows li"), "the first records", 60)
# The longest pause between two turns of the page is what a keypress would wait.
driver.set_script_timeout(SECONDS + 60)
measured = driver.execute_script("""
    const [seconds] = arguments, from = performance.now(), turns = new MessageChannel()
    const { promise, resolve } = Promise.withResolvers()
    let most = 0, last = from, heap = 0
    tasks.length = 0
    turns.port1.onmessage = () => {
      const now = performance.now()
      most = Math.max(most, now - last)
      last = now
      heap = Math.max(heap, performance.memory.usedJSHeapSize)
      if (now - from > seconds * 1000) return gather()
      setTimeout(() => { last = performance.now(); turns.port2.postMessage(0) }, 4)
    }
    const gather = () => { const before = performance.memory.usedJSHeapSize; gc(); resolve({ heapMegabytes: heap / 1e6, afterCollection: performance.memory.usedJSHeapSize / 1e6, before: before / 1e6, longTasks: tasks.length, longestTask: Math.max(0, ...tasks), longestTurn: most }) }
    turns.port2.postMessage(0)
    return promise
    """, SECONDS)
total = int(ask("count"))


def number(name):
    pattern = re.escape(say(driver, name)).replace(re.escape("{n}"), "([0-9,]+)")
    found = re.search(pattern, wording(driver, ".tail-told"))
    return int(found[1].replace(",", "")) if found else 0


# Each record is kept, or was, or is counted as skipped.
until(driver, lambda d: sum(map(number, ["tailKept", "tailDropped", "tailSkipped"])) == total, f"all {total} accounted for", 60)
told = wording(driver, ".tail-told")
rows = driver.execute_script("return +document.querySelector('.tail-rows li').getAttribute('aria-setsize')")
assert rows <= 5000, rows
picture(driver, "87-tail", whole=False)
# The stream was asked for before they had signed in: that alone is refused.
collect(driver, ["401"])
driver.quit()
print(json.dumps({**seen, "measured": {**{name: round(value, 1) for name, value in measured.items()}, "told": told, "rows": rows}}))

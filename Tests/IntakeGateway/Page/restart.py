"""A person whose gateway is killed in mid-upload: the page waits, and goes on by itself when it is back.

usage: restart.py BASE FOLDER LINK - -
It asks for `gone`, the end of the gateway in the middle of an upload, and for `back`, its start.
"""
import os
import sys

import person
from person import BASE, FOLDER, LINK, add, ask, browser, collect, many, one, picture, png, ready, seen, until


def main():
    driver = browser()
    driver.get(BASE + LINK)
    ready(driver)
    large = png(f"{FOLDER}/large.png", 90, 1500, 4200)
    with open(large, "ab") as file:
        file.write(os.urandom(4_000_000))
    driver.execute_cdp_cmd("Network.enable", {})
    slow = lambda rate: driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": rate})
    slow(person.SLOW)
    add(driver, 1, large, day=person.RECENT)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.05, "some of the large file")
    ask("gone")
    until(driver, lambda d: many(d, ".uploads li[data-state=retrying]"), "the wait for the gateway", 60)
    picture(driver, "40-gateway-gone", whole=False)
    # What the browser says of a gateway that is not there is none of the page's doing.
    gone = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_SOCKET_NOT_CONNECTED"]
    collect(driver, gone)
    ask("back")
    slow(-1)
    until(driver, lambda d: len(many(d, ".pages li")) == 1 and not many(d, ".uploads li"), "the large file", 90)
    picture(driver, "41-gateway-back")
    # And a page that is loaded anew has it once.
    driver.refresh()
    ready(driver)
    until(driver, lambda d: len(many(d, ".pages li")) == 1, "one page")
    collect(driver, gone + ["409", "503"])
    driver.quit()


if __name__ == "__main__":
    main()
    import json

    print(json.dumps(seen))

"""A person with a phone sends three photos: by Docket's page, and by Uppy's Dashboard, with the same photos over the same line.

Chromium stands in for the phone: 375 × 740 pixels, the processor throttled four times, 10 Mbit/s each way, 100 ms, HTTP/1.1. The
files of both pages are compressed. Time runs from the address being opened until the server has the last byte; a person's own time
is not in it, for each tap follows at once. Taps are all that a person does, the choice in the phone's own picker included. In the
second session the line is cut for three seconds in the middle.

Docket's page asks more: what the document is and when it was issued, which Uppy leaves to the page around it. It also looks at the
photos, and says what would come back. Uppy comes as the package dash-uploader-uppy5 bundles it (Uppy 5, with its uploader by one
request a file, and React beside it); its uploader by tus, which goes on where it was, is not in that package.
"""

import gzip
import subprocess
import sys
import time
import zipfile
from datetime import date, timedelta

from harness.figures import Figure
from harness.network import Line
from harness.processes import Failed, Missing, Process, accepts, free_port
from harness.samples import noise_photo
from harness.suite import Suite

SUMMARY = "three photos by the page, beside Uppy's Dashboard: taps, time, bytes"

PHOTOS = 3
MEGABIT = 1_000_000 / 8
#: Name in the peer's page, package, pattern of the file in it.
SCRIPTS = {
    "uppy.js": ("dash-uploader-uppy5==0.3.1", "dash_uploader_uppy5/build/dash_uploader_uppy5.js"),
    "react.js": ("dash==4.4.1", "dash/deps/react@18.3.1.min.js"),
    "react-dom.js": ("dash==4.4.1", "dash/deps/react-dom@18.3.1.min.js"),
}


def fetch_uppy(folder):
    """The scripts alone are wanted, for which any Python will do."""
    for name, (package, inside) in SCRIPTS.items():
        if not (wheel := next(folder.glob(package.split("==")[0].replace("-", "_") + "-*.whl"), None)):
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--ignore-requires-python", "-d", str(folder), package]
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
                raise Missing(f"PyPI's package {package}")
            wheel = next(folder.glob(package.split("==")[0].replace("-", "_") + "-*.whl"))
        (folder / f"{name}.gz").write_bytes(gzip.compress(zipfile.ZipFile(wheel).read(inside), 9))


class Phone:
    """Chromium, slowed down, and the taps of the person who holds it."""

    def __init__(self, folder):
        try:
            from selenium import webdriver
        except ImportError as missing:
            raise Missing("selenium") from missing
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en", f"--user-data-dir={folder}"):
            options.add_argument(flag)
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.taps = 0
        for command, values in {
            "Emulation.setDeviceMetricsOverride": {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True},
            "Emulation.setCPUThrottlingRate": {"rate": 4},
            "Network.enable": {},
            "Network.emulateNetworkConditions": {
                "offline": False, "latency": 100, "downloadThroughput": 10 * MEGABIT, "uploadThroughput": 10 * MEGABIT},
        }.items():
            self.driver.execute_cdp_cmd(command, values)

    def run(self, script: str, *values):
        """In the element's shadow where the page is made of one."""
        return self.driver.execute_script(f"const document = globalThis.document.querySelector('docket-intake')?.shadowRoot ?? globalThis.document; {script}", *values)

    def until(self, script: str, within: float = 120):
        end = time.monotonic() + within
        while time.monotonic() < end:
            if found := self.run(f"return {script}"):
                return found
            time.sleep(0.02)
        raise Failed(f"the page did not come to {script}")

    def tap(self, selector: str, words: str = "") -> None:
        self.taps += 1
        find = f"[...document.querySelectorAll({selector!r})].find((one) => one.textContent.includes({words!r}) && !one.disabled)"
        self.until(f"{find} && ({find}.click(), true)")

    def choose(self, photos) -> None:
        """In the picker of the phone itself."""
        self.taps += 1
        self.until("globalThis.chosen?.isConnected")
        self.driver.execute_script("return globalThis.chosen").send_keys("\n".join(map(str, photos)))

    def catch_picker(self) -> None:
        self.driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")

    def close(self) -> None:
        self.driver.quit()


def interrupted(phone: Phone, line: Line, sizes: int) -> None:
    """Cuts the line once half of all bytes have passed."""
    end = time.monotonic() + 120
    while line.sent < sizes / 2:
        if time.monotonic() > end:
            raise Failed("half of the photos never passed")
        time.sleep(0.02)
    line.cut()
    time.sleep(3)
    line.mend()


def by_docket(suite, phone, photos, is_cut) -> tuple[float, int, int, int]:
    client = suite.client()
    submission = client.json("POST", "/v1/submissions", {"journey": "proof-of-address"})["id"]
    link = client.json("POST", f"/v1/submissions/{submission}/links", {"purpose": "upload"})["url"]
    total = sum(photo.stat().st_size for photo in photos)
    with Line(suite.gateway_port) as line:
        start = time.monotonic()
        phone.driver.get(f"http://127.0.0.1:{line.port}{link[link.index('/u/'):]}")
        phone.until("'ready' in (document.getElementById('main')?.dataset ?? {})")
        loaded = line.received
        phone.catch_picker()
        phone.tap("#add")
        phone.tap(".choices li:nth-child(1) button")
        phone.taps += 1
        day = (date.today() - timedelta(days=9)).isoformat()
        phone.until("document.querySelector('#new-issueDate')")
        phone.run(
            "const field = document.querySelector('#new-issueDate'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))", day)
        phone.tap(".choices li:nth-child(2) button")
        phone.choose(photos)
        if is_cut:
            interrupted(phone, line, total)
        phone.until("document.querySelectorAll('.pages li').length === 3 && !document.querySelector('#main[aria-busy]')")
        seconds = time.monotonic() - start
        phone.tap("#submit")
        phone.until("document.getElementById('main').dataset.state === 'submitted'")
        return seconds, phone.taps, loaded, line.sent


def by_uppy(port, folder, phone, photos, is_cut) -> tuple[float, int, int, int]:
    total = sum(photo.stat().st_size for photo in photos)
    for one in folder.glob("*.whole"):
        one.unlink()
    with Line(port) as line:
        start = time.monotonic()
        phone.driver.get(f"http://127.0.0.1:{line.port}/")
        phone.until("document.querySelector('.uppy-Dashboard-browse')")
        loaded = line.received
        phone.catch_picker()
        phone.tap(".uppy-Dashboard-browse")
        phone.choose(photos)
        phone.tap("button.uppy-StatusBar-actionBtn--upload")
        if is_cut:
            interrupted(phone, line, total)
            # It tries again by itself while the browser says that it is offline, which a line that is cut elsewhere does not do.
            whole = lambda: len(list(folder.glob("*.whole"))) == PHOTOS
            while not whole():
                retry = "document.querySelector('button.uppy-StatusBar-actionBtn--retry')"
                phone.until(f"{retry} || document.querySelector('.uppy-StatusBar.is-complete')")
                if whole():
                    break
                phone.tap("button.uppy-StatusBar-actionBtn--retry")
                phone.until(f"!{retry}")
        phone.until("document.querySelector('.uppy-StatusBar.is-complete')")
        seconds = time.monotonic() - start
        if len(list(folder.glob("*.whole"))) != PHOTOS:
            raise Failed("Uppy's server does not have three files")
        return seconds, phone.taps, loaded, line.sent


def run_session(bench, session) -> tuple[float, int, int, int]:
    phone = Phone(bench.make_folder("profile"))
    try:
        return session(phone)
    finally:
        phone.close()


def run(bench) -> list[Figure]:
    folder, scripts = bench.make_folder("photos"), bench.make_folder("uppy")
    fetch_uppy(scripts)
    photos = []
    for number in range(PHOTOS):
        place = folder / str(number)
        place.mkdir()
        photos.append(noise_photo(place, 3024 - number, 4032, "jpg[Q=75]"))
    total = sum(photo.stat().st_size for photo in photos)
    port = free_port()
    received = bench.make_folder("received")
    server = Process("uppy", [sys.executable, str(__file__).replace("benchmarks/page.py", "peers/uppy.py"), str(port), str(scripts), str(received)], received)
    figures = []
    with server, Suite(bench, {"gateway": 1}) as suite:
        server.ready(lambda: accepts(port))
        for is_cut, name in ((False, "three photos"), (True, "the same, the line cut for 3 s")):
            ours, theirs = [], []
            for _ in range(bench.runs(3)):
                ours.append(run_session(bench, lambda phone: by_docket(suite, phone, photos, is_cut)))
                theirs.append(run_session(bench, lambda phone: by_uppy(port, received, phone, photos, is_cut)))
                bench.say(f"{name}: {ours[-1]} beside {theirs[-1]}")
            for place, (what, unit, scale) in enumerate(
                [("until all has arrived", "s", 1), ("taps", "taps", 1), ("the page itself", "kB", 1e-3), ("bytes sent, by those of the photos", "times", 1 / total)]):
                if is_cut and place == 2:
                    continue
                figures.append(
                    Figure(
                        f"{name}: {what}", unit, [one[place] * scale for one in ours], "Uppy's Dashboard", [one[place] * scale for one in theirs]))
    return figures

"""Pages per second of the whole normalization worker, beside what makes nothing but the pictures.

Measured is a worker that finds submissions waiting, from its first outcome to its last: in it are Kafka, reading and committing in
Postgres, blobs that are synced to disk, the jail with its two children a document (looked into, decoded), the PDF that is bound of
the pages and read back, the measuring of each page, and the preview of each file; no page is read. One file is one submission. Beside it, on as many cores:

- a loop of vipsthumbnail that makes the same page and the same preview with the same settings, and keeps neither safe; for the PDF
  one of `pdftocairo -jpeg`, and of vipsthumbnail for the preview of its first page;
- ImageMagick's convert, likewise (not for the PDF, which its policy on Debian forbids);
- thumbor, one process for each core, which is asked over HTTP for the page and for the preview (JPEG alone).

Peak memory: what the worker and all its children hold together (PSS, looked at every ten milliseconds) while it makes one file
after the other, above what it holds while it waits; of the peers the highest resident set of one process.
"""

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from harness.figures import Figure
from harness.peers import (
    page_and_preview_by_imagemagick, page_by_vipsthumbnail, pages_by_pdftocairo, peak_memory, preview_by_vipsthumbnail, timed)
from harness.processes import Failed, Missing, Process, accepts, children, free_port
from harness.samples import noise_photo, pdf_of_pages, today
from harness.suite import Service, Suite

SUMMARY = "pages/s of the whole normalization worker beside vipsthumbnail, ImageMagick and thumbor; peak memory"

#: Of which a document may have forty pages.
JOURNEY, TYPE = "proof-of-address", "tenancy-agreement"
CORES = len(os.sched_getaffinity(0))


def run(bench) -> list[Figure]:
    folder = bench.make_folder("files")
    # Half as sharp as it could be, as a camera's are: 3 MB and 6 MB, as phones make them.
    files = {
        "12 MP JPEG": (noise_photo(folder, 3000, 4000, "jpg[Q=80]"), "image/jpeg", 1),
        "24 MP JPEG": (noise_photo(folder, 4000, 6000, "jpg[Q=80]"), "image/jpeg", 1),
        "12 MP HEIC": (noise_photo(folder, 3000, 4000, "heic[Q=50]"), "image/heic", 1),
        "PDF of 20 pages": (pdf_of_pages(folder, 20), "application/pdf", 20),
    }
    figures = []
    with Suite(bench, {"gateway": 1, "validation": 1}) as suite, Thumbor(bench, folder) as thumbor:
        for name, file in files.items():
            figures += measure(bench, suite, thumbor, folder, name, *file)
    return figures


def measure(bench, suite: Suite, thumbor: "Thumbor", folder: Path, name: str, path: Path, media_type: str, pages: int):
    # At the end some cores have nothing left to do: with fewer documents that would be measured.
    documents = CORES * (6 if pages > 1 else 12) // (3 if bench.quick else 1)
    one, two, vips, magick, asked = [], [], [], [], []
    for number in range(bench.runs(3)):
        one.append(pages * worker(suite, path, media_type, documents, workers=1))
        vips.append(pages * documents / timed(CORES, documents, lambda n: all_of(*page_and_preview(path, folder / f"page-{n}"))))
        if pages == 1:
            magick.append(documents / timed(CORES, documents, lambda n: all_of(page_and_preview_by_imagemagick(path, folder / f"page-{n}"))))
        if media_type == "image/jpeg":
            asked.append(documents / timed(CORES, documents, lambda n: thumbor.ask(path)))
        if name == "12 MP JPEG":
            two.append(worker(suite, path, media_type, documents, workers=2))
        bench.say(f"{name}, run {number + 1}: worker {one[-1]:.1f}, vips {vips[-1]:.1f} pages/s")
    peer = "pdftocairo and vipsthumbnail" if pages > 1 else "vipsthumbnail"
    figures = [Figure(name, "pages/s", one, peer, vips, goal_ratio=None if pages > 1 else 0.95)]
    if magick:
        figures.append(Figure(name, "pages/s", one, "ImageMagick", magick))
    if asked:
        figures.append(Figure(name, "pages/s", one, "thumbor", asked))
    if two:
        figures.append(Figure(f"{name}, two workers", "pages/s", two, "one worker", one))
    figures.append(Figure(
        f"{name}, peak memory", "MB", [peak(suite, path, media_type)], peer, [peak_memory(*page_and_preview(path, folder / "alone"))],
        note="on top of what a worker that waits holds"))
    return figures


# The worker

def waiting(suite: Suite, path: Path, media_type: str, count: int) -> list[str]:
    """Submissions that lack nothing but their pages."""
    content, gateway = path.read_bytes(), suite.client()
    made = [gateway.draft(JOURNEY, [(TYPE, [(content, media_type)])], today()) for _ in range(count)]
    for submission in made:
        gateway.json("POST", f"/v1/submissions/{submission}/submit", expect=202)
    eventually_all(suite, made, "select count(*) from submissions where id = any(%s::uuid[]) and state <> 'submitted'", 300)
    expect(suite, made, "processing")
    return made


#: Pages and previews of all, as fractions of two.
DONE = """
    select (select count(*) from submissions where id = any(%(all)s::uuid[]) and state not in ('submitted', 'processing'))
        + (select count(*) from pages where submission_id = any(%(all)s::uuid[]) and preview_digest is not null)
    """


def eventually_all(suite: Suite, made: list[str], query: str, limit: float) -> None:
    end = time.monotonic() + limit
    with suite.postgres.connect() as db:
        while db.execute(query, [made]).fetchone()[0] < len(made):
            if time.monotonic() > end:
                raise Failed(f"not all of {len(made)} submissions came so far within {limit:g} s")
            time.sleep(0.05)


def start(suite: Suite, number: int, jobs: int) -> Service:
    variables = {"DOCKET_DECODER_JOBS": str(jobs)}
    return Service("normalization", number, suite.bench.programs, suite.bench.make_folder("worker"), {**suite.environment, **variables})


def worker(suite: Suite, path: Path, media_type: str, count: int, workers: int) -> float:
    """Documents per second, with as many jobs as there are cores."""
    made = waiting(suite, path, media_type, count)
    services = [start(suite, number + 1, max(1, CORES // workers)) for number in range(workers)]
    try:
        with suite.postgres.connect() as db:
            began: tuple[float, int] | None = None
            end = time.monotonic() + 300
            while True:
                done, now = db.execute(DONE, {"all": made}).fetchone()[0], time.monotonic()
                # Starting up, and the first of each core, are not counted.
                if began is None and done >= 2 * CORES:
                    began = (now, done)
                if done >= 2 * count:
                    break
                for service in services:
                    service.check()
                if now > end:
                    raise Failed(f"{done} of {2 * count} pages and previews were made within 300 s")
                time.sleep(0.01)
        expect(suite, made, "accepted")
        if began is None or began[1] >= 2 * count:
            raise Failed("all was done at once: there is nothing to measure")
        return (2 * count - began[1]) / 2 / (now - began[0])
    finally:
        for service in services:
            service.stop()


def expect(suite: Suite, made: list[str], state: str) -> None:
    with suite.postgres.connect() as db:
        states = db.execute("select distinct state from submissions where id = any(%s::uuid[])", [made]).fetchall()
    if states != [(state,)]:
        raise Failed(f"submissions are {', '.join(one for one, in states)} instead of {state}")


def peak(suite: Suite, path: Path, media_type: str) -> float:
    """Megabytes."""
    made = waiting(suite, path, media_type, 1)
    service = start(suite, 1, 1)
    try:
        watch = Watch(service.pid)
        eventually_all(
            suite, made, "select count(*) from submissions where id = any(%s::uuid[]) and state not in ('submitted', 'processing')", 120)
        watch.stop()
        expect(suite, made, "accepted")
        time.sleep(0.5)
        return max(0, watch.highest - held(service.pid)) / 1e6
    finally:
        service.stop()


def held(pid: int) -> int:
    """Bytes of a process and all below it; what ends meanwhile counts nothing."""
    total = 0
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) * 1024
        for child in children(pid):
            total += held(child)
    except (OSError, ProcessLookupError):
        pass
    return total


class Watch:
    def __init__(self, pid: int):
        self.highest, self._stopped = 0, threading.Event()

        def look():
            while not self._stopped.wait(0.01):
                self.highest = max(self.highest, held(pid))

        self._thread = threading.Thread(target=look, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()


# The peers

def all_of(*commands: list[str]) -> None:
    for words in commands:
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)


def page_and_preview(path: Path, out: Path) -> list[list[str]]:
    """The preview of a PDF is of its first page."""
    if path.suffix == ".pdf":
        return [pages_by_pdftocairo(path, out), preview_by_vipsthumbnail(Path(f"{out}-01.jpg"), out)]
    return [page_by_vipsthumbnail(path, out), preview_by_vipsthumbnail(path, out)]


class Thumbor(Process):
    """As its README starts it, with a process for each core, over a folder of files."""

    def __init__(self, bench, files: Path):
        folder = bench.make_folder("thumbor")
        self.port = free_port()
        settings = folder / "thumbor.conf"
        settings.write_text(
            "LOADER = 'thumbor.loaders.file_loader'\n"
            f"FILE_LOADER_ROOT_PATH = {str(files)!r}\n"
            "STORAGE = 'thumbor.storages.no_storage'\nRESULT_STORAGE = None\nALLOW_UNSAFE_URL = True\nQUALITY = 85\n"
            "RESPECT_ORIENTATION = True\nMAX_PIXELS = 100000000\nHTTP_LOADER_MAX_BODY_SIZE = 100000000\n")
        program = Path(sys.executable).parent / "thumbor"
        if not program.exists():
            raise Missing("thumbor (PyPI)")
        super().__init__(
            "thumbor", [str(program), "-i", "127.0.0.1", "-p", str(self.port), "-c", str(settings), "--processes", str(CORES)],
            folder)
        self.ready(lambda: accepts(self.port))

    def stop(self, grace: float = 20) -> None:
        """With the processes that it has started: they would go on without it."""
        try:
            os.killpg(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        super().stop(grace)

    def ask(self, path: Path) -> None:
        for size, quality in (("2480x3508", 85), ("640x640", 75)):
            address = f"http://127.0.0.1:{self.port}/unsafe/fit-in/{size}/filters:quality({quality}):strip_exif()/{path.name}"
            with urllib.request.urlopen(address, timeout=120) as answer:
                if answer.headers["Content-Type"] != "image/jpeg" or len(answer.read()) < 1000:
                    raise Failed(f"thumbor answered {answer.headers['Content-Type']} to {address}")

"""Programs that make pages and nothing else, with the settings that Docket has by itself. Each works on one core, as a child of the
jail does."""

import os
import resource
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .processes import Failed, Missing

os.environ["VIPS_CONCURRENCY"] = "1"
os.environ["MAGICK_THREAD_LIMIT"] = "1"


def page_by_vipsthumbnail(path: Path, out: Path) -> list[str]:
    return ["vipsthumbnail", str(path), "--size", "2480x3508>", "-o", f"{out}.jpg[Q=85,strip]"]


def preview_by_vipsthumbnail(path: Path, out: Path) -> list[str]:
    return ["vipsthumbnail", str(path), "--size", "640x640>", "-o", f"{out}-preview.jpg[Q=75,strip]"]


def pages_by_pdftocairo(path: Path, out: Path) -> list[str]:
    return ["pdftocairo", "-jpeg", "-jpegopt", "quality=85", "-scale-to-x", "2480", "-scale-to-y", "-1", str(path), str(out)]


def page_and_preview_by_imagemagick(path: Path, out: Path) -> list[str]:
    # Debian's own names first: others are called convert, too.
    program = next(filter(None, map(shutil.which, ("convert-im6.q16", "convert"))), None)
    if not program:
        raise Missing("ImageMagick (convert)")
    return [
        program, str(path), "-auto-orient", "-strip", "-resize", "2480x3508>", "-quality", "85", "-write", f"{out}-m.jpg",
        "-resize", "640x640>", "-quality", "75", f"{out}-m-preview.jpg"]


def timed(people: int, count: int, one) -> float:
    """Seconds for all. Person n does numbers n, n + people, …: a decoder has one person."""
    def share(person: int) -> None:
        for number in range(person, count, people):
            one(number)

    start = time.perf_counter()
    with ThreadPoolExecutor(people) as pool:
        list(pool.map(share, range(people)))
    return time.perf_counter() - start


def processor_time(command: list[str], count: int) -> float:
    """Seconds that one of so many processes took, one after the other: their starts and ends included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(count):
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / count


def peak_memory(*commands: list[str]) -> float:
    """Megabytes that the largest of these processes held."""
    highest = 0
    for words in commands:
        child = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise Failed(f"{words[0]} ended with {child.returncode}")
        highest = max(highest, usage.ru_maxrss * 1024)
    return highest / 1e6

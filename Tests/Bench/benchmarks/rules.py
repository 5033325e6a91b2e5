"""What a document costs before the jail: the rules, the look at a file's head, and reading and digesting a file once.

All of it runs in one process and one thread (`Measures`), without I/O but for the file's. The JPEG is noise of about 10 MB in the
page cache; beside it `sha256sum` reads and digests the same file, as a process of its own.
"""

import json
import time

from harness.figures import Figure
from harness.processes import run as command
from harness.samples import noise_photo
from harness.suite import measures

SUMMARY = "the rules and the look at files, beside sha256sum"


def run(bench) -> list[Figure]:
    program = measures(bench)

    def measure(*arguments) -> dict:
        return json.loads(command([program, *map(str, arguments)]))

    count = 100_000 if bench.quick else 300_000
    rules = [measure("rules", count)["documentsPerSecond"] for _ in range(bench.runs(7))]
    heads = [measure("detection", 51) for _ in range(bench.runs(5))]
    photo = noise_photo(bench.make_folder("photo"), 5200, 3900, "jpg[Q=96]")
    ours, theirs = [], []
    for _ in range(bench.runs(9)):
        ours.append(1 / measure("validation", photo, 3)["seconds"][-1])
        start = time.monotonic()
        command(["sha256sum", str(photo)])
        theirs.append(1 / (time.monotonic() - start))
    return [
        Figure("rules, one core", "documents/s", rules, goal_at_least=100_000),
        Figure(
            "head of the slowest kind of file", "ms", [head["seconds"] * 1000 for head in heads], goal_at_most=1,
            note=heads[0]["name"]),
        Figure(
            f"a JPEG of {photo.stat().st_size / 1e6:.0f} MB read, digested, looked through", "files/s", ours, "sha256sum", theirs),
    ]

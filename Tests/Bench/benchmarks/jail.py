"""What the jail costs, and what comes out of it beside a plain loop of vipsthumbnail.

What it adds to a document: processor time, zygote and children together, of the two children that one needs (inspected, decoded),
less that of `Unjailed`, which does the same jobs in one process without a fork or a lock. Both are asked over sockets; those are not
in the difference. The picture has 64 by 64 pixels: on it there is next to nothing to do. Rounds of one and of the other take turns.

Beside it, what a new process for each document would take: vipsthumbnail, of the same picture. Milliseconds say as much of the machine
as of the jail; 5 ms was asked for where vipsthumbnail takes 37, so a seventh of it is the same goal on any machine.

Throughput: each file is decoded into pages of at most 2480×3508 at quality 85, and measured; one zygote for each core, one document at
a time in each. The worker, its database, its blob store, and the PDF that it binds are not in it: `pages` measures all of it.
The photos carry no colour profile. Beside it, on as many cores, one process of vipsthumbnail for each file makes the page alone, with
the same settings; for the PDF one of `pdftocairo -jpeg`. Photos are made of blurred noise: what a camera sees costs about as much
to decode. Peak memory is that of the child that decodes, beside that of the peer's process (`ru_maxrss`, libraries included).
"""

import os
import subprocess
from pathlib import Path

from harness.decoder import Decoder, decode, inspect, memory_file
from harness.figures import Figure
from harness.peers import pages_by_pdftocairo, page_by_vipsthumbnail, peak_memory, processor_time, timed
from harness.processes import cpu_seconds
from harness.samples import noise_photo, pdf_of_pages, small_jpeg

SUMMARY = "processor time that the jail adds to a document; pages/s and memory beside vipsthumbnail"


def run(bench) -> list[Figure]:
    folder = bench.make_folder("photos")
    return [*cost(bench, folder), *throughput(bench, bench.programs / "DecoderJail", folder)]


# What it adds

#: The share of a new process of vipsthumbnail that was asked for.
GOAL = 5 / 37


def cost(bench, folder: Path) -> list[Figure]:
    count = 50 if bench.quick else 100
    picture = small_jpeg(folder, 64, 64)
    source = memory_file(picture)
    added: list[float] = []
    anew: list[float] = []
    with Decoder(bench.programs / "DecoderJail") as jailed, Decoder(bench.programs / "Unjailed") as free:
        jobs = {"inspected": inspect("image/jpeg"), "decoded": decode("image/jpeg")}
        note = ""
        for _ in range(bench.runs(6)):
            inside, outside = ({name: milliseconds(one, job, source, count) for name, job in jobs.items()} for one in (jailed, free))
            added.append(sum(inside.values()) - sum(outside.values()))
            anew.append(1000 * processor_time(page_by_vipsthumbnail(folder / "photo.jpg", folder / "out"), count // 5))
            note = ", ".join(f"{name} {inside[name]:.2f} ({outside[name]:.2f} without)" for name in jobs)
    return [
        Figure("what the jail adds to a document", "ms", added, goal_at_most=5, note=f"of the last run, in ms: {note}"),
        Figure("the same, by what a new process would take", "ms", added, "vipsthumbnail, 64×64 pixels", anew, goal_ratio_at_most=GOAL),
    ]


def milliseconds(decoder: Decoder, request: bytes, input: int, count: int) -> float:
    before = cpu_seconds([decoder.pid])
    for _ in range(count):
        decoder.run(request, [input])
    return (cpu_seconds([decoder.pid]) - before) * 1000 / count


# What comes out of it

def throughput(bench, program: Path, folder: Path) -> list[Figure]:
    cores = len(os.sched_getaffinity(0))
    files = {
        "12 MP JPEG": (noise_photo(folder, 3000, 4000, "jpg[Q=90]"), "image/jpeg", 1),
        "24 MP JPEG": (noise_photo(folder, 4000, 6000, "jpg[Q=90]"), "image/jpeg", 1),
        "12 MP HEIC": (noise_photo(folder, 3000, 4000, "heic[Q=60]"), "image/heic", 1),
        "PDF of 20 pages": (pdf_of_pages(folder, 20), "application/pdf", 20),
    }
    figures = []
    decoders = [Decoder(program) for _ in range(cores)]
    try:
        for name, (path, media_type, pages) in files.items():
            documents = cores * (1 if pages > 1 else 3 if bench.quick else 6)
            alone = pages_by_pdftocairo if pages > 1 else page_by_vipsthumbnail
            ours, theirs = [], []
            for _ in range(bench.runs(3)):
                ours.append(documents * pages / timed(cores, documents, lambda n: document(decoders[n % cores], path, media_type)))
                theirs.append(documents * pages / timed(cores, documents, lambda n: subprocess.run(
                    alone(path, folder / f"out-{n}"), check=True, stderr=subprocess.DEVNULL)))
            peer = "pdftocairo" if pages > 1 else "vipsthumbnail"
            figures.append(Figure(name, "pages/s", ours, peer=peer, theirs=theirs, goal_ratio=None if pages > 1 else 0.95))
            bench.say(f"{name}: {ours} beside {theirs}")
            memory = document(decoders[0], path, media_type) / 1e6
            figures.append(Figure(
                f"{name}, peak memory of the child", "MB", [memory], peer, [peak_memory(alone(path, folder / "alone"))]))
    finally:
        for decoder in decoders:
            decoder.stop()
    return figures


def document(decoder: Decoder, path: Path, media_type: str) -> int:
    """The most memory that the child held that decoded it, in bytes."""
    source = os.open(path, os.O_RDONLY)
    try:
        decoder.run(decode(media_type), [source])
        return decoder.peak_memory
    finally:
        os.close(source)

"""What the jail costs, and what comes out of it beside a plain loop of vipsthumbnail.

The jail's share is the processor time, zygote and children together, of the four children that a document needs (inspected,
decoded, bound into a PDF, proven) for a picture of 64 by 64 pixels: on it there is next to nothing to do.

Throughput: each file is decoded into pages of at most 2480×3508 at quality 85, its pages are bound into a PDF, and the PDF is
proven; one zygote for each core, one document at a time in each. The worker, its database and its blob store are not in it.
The photos carry no colour profile. Beside it, on as many cores, one process of vipsthumbnail for each file makes the page alone, with the same settings; for the PDF
one of `pdftocairo -jpeg`. Photos are made of blurred noise: what a camera sees costs about as much to decode.
"""

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness.decoder import FINISHED, PAGE, CHUNK, Decoder, assemble, decode, inspect, memory_file, prove
from harness.figures import Figure
from harness.processes import cpu_seconds
from harness.samples import noise_photo, small_jpeg

SUMMARY = "processor time that the jail adds to a document; pages/s beside vipsthumbnail"


def run(bench) -> list[Figure]:
    program = bench.programs / "DecoderJail"
    folder = bench.make_folder("photos")
    return [*cost(bench, program, folder), *throughput(bench, program, folder)]


# What it adds

def cost(bench, program: Path, folder: Path) -> list[Figure]:
    count = 100
    totals: list[float] = []
    note = ""
    with Decoder(program) as decoder:
        source = memory_file(small_jpeg(folder, 64, 64))
        page = memory_file(decoder.run(decode("image/jpeg"), [source])[0][1])
        pdf = memory_file(b"".join(payload for _, payload in decoder.run(assemble(), [page])))
        jobs = {
            "inspected": (inspect("image/jpeg"), source), "decoded": (decode("image/jpeg"), source),
            "bound": (assemble(), page), "proven": (prove(), pdf),
        }
        for _ in range(bench.runs(6)):
            parts = {}
            for name, (request, input) in jobs.items():
                before = cpu_seconds([decoder.pid])
                for _ in range(count):
                    decoder.run(request, [input])
                parts[name] = (cpu_seconds([decoder.pid]) - before) * 1000 / count
            totals.append(sum(parts.values()))
            note = ", ".join(f"{name} {milliseconds:.2f}" for name, milliseconds in parts.items())
    return [Figure("the jail's own time, a document", "ms", totals, goal_at_most=5, note=f"of the last run: {note} ms")]


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
            documents = cores * (1 if pages > 1 else 6)
            ours, theirs = [], []
            for _ in range(bench.runs(3)):
                ours.append(documents * pages / timed(cores, documents, lambda n: document(decoders[n % cores], path, media_type)))
                theirs.append(documents * pages / timed(cores, documents, lambda n: peer(path, folder / f"out-{n}")))
            peer_name = "pdftocairo" if pages > 1 else "vipsthumbnail"
            figures.append(Figure(name, "pages/s", ours, peer=peer_name, theirs=theirs, goal_ratio=None if pages > 1 else 0.95))
            bench.say(f"{name}: {ours} beside {theirs}")
    finally:
        for decoder in decoders:
            decoder.stop()
    return figures


def timed(people: int, count: int, one) -> float:
    """Seconds for all. Person n does numbers n, n + people, …: a decoder has one person."""
    def share(person: int) -> None:
        for number in range(person, count, people):
            one(number)

    start = time.perf_counter()
    with ThreadPoolExecutor(people) as pool:
        list(pool.map(share, range(people)))
    return time.perf_counter() - start


def document(decoder: Decoder, path: Path, media_type: str) -> None:
    source = os.open(path, os.O_RDONLY)
    opened = [source]
    try:
        frames = decoder.run(decode(media_type), [source])
        pages = [memory_file(payload) for kind, payload in frames if kind == PAGE]
        opened += pages
        frames = decoder.run(assemble(), pages)
        pdf = memory_file(b"".join(payload for kind, payload in frames if kind == CHUNK))
        opened.append(pdf)
        assert frames[-1][0] == FINISHED
        decoder.run(prove(), [pdf])
    finally:
        for descriptor in opened:
            os.close(descriptor)


def peer(path: Path, out: Path) -> None:
    if path.suffix == ".pdf":
        words = ["pdftocairo", "-jpeg", "-jpegopt", "quality=85", "-scale-to-x", "2480", "-scale-to-y", "-1", str(path), str(out)]
    else:
        words = ["vipsthumbnail", str(path), "--size", "2480x3508>", "-o", f"{out}.jpg[Q=85,strip]"]
    # One core each, as a child of the jail has.
    subprocess.run(words, check=True, env={**os.environ, "VIPS_CONCURRENCY": "1"}, stderr=subprocess.DEVNULL)


def pdf_of_pages(folder: Path, count: int) -> Path:
    """Pages of text, as an office writes them."""
    lines = "\n".join(
        f"BT /F 11 Tf 60 {780 - 16 * line} Td (Line {line}: the quick brown fox jumps over the lazy dog, again and again.) Tj ET"
        for line in range(45))
    content = f"<</Length {len(lines)}>>stream\n{lines}\nendstream"
    kids = " ".join(f"{5 + number} 0 R" for number in range(count))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {count}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", content,
        *["<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents 4 0 R>>"] * count,
    ]
    body = "%PDF-1.4\n" + "".join(f"{number} 0 obj {object} endobj\n" for number, object in enumerate(objects, 1))
    path = folder / "pages.pdf"
    path.write_text(body + f"trailer <</Root 1 0 R/Size {len(objects) + 1}>>\n%%EOF\n")
    return path

"""What reading a page costs beside the `tesseract` command line with the same model and one thread, and what a child holds.

The page has 48 lines of print, A4 at 300 dots per inch. Processor time of the child of ReaderJail alone, which has the model already;
codes are looked for in it too. The command line loads its model each time; a second figure leaves that out (what it takes for an
empty page). Rounds of one and of the other take turns.

A born-digital page is one of letters: no drawing beside them that may be a code. With DOCKET_TEST_READINGS, the dates of its receipts
are looked for in what is read, without any rule: whether the words are there, beside the same of the command line. Then what
`docket read` says of its receipts, invoices and travel documents is held against what stands on them; a receipt's date beside the
first that a regular expression finds in what the command line reads. Receipts that differ where it is certain are listed: some of
the truths are wrong, so look before calling it a misreading.
"""

import json
import os
import re
import resource
import subprocess
import threading
import time
from pathlib import Path

from harness.decoder import Decoder, memory_file, read
from harness.figures import Figure

SUMMARY = "cost of a page that is read beside tesseract's command line; memory; born-digital pages; two at once"

WORDS = """Rechnung über Strom und Gas für den Zeitraum vom ersten bis zum letzten Tag des Monats Betrag Kundennummer Straße
Zähler Verbrauch Grundpreis Arbeitspreis netto brutto Umsatzsteuer Summe Überweisung bitte innerhalb von vierzehn Tagen""".split()
LANGUAGES = ["eng", "deu", "fra", "spa", "nld", "jpn"]
MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
YEAR_FIRST = re.compile(r"\b(?P<year>20\d\d)[-/.]?(?P<month>[01]\d)[-/.]?(?P<day>[0-3]\d)\b")
DAY_FIRST = re.compile(
    r"\b(?P<day>\d{1,2})[-/.\s]{1,2}(?P<month>\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/.,\s]{1,2}(?P<year>20\d\d|\d\d)\b")
MONTH_FIRST = re.compile(r"\b(?P<month>[A-Za-z]{3})[a-z]*\.? (?P<day>\d{1,2}),? (?P<year>20\d\d)\b")
#: One thread for both.
ALONE = {**os.environ, "OMP_THREAD_LIMIT": "1"}


def run(bench) -> list[Figure]:
    folder = bench.make_folder("reading")
    page = printed_page(folder)
    with Decoder(bench.programs / "ReaderJail") as reader:
        figures = cost(bench, reader, page, folder)
        figures += born_digital(bench, reader)
        figures += two_at_once(bench, page, reader)
        if readings := os.environ.get("DOCKET_TEST_READINGS"):
            figures += receipts(bench, reader, Path(readings), folder)
            figures += meanings(bench, Path(readings))
        else:
            bench.say("DOCKET_TEST_READINGS is not set: no receipts are read")
    return figures


def printed_page(folder: Path) -> Path:
    lines = [" ".join(WORDS[(7 * line + 3 * word) % len(WORDS)] for word in range(10)) for line in range(48)]
    page = folder / "page.jpg"
    steps = [
        ["text", folder / "text.png", "\n".join(lines), "--font", "DejaVu Sans 11", "--dpi", "300"],
        ["invert", folder / "text.png", folder / "dark.png"],
        ["embed", folder / "dark.png", f"{page}[Q=85,strip]", "200", "200", "2480", "3508", "--extend", "white"],
    ]
    for step in steps:
        subprocess.run(["vips", *map(str, step)], check=True)
    return page


def by_tesseract(page: Path, language: str) -> tuple[str, float]:
    """What it says, and its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        ["tesseract", str(page), "-", "-l", language], env=ALONE, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said.stdout.decode(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cost(bench, reader: Decoder, page: Path, folder: Path) -> list[Figure]:
    source = memory_file(page.read_bytes())
    empty = folder / "empty.png"
    subprocess.run(["vips", "black", str(empty), "64", "64"], check=True)
    ours, theirs, without, all_models, memory = [], [], [], [], []
    for _ in range(bench.runs(5)):
        reader.run(read(["deu"]), [source])
        ours.append(reader.processor_seconds * 1000)
        memory.append(reader.peak_memory / 1e6)
        theirs.append(by_tesseract(page, "deu")[1] * 1000)
        without.append(theirs[-1] - by_tesseract(empty, "deu")[1] * 1000)
        reader.run(read(LANGUAGES), [source])
        all_models.append(reader.processor_seconds * 1000)
        memory.append(reader.peak_memory / 1e6)
    return [
        Figure("a dense page, German", "ms", ours, "tesseract, with loading its model", theirs, goal_ratio_at_most=1.05),
        Figure("the same", "ms", ours, "tesseract, without loading", without),
        Figure("the same, its language found among six", "ms", all_models, "tesseract that was told", theirs),
        Figure("peak memory of a child, all models loaded", "MB", memory, goal_at_most=250),
    ]


def born_digital(bench, reader: Decoder) -> list[Figure]:
    lines = [f"({' '.join(WORDS[(5 * line + word) % len(WORDS)] for word in range(8) if word)}) Tj 0 -14 Td" for line in range(48)]
    drawing = f"BT /F 11 Tf 60 780 Td {' '.join(lines)} ET".encode("latin-1")
    source = memory_file(pdf([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(drawing), drawing),
    ]))
    spent = []
    for _ in range(bench.runs(20)):
        reader.run(read(["deu"], page=1), [source])
        spent.append(reader.processor_seconds * 1000)
    return [Figure("a born-digital page", "ms", spent, goal_at_most=15)]


def pdf(objects: list[bytes]) -> bytes:
    content, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(content))
    return content + head + table + tail


def two_at_once(bench, page: Path, reader: Decoder) -> list[Figure]:
    """Pages a second of two zygotes by those of one."""
    if len(os.sched_getaffinity(0)) < 2:
        bench.say("one core: two at once are not tried")
        return []
    source = memory_file(page.read_bytes())
    each = 2 if bench.quick else 4

    def pages(one: Decoder) -> None:
        for _ in range(each):
            one.run(read(["deu"]), [source])

    ratios = []
    with Decoder(bench.programs / "ReaderJail") as second:
        for _ in range(bench.runs(3)):
            begun = time.monotonic()
            pages(reader)
            alone = time.monotonic() - begun
            begun = time.monotonic()
            threads = [threading.Thread(target=pages, args=(one,)) for one in (reader, second)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            ratios.append(2 * alone / (time.monotonic() - begun))
    return [Figure("two readers by one", "times the pages", ratios, goal_at_least=1.8)]


def receipts(bench, reader: Decoder, readings: Path, folder: Path) -> list[Figure]:
    pictures = sorted((readings / "receipts").glob("*.jpg"))[: 20 if bench.quick else None]
    ours = theirs = 0
    spent = spent_by_peer = 0.0
    for picture in pictures:
        clean = folder / "receipt.jpg"
        subprocess.run(["vips", "copy", str(picture), f"{clean}[Q=95,strip]"], check=True)
        date = squeezed(json.loads(picture.with_suffix(".json").read_text())["date"])
        words = text_of(reader.run(read(["eng"]), [memory_file(clean.read_bytes())])[-1][1])
        ours += date in squeezed(words)
        spent += reader.processor_seconds * 1000
        said, seconds = by_tesseract(clean, "eng")
        theirs += date in squeezed(said)
        spent_by_peer += seconds * 1000
    return [
        Figure(f"receipts of {len(pictures)} whose date is among the words", "receipts", [ours], "tesseract", [theirs], goal_ratio=1),
        Figure("a receipt", "ms", [spent / len(pictures)], "tesseract", [spent_by_peer / len(pictures)]),
    ]


def facts_of(bench, document: Path, languages: str) -> list[dict]:
    """What `docket read` says that a document means; nothing where it cannot be read."""
    said = subprocess.run(
        [bench.docket, "read", str(document), "--languages", languages, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [fact for file in json.loads(said.stdout)["files"] for fact in file["facts"]] if said.returncode == 0 else []


def day_of(words: str) -> str | None:
    """The first day that is printed with its year, its day or its month first, as year, month and day."""
    for pattern in YEAR_FIRST, DAY_FIRST, MONTH_FIRST:
        if found := pattern.search(words):
            year, month, day = found["year"], found["month"].upper(), found["day"]
            number = MONTHS.index(month) + 1 if month in MONTHS else int(month) if month.isdigit() else 0
            return f"{int(year) % 100 + 2000}-{number:02}-{int(day):02}"
    return None


def meanings(bench, readings: Path) -> list[Figure]:
    few = 20 if bench.quick else None
    pictures = sorted((readings / "receipts").glob("*.jpg"))[:few]
    found = wrong = by_expression = 0
    for picture in pictures:
        truth = day_of(json.loads(picture.with_suffix(".json").read_text())["date"])
        dates = [fact for fact in facts_of(bench, picture, "eng") if fact["fact"] == "issued"]
        found += any(fact["value"] == truth for fact in dates)
        if differing := [fact["value"] for fact in dates if fact["isCertain"] and fact["value"] != truth]:
            wrong += 1
            bench.say(f"{picture.name}: read {differing[0]}, truth {truth}")
        by_expression += day_of(by_tesseract(picture, "eng")[0]) == truth
    invoices = sorted((readings / "invoices").glob("*.pdf"))
    right = sum(invoice_is_read(bench, invoice) for invoice in invoices)
    documents = sorted(path for path in (readings / "travel-documents").iterdir() if path.suffix in {".jpg", ".png"})
    zones = 0
    for document in documents:
        zones += any(
            fact["fact"] == "zone" and "all check digits hold" in fact["value"] for fact in facts_of(bench, document, "eng"))
    return [
        Figure(
            f"receipts of {len(pictures)} whose date is found", "receipts", [found], "the first date by a regular expression",
            [by_expression], goal_at_least=0.75 * len(pictures)),
        Figure("receipts whose date is certain and differs", "receipts", [wrong], goal_at_most=2),
        Figure(f"invoices of {len(invoices)} with date and amount", "invoices", [right], goal_at_least=len(invoices)),
        Figure(f"zones of {len(documents)} whose check digits all hold", "zones", [zones], goal_at_least=15),
    ]


def invoice_is_read(bench, invoice: Path) -> bool:
    """Whether its date and its amount are among what it says."""
    truth = json.loads(invoice.with_suffix(".json").read_text())
    truth = truth[0] if isinstance(truth, list) else truth
    facts = facts_of(bench, invoice, ",".join(LANGUAGES[:5]))
    days = {fact["value"] for fact in facts if fact["fact"] in {"issued", "due", "valid-from"}}
    amounts = {fact["value"].split(" ")[0] for fact in facts if fact["fact"] in {"total", "balance"}}
    day = next((str(truth[name])[:10] for name in ("date", "date_due") if name in truth), None)
    is_right = day in days and f"{float(truth['amount']):.2f}" in amounts
    if not is_right:
        bench.say(f"{invoice.name}: {day} and {truth.get('amount')}, read {sorted(days)} and {sorted(amounts)}")
    return is_right


def squeezed(words: str) -> str:
    return re.sub(r"\s", "", words).upper()


def text_of(payload: bytes) -> str:
    """The words of a `PageText`: behind version, source and proportion a count, and for each word its text and 32 bytes more."""
    def count(place: int) -> int:
        return int.from_bytes(payload[place:place + 4], "big")

    place = 1
    place += 4 + count(place) + 8
    number, place = count(place), place + 4
    words = []
    for _ in range(number):
        length = count(place)
        words.append(payload[place + 4:place + 4 + length].decode())
        place += 4 + length + 32
    return " ".join(words)

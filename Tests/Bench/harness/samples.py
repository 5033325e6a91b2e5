"""Documents to submit. All are made here; none is a person's."""

import subprocess
from datetime import date
from pathlib import Path

from .processes import run

#: A journey that takes one document, and a type of it.
JOURNEY, TYPE = "proof-of-address", "utility-bill"


def today() -> str:
    return date.today().isoformat()


def small_jpeg(folder: Path, width: int = 320, height: int = 240) -> bytes:
    """A photo that shows something (a blank one would be refused), as small as they come."""
    noise, photo = folder / "noise.v", folder / "photo.jpg"
    if not photo.exists():
        run(["vips", "gaussnoise", str(noise), str(width), str(height), "--sigma", "40", "--mean", "128", "--seed", "7"])
        run(["vips", "copy", str(noise), f"{photo}[Q=60]"])
    return photo.read_bytes()


def noise_photo(folder: Path, width: int, height: int, kind: str) -> Path:
    """A photo of this size, of blurred coloured noise. `kind` is what vips takes for a file's name: `jpg[Q=90]`."""
    colours = folder / f"{width}x{height}.v"
    if not colours.exists():
        grey = folder / "grey.v"
        run(["vips", "gaussnoise", str(grey), str(width), str(height), "--sigma", "60", "--mean", "128", "--seed", "7"])
        run(["vips", "bandjoin", f"{grey} {grey} {grey}", str(folder / "joined.v")])
        run(["vips", "gaussblur", str(folder / "joined.v"), str(folder / "blurred.v"), "1.5"])
        run(["vips", "copy", str(folder / "blurred.v"), str(folder / "named.v"), "--interpretation", "srgb"])
        run(["vips", "cast", str(folder / "named.v"), str(colours), "uchar"])
    photo = folder / f"{width}x{height}.{kind.split('[')[0]}"
    run(["vips", "copy", str(colours), f"{photo}[{kind.partition('[')[2]}"])
    return photo


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
    body, places = b"%PDF-1.4\n", []
    for number, object in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj {object} endobj\n".encode()
    table = "0000000000 65535 f \n" + "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n{table}trailer <</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(body)}\n%%EOF\n"
    path = folder / "pages.pdf"
    path.write_bytes(body + end.encode())
    return path


def tool_version(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]

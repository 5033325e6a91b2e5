"""Documents to hand in. All are made here; none is a person's."""

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


def tool_version(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]

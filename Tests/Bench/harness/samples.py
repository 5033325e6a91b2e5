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


def tool_version(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]

"""The decoder's zygote without a worker: starts it, and has it fork a child for each job, as `Services/Decoding/Jail` does."""

import array
import os
import re
import socket
import struct
import subprocess
from pathlib import Path

from .processes import Failed, children

#: `Tests/Jail/WireTests.swift` holds what is written below to that version.
CODING = Path(__file__).parents[3] / "Services/Decoding/Jail/Wire/WireCoding.swift"
VERSION = bytes([int(re.search(r"version: UInt8 = (\d+)", CODING.read_text())[1])])
MEGABYTE = 1 << 20


def whole(number: int) -> bytes:
    return struct.pack(">q", number)


def text(words: str) -> bytes:
    return struct.pack(">I", len(words.encode())) + words.encode()


BUDGET = b"".join(map(whole, (25_000_000, 200, 1000, 100_000_000, 200_000_000, 768 * MEGABYTE)))


def inspect(media_type: str) -> bytes:
    return VERSION + b"\1" + b"\1" + text(media_type) + BUDGET


def decode(media_type: str, box: tuple[int, int] = (2480, 3508), quality: int = 85) -> bytes:
    """No turning, no crop, no preview beside the page, all pages, measured, and no word of the file before."""
    head = VERSION + b"\2" + text(media_type) + whole(0) + b"\0"
    return head + b"".join(map(whole, (*box, quality))) + b"\0" + b"\0" + b"\1" + b"\0" + b"\0" + BUDGET


def read(languages: list[str], page: int | None = None, seconds: int = 60) -> bytes:
    """A page's picture, or a page of a PDF, counted from 1; not turned, and not its codes alone."""
    source = b"\1" if page is None else b"\2" + whole(page)
    wanted = struct.pack(">I", len(languages)) + b"".join(map(text, languages))
    return VERSION + b"\5" + source + wanted + whole(0) + b"\0" + whole(seconds) + BUDGET


FACTS, PAGE, FINISHED, TEXT = 1, 2, 4, 8


def zygote(started: int) -> int:
    """What forks: where it has a process-id namespace of its own, the only child of what was started."""
    own, of_children = (os.readlink(f"/proc/{started}/ns/{name}") for name in ("pid", "pid_for_children"))
    return started if own == of_children else children(started)[0]


class Decoder:
    """One zygote, or `Unjailed`, which speaks as one. Its jobs run one after the other."""

    def __init__(self, program: Path, more: dict[str, str] | None = None):
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {
            "LC_ALL": "C.UTF-8", "VIPS_BLOCK_UNTRUSTED": "1", "MALLOC_ARENA_MAX": "2", "LD_BIND_NOW": "1",
            "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "4294967296",
            "SWIFT_BACKTRACE": "enable=no", "OMP_THREAD_LIMIT": "1",
            **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}, **(more or {}),
        }
        # It looks for its end of the socket at descriptor 3.
        number = theirs.fileno()
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" 3<&{number}', str(program)], pass_fds=(number,), env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        theirs.close()
        self.jobs = 0
        if self.control.recv(65536)[:2] != VERSION + b"\1":
            raise Failed("the decoder did not say that it is ready: is it of another version?")
        self.pid = zygote(self.process.pid)
        #: Of the last child: bytes, its share of what it has in common with its zygote included.
        self.peak_memory = 0
        #: Of the last child.
        self.processor_seconds = 0.0

    def run(self, request: bytes, inputs: list[int]) -> list[tuple[int, bytes]]:
        """What the child answers: for each frame its kind and its payload."""
        self.jobs += 1
        ours, theirs = socket.socketpair()
        limits = struct.pack(">QQQ", 3 << 30, 120, 64)
        descriptors = array.array("i", [theirs.fileno(), *inputs])
        self.control.sendmsg(
            [VERSION + b"\1" + struct.pack(">Q", self.jobs) + limits], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
        theirs.close()
        ours.sendall(struct.pack(">II", len(request), 0) + request)
        frames = []
        with ours, ours.makefile("rb", buffering=MEGABYTE) as stream:
            while prefix := stream.read(8):
                header, payload = struct.unpack(">II", prefix)
                kind = stream.read(header)[1]
                frames.append((kind, stream.read(payload)))
        ended = self.control.recv(65536)
        self.peak_memory = int.from_bytes(ended[15:23], "big")
        self.processor_seconds = int.from_bytes(ended[23:31], "big") / 1e6
        if ended[10:15] != b"\1" + bytes(4) or not frames or frames[-1][0] not in (FACTS, FINISHED, TEXT):
            raise Failed(f"a child of the decoder ended with {ended[10:].hex()}, its last answer was {frames[-1:]}")
        return frames

    def stop(self) -> None:
        self.control.close()
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("bench")
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(content)
    return descriptor

"""64 MB in one request, and by tus, to a disk that keeps them: when the answer comes, the bytes are durable.

The gateway recognizes the file, computes its SHA-256, syncs it and commits its page. Beside it, in turn, from the same client:
nginx's PUT (one worker, dav module) followed by `sync FILE`, which gives the same durability and nothing else; and tuspyserver
under uvicorn, as its README starts it, without any sync. Then the same with no sync on either side: the gateway with libeatmydata,
nginx without the `sync`. And the gateway's memory while eight uploads of 1 GB come in at once.
"""

import glob
import http.client
import os
import socket
import sys
import threading
import time
from pathlib import Path

from harness.figures import Figure
from harness.journeys import open_document
from harness.nginx import Nginx
from harness.processes import Failed, Process, accepts, free_port, memory
from harness.processes import run as command
from harness.suite import Suite

SUMMARY = "64 MB by one request and by tus, beside nginx's PUT with sync and tuspyserver; memory of 8 x 1 GB at once"

SIZE = 64_000_000
LARGE = 1_000_000_000
EATMYDATA = next(iter(sorted(glob.glob("/usr/lib/*/libeatmydata.so"))), None)
PEERS = Path(__file__).resolve().parent.parent / "peers"


def make_file(path: Path, size: int) -> None:
    """A PDF by its first bytes, the rest as random as a scan is; of the size that is asked for, in the page cache."""
    with open(path, "wb") as file:
        file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        piece = os.urandom(4_000_000)
        while file.tell() < size:
            file.write(piece[:size - file.tell()])
    path.read_bytes() if size <= SIZE else None


def send(port: int, method: str, path: str, file: Path, headers: dict[str, str], expect: tuple[int, ...]) -> http.client.HTTPResponse:
    """One request on a connection of its own, its body sent by sendfile: the client costs next to nothing."""
    size = file.stat().st_size
    with socket.create_connection(("127.0.0.1", port), timeout=300) as connection, open(file, "rb") as content:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {size}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        try:
            connection.sendfile(content)
        except (BrokenPipeError, ConnectionResetError):
            pass  # Refused in mid-body: the answer says why.
        answer = http.client.HTTPResponse(connection, method=method)
        answer.begin()
        words = answer.read()
        if answer.status not in expect:
            raise Failed(f"{method} {path} was answered {answer.status}: {words[:300].decode(errors='replace')}")
        return answer


def timed(action) -> float:
    """Megabytes a second."""
    start = time.perf_counter()
    action()
    return SIZE / 1e6 / (time.perf_counter() - start)


class Target:
    """Where the gateway takes files: a submission for each, for it takes the same file only once in one."""

    def __init__(self, suite: Suite):
        self.suite = suite
        self.client = suite.client()

    def post(self, file: Path) -> float:
        path = open_document(self.suite, self.client)
        headers = {"Content-Type": "application/pdf"}
        return timed(lambda: send(self.suite.gateway_port, "POST", f"{path}/pages", file, headers, (201,)))

    def has_tus(self) -> bool:
        self.client.connection.request("OPTIONS", "/v1/uploads", headers={"Tus-Resumable": "1.0.0"})
        answer = self.client.connection.getresponse()
        answer.read()
        return answer.status in (200, 204) and "1.0.0" in (answer.getheader("Tus-Version") or "")

    def tus(self, file: Path) -> float:
        document = open_document(self.suite, self.client).rsplit("/", 1)[1]
        return timed(lambda: tus(self.suite.gateway_port, f"/v1/uploads?document={document}", file))


def tus(port: int, path: str, file: Path) -> None:
    """tus 1.0 as most clients speak it by default: creation, then one PATCH with all of it."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        headers = {
            "Tus-Resumable": "1.0.0", "Upload-Length": str(file.stat().st_size), "Content-Length": "0",
            "Upload-Metadata": "filename Yi5wZGY=,filetype YXBwbGljYXRpb24vcGRm"}
        client.request("POST", path, headers=headers)
        answer = client.getresponse()
        words = answer.read()
        if answer.status != 201:
            raise Failed(f"an upload was answered {answer.status}: {words[:300].decode(errors='replace')}")
        place = answer.getheader("Location", "")
    finally:
        client.close()
    place = "/" + place.split("/", 3)[3] if "://" in place else place
    headers = {"Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    send(port, "PATCH", place, file, headers, (200, 201, 204))


def put(nginx: Nginx, file: Path, number: int, sync: bool) -> float:
    name = f"{number}.pdf"

    def action() -> None:
        send(nginx.port, "PUT", f"/files/{name}", file, {}, (201, 204))
        if sync:
            command(["sync", str(nginx.files / name)])

    return timed(action)


def run(bench) -> list[Figure]:
    runs = bench.runs(7)
    folder = bench.make_folder("files")
    file = folder / "64.pdf"
    make_file(file, SIZE)
    figures = []
    environment = {"DOCKET_MAXIMUM_FILE": "1GB"}
    with Nginx(bench.make_folder("nginx")) as nginx, Suite(bench, {"gateway": 1}, environment) as suite:
        target = Target(suite)
        target.post(file)
        put(nginx, file, 0, sync=True)
        ours, theirs, slow = [], [], []
        with tuspyserver(bench) as peer:
            has_tus = target.has_tus()
            tussed = []
            tus(peer.port, "/files/", file)
            for number in range(runs):
                ours.append(target.post(file))
                theirs.append(put(nginx, file, number, sync=True))
                if has_tus:
                    tussed.append(target.tus(file))
                slow.append(timed(lambda: tus(peer.port, "/files/", file)))
                bench.say(
                    f"run {number + 1} of {runs}: the gateway {ours[-1]:.0f}, nginx {theirs[-1]:.0f}"
                    + (f", the gateway by tus {tussed[-1]:.0f}" if has_tus else "") + f", tuspyserver {slow[-1]:.0f} MB/s")
                tidy(nginx.files, peer.files)
        figures.append(Figure("64 MB, durable", "MB/s", ours, "nginx PUT and `sync FILE`", theirs, goal_ratio=0.8))
        if has_tus:
            figures.append(Figure("64 MB by tus, durable", "MB/s", tussed, "nginx PUT and `sync FILE`", theirs, goal_ratio=0.8))
            figures.append(Figure("64 MB by tus", "MB/s", tussed, "tuspyserver, no sync", slow, goal_ratio=5))
        else:
            bench.say("tus is left out: the gateway does not speak it")
            figures.append(Figure("64 MB", "MB/s", ours, "tuspyserver (tus), no sync", slow, goal_ratio=5))
        figures += resident(bench, suite, folder)
    figures += without_sync(bench, file, environment)
    return figures


def tidy(*folders: Path) -> None:
    for folder in folders:
        for file in folder.iterdir():
            if file.is_file():
                file.unlink()


def without_sync(bench, file: Path, environment: dict[str, str]) -> list[Figure]:
    if EATMYDATA is None:
        bench.say("the figure without syncs is left out: this machine lacks libeatmydata1")
        return []
    runs = bench.runs(5)
    preload = {"gateway": {"LD_PRELOAD": EATMYDATA}}
    ours, theirs = [], []
    with Nginx(bench.make_folder("nginx")) as nginx, Suite(bench, {"gateway": 1}, environment, variables=preload) as suite:
        target = Target(suite)
        target.post(file)
        put(nginx, file, 0, sync=False)
        for number in range(runs):
            ours.append(target.post(file))
            theirs.append(put(nginx, file, number, sync=False))
            tidy(nginx.files)
    return [Figure("64 MB, no sync on either side", "MB/s", ours, "nginx PUT", theirs)]


def resident(bench, suite: Suite, folder: Path) -> list[Figure]:
    """The gateway's own memory while eight large files come in at once."""
    count, size = 8, SIZE * 2 if bench.quick else LARGE
    file = folder / "large.pdf"
    make_file(file, size)
    gateway = suite.services["gateway"][0]
    targets = [open_document(suite, suite.client()) for _ in range(count)]
    failures: list[Exception] = []

    def one(path: str) -> None:
        try:
            send(suite.gateway_port, "POST", f"{path}/pages", file, {"Content-Type": "application/pdf"}, (201,))
        except Exception as failure:  # noqa: BLE001: told below
            failures.append(failure)

    samples: list[dict[str, int]] = [memory(gateway.pid)]
    threads = [threading.Thread(target=one, args=[path], daemon=True) for path in targets]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        samples.append(memory(gateway.pid))
        time.sleep(0.2)
    took = time.monotonic() - start
    if failures:
        raise Failed(f"of {count} large uploads {len(failures)} failed: {failures[0]}")
    file.unlink()
    peak = max(sample["Pss"] for sample in samples) / 1e6
    highest = max(sample.get("VmHWM", 0) for sample in samples) / 1e6
    bench.say(f"{count} uploads of {size / 1e9:g} GB took {took:.0f} s")
    note = f"{samples[0]['Pss'] / 1e6:.1f} MB before; highest resident, shared libraries included, {highest:.1f} MB"
    return [Figure(f"gateway's memory, {count} x {size / 1e9:g} GB at once", "MB", [peak], goal_at_most=60, note=note)]


class tuspyserver(Process):  # noqa: N801: it reads as what it is
    def __init__(self, bench):
        folder = bench.make_folder("tuspyserver")
        self.port = free_port()
        self.files = folder / "files"
        self.files.mkdir()
        super().__init__(
            "tuspyserver",
            [sys.executable, "-m", "uvicorn", "tus_app:app", "--app-dir", str(PEERS), "--host", "127.0.0.1", "--port",
             str(self.port), "--log-level", "warning"],
            folder, {"TUS_FILES": str(self.files)})
        self.ready(lambda: accepts(self.port))

"""What it costs to read what is sealed: one gateway reads submissions that are sealed and others that are not, in turn.

A second gateway, without sealing (`DOCKET_SEALING=off`), takes the ones that are not. Both kinds are alike otherwise: contact, metadata,
expected values, and one page whose file is as large as that of a page made of a photo. Submissions are read by a gateway that
was started after them, and files by another one, each once: nothing is cached, so each key is unwrapped. Files are read once more, when
the gateway has the keys; a submission that is read again is remembered as it was opened. The times are the client's, of whole answers on
one kept connection.

Listings are of one person's 50 newest submissions, all of one kind, and of one submission by a part of its reference.

All of it is measured once more when `docket migrate` has moved the keys to another Postgres (`DOCKET_KEYS_URL`), on the same machine.

The figures are the difference of the medians of both kinds, in each of the runs. A run that shows no difference, or one less than
nothing, has measured the machine.
"""

import os
import time
from contextlib import ExitStack
from statistics import median

from harness.figures import Figure
from harness.postgres import Postgres
from harness.processes import Failed, free_port
from harness.processes import run as run_program
from harness.samples import JOURNEY, TYPE, today
from harness.suite import Gateway, Suite

SUMMARY = "what a call costs more where all is sealed: POST and GET of a submission, GET of a page's file, of a listing"

VARIABLES = {"DOCKET_TENANT_RATE": "0", "DOCKET_TENANT_CONCURRENCY": "0"}
#: Bytes of a page's file: a page of A4 at 300 dpi, as it is made of a photo.
SIZE = 700_000
MOST_MS = {"creation": 1.0, "submission": 1.0, "page": 0.5}
ELSEWHERE = ", keys elsewhere"
#: By gateways of their own: who reads a submission has the key of its files.
READS = [[("submission", "first"), ("listing", "first"), ("piece", "first")], [("page", "first"), ("page", "again")]]


def make(gateway: Gateway, kind: str, number: int) -> dict[str, str]:
    """The paths of a submission, of its page's file, and of listings that find it."""
    submission = gateway.json("POST", "/v1/submissions", {
        "journey": JOURNEY, "subject": f"person {kind}", "reference": f"{kind}-{number:06}",
        "contact": {"email": f"person-{number}@example.org"}, "metadata": {"case": f"case {number}"},
        "expected": {"name": "Erika Mustermann", "address": "Heidestrasse 17, 51147 Koeln"}})["id"]
    path = f"/v1/submissions/{submission}"
    document = gateway.json("POST", f"{path}/documents", {"type": TYPE, "issueDate": today()})["id"]
    content = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + os.urandom(SIZE)
    status, answer = gateway.send("POST", f"{path}/documents/{document}/pages", content, "application/pdf")
    if status != 201:
        raise Failed(f"a page was answered {status}: {answer[:300].decode(errors='replace')}")
    page = gateway.json("GET", path, expect=200)["documents"][0]["pages"][0]["id"]
    return {
        "submission": path, "page": f"{path}/documents/{document}/pages/{page}/original",
        "listing": f"/v1/submissions?subject=person%20{kind}&limit=50", "piece": f"/v1/submissions?reference={kind[-2:]}-{number:06}"}


def read(gateway: Gateway, path: str) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    status, answer = gateway.send("GET", path)
    took = (time.perf_counter() - start) * 1000
    if status != 200:
        raise Failed(f"{path} was answered {status}: {answer[:300].decode(errors='replace')}")
    return took


def difference(gateway: Gateway, what: str, sealed: list[dict[str, str]], clear: list[dict[str, str]]) -> float:
    """Each pair in turn, and the other one first in every second pair."""
    times: dict[bool, list[float]] = {True: [], False: []}
    for number, pair in enumerate(zip(sealed, clear)):
        for is_sealed in (True, False) if number % 2 else (False, True):
            times[is_sealed].append(read(gateway, pair[0 if is_sealed else 1][what]))
    return median(times[True]) - median(times[False])


def creation(with_keys: Gateway, without: Gateway, count: int) -> float:
    """What creating a submission costs more that is sealed."""
    times: dict[bool, list[float]] = {True: [], False: []}
    content = {"journey": JOURNEY, "reference": "created", "metadata": {"case": "1"}}
    for number in range(count):
        for is_sealed in (True, False) if number % 2 else (False, True):
            start = time.perf_counter()
            (with_keys if is_sealed else without).json("POST", "/v1/submissions", content)
            times[is_sealed].append((time.perf_counter() - start) * 1000)
    return median(times[True]) - median(times[False])


def run(bench) -> list[Figure]:
    count, runs = 50 if bench.quick else 200, bench.runs(5)
    places = ["", ELSEWHERE]
    found: dict[tuple[str, str, str], list[float]] = {
        (what, when, place): [] for place in places for what, when in [("creation", ""), *sum(READS, [])]}
    port = free_port()
    with Suite(bench, {"gateway": 1}, VARIABLES) as suite:
        off = suite.start("gateway", {"DOCKET_SEALING": "off", "DOCKET_HTTP_ADDRESS": f"127.0.0.1:{port}"})
        off.ready(off.is_ready, within=60)
        with_keys, without = suite.client(), Gateway(port)
        sealed = [make(with_keys, "sealed", number) for number in range(count)]
        clear = [make(without, "open", number) for number in range(count)]
        with suite.postgres.connect() as db:
            kinds = db.execute(
                "select count(personal), count(*) filter (where personal is null and email is not null) from submissions").fetchone()
        if tuple(kinds) != (count, count):
            raise Failed(f"{kinds[0]} submissions are sealed, and {kinds[1]} are not")
        with ExitStack() as stack:
            for place in places:
                if place:
                    elsewhere = stack.enter_context(Postgres(bench.make_folder("keys")))
                    elsewhere.make("keys")
                    run_program([bench.docket, "migrate"], {**suite.environment, "DOCKET_KEYS_URL": elsewhere.url("keys")})
                for number in range(runs):
                    found["creation", "", place].append(creation(with_keys, without, count))
                    for reads in READS:
                        fresh = free_port()
                        reader = suite.start("gateway", {"DOCKET_HTTP_ADDRESS": f"127.0.0.1:{fresh}"})
                        reader.ready(reader.is_ready, within=60)
                        gateway = Gateway(fresh)
                        for what, when in reads:
                            found[what, when, place].append(difference(gateway, what, sealed, clear))
                        reader.stop()
                    bench.say(f"run {number + 1} of {runs}{place}: " + ", ".join(
                        f"{what} {when} {values[-1]:+.3f} ms" for (what, when, at), values in found.items() if at == place))
    names = {"creation": "POST of a submission that is sealed", "submission": "GET of a submission that is sealed",
             "page": f"GET of a sealed page's file of {SIZE // 1000} KB", "listing": "listing of 50 that are sealed",
             "piece": "listing by a part of a sealed reference"}
    moments = {"first": "", "again": ", its key cached", "": ""}
    return [
        Figure(f"{names[what]}{moments[when]}{place}: more than in the clear", "ms", values, goal_at_most=None if place else MOST_MS.get(what),
               note=f"{count} of each kind, in turn")
        for (what, when, place), values in found.items()
    ]

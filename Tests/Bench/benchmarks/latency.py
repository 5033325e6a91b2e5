"""From handing a submission in to its outcome, at a steady rate: open loop, so a slow answer does not slow the next one down.

Measured from just before `POST …/submit` is sent to the arrival of the outcome's webhook at a receiver of the benchmark's own. In
it: the gateway's transaction, relaying, validation (the jail looks into the file), normalization (the jail decodes it, makes a
page and a PDF, and proves the PDF), three more topics and transactions, the signed webhook. Each submission holds one small JPEG,
uploaded before; its preview has been made. One process of each service; no page is read.

Then some alone, each after a time without any: by then the stages fetch nothing, and are woken one after the other.
"""

import http.server
import json
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from harness.decoder import zygote
from harness.figures import Figure, percentile
from harness.processes import Failed, children, cpu_seconds, eventually, free_port
from harness.samples import JOURNEY, TYPE, small_jpeg, today
from harness.suite import Suite

SUMMARY = "from submit to outcome at 50 small submissions/s: p50, p95, p99; no page is read"

RATE = 50
#: Longer than a stage goes on fetching while nothing comes (`StageConfiguration.fetchPatience`), in seconds.
QUIET = 13


class Receiver:
    """Notes when the webhook of each submission's outcome came."""

    def __init__(self):
        self.arrivals: dict[str, float] = {}
        self.states: dict[str, str] = {}
        arrivals, states = self.arrivals, self.states

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

            def do_POST(self):
                now = time.perf_counter()
                event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.wfile.write(b"HTTP/1.1 204 No Content\r\n\r\n")
                arrivals.setdefault(event["subject"], now)
                states.setdefault(event["subject"], event["type"])

            def log_message(self, *_):
                pass

        self.port = free_port()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def webhook(receiver: Receiver) -> dict[str, str]:
    return {
        "DOCKET_WEBHOOK_URL": f"http://127.0.0.1:{receiver.port}/", "DOCKET_WEBHOOK_ALLOW_PRIVATE": "true",
        "DOCKET_WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }


def drafts(
    suite: Suite, photo: bytes, count: int, people: int = 4, previews: bool = True, token: str | None = None,
) -> list[str]:
    """Submissions that lack nothing but being submitted, and their previews made where something makes them."""
    local = threading.local()

    def one(_) -> str:
        if not hasattr(local, "gateway"):
            local.gateway = suite.client(token)
        return local.gateway.draft(JOURNEY, [(TYPE, [(photo, "image/jpeg")])], today())

    with ThreadPoolExecutor(people) as pool:
        made = list(pool.map(one, range(count)))
    if not previews:
        return made
    with suite.postgres.connect() as db:
        eventually(
            "every preview is made",
            lambda: db.execute("select count(*) from pages where preview_digest is null").fetchone()[0] == 0, within=120)
    return made


def submit(
    suite: Suite, ids: list[str], rate: float, people: int = 16, punctual: bool = False, token: str | None = None,
) -> dict[str, float]:
    """Hands them in at this rate, whatever the answers do. When each was to be sent; `punctual` insists that most were then."""
    sent: dict[str, float] = {}
    late: list[float] = []
    failures: list[str] = []
    clients = threading.local()
    start = time.perf_counter() + 0.2

    def one(number: int) -> None:
        if not hasattr(clients, "gateway"):
            clients.gateway = suite.client(token)
            clients.gateway.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        due = start + number / rate
        time.sleep(max(0.0, due - time.perf_counter()))
        # From when it was to be sent: a late generator is no excuse.
        sent[ids[number]] = due
        late.append(time.perf_counter() - due)
        status, answer = clients.gateway.send("POST", f"/v1/submissions/{ids[number]}/submit")
        if status != 202:
            failures.append(f"{status}: {answer[:200]!r}")

    with ThreadPoolExecutor(people) as pool:
        list(pool.map(one, range(len(ids))))
    if failures:
        raise Failed(f"{len(failures)} submissions were not taken, such as {failures[0]}")
    if punctual and percentile(late, 0.5) > 0.005:
        raise Failed(f"the generator is too slow: half of all were sent {percentile(late, 0.5) * 1000:.1f} ms late")
    return sent


def run(bench) -> list[Figure]:
    sys.setswitchinterval(0.0005)
    runs, seconds = bench.runs(3), 5 if bench.quick else 12
    receiver = Receiver()
    roles = {"gateway": 1, "validation": 1, "normalization": 1, "notification": 1}
    found: dict[float, list[float]] = {0.5: [], 0.95: [], 0.99: []}
    totals: list[float] = []
    try:
        with Suite(bench, roles, webhook(receiver)) as suite:
            photo = small_jpeg(bench.make_folder("sample"))
            for number in range(runs):
                warming = RATE if number == 0 else 0
                ids = drafts(suite, photo, warming + RATE * seconds)
                if warming:
                    first = submit(suite, ids[:warming], RATE)
                    eventually("the first outcomes came", lambda: all(id in receiver.arrivals for id in first), within=60)
                parts = processes(suite)
                before = {name: cpu_seconds(pids) for name, pids in parts.items()}
                sent = submit(suite, ids[warming:], RATE, punctual=True)
                eventually("every outcome came", lambda: all(id in receiver.arrivals for id in sent), within=60)
                each = {name: (cpu_seconds(pids) - before[name]) * 1000 / len(sent) for name, pids in parts.items()}
                totals.append(sum(each.values()))
                used = ", ".join(f"{name} {milliseconds:.1f}" for name, milliseconds in each.items())
                odd = {receiver.states[id] for id in sent} - {"com.docket.submission.accepted.v1"}
                if odd:
                    raise Failed(f"not all were accepted: {', '.join(sorted(odd))}")
                times = [(receiver.arrivals[id] - sent[id]) * 1000 for id in sent]
                for share, values in found.items():
                    values.append(percentile(times, share))
                stages = stage_times(suite, list(sent))
                bench.say(
                    f"run {number + 1} of {runs}: p50 {found[0.5][-1]:.1f}, p95 {found[0.95][-1]:.1f}, p99 {found[0.99][-1]:.1f} ms; "
                    f"medians: {stages}; processor ms each: {used}")
            note = f"{suite.broker.title}; medians by stage: {stages}"
            alone = after_quiet(bench, suite, receiver, drafts(suite, photo, bench.runs(9)))
    finally:
        receiver.close()
    goals = {0.5: 20.0, 0.95: None, 0.99: 80.0}
    return [
        Figure(f"p{share * 100:g} at {RATE}/s", "ms", values, goal_at_most=goals[share], note=note if share == 0.5 else "")
        for share, values in found.items()
    ] + [
        Figure(f"one after {QUIET} s of quiet", "ms", alone, goal_at_most=150.0, note=f"the slowest: {max(alone):.0f} ms"),
        Figure("processor time a submission", "ms", totals, note=f"by process, of the last run: {used} ms"),
    ]


def after_quiet(bench, suite: Suite, receiver: Receiver, ids: list[str]) -> list[float]:
    """The milliseconds of each."""
    times = []
    for id in ids:
        time.sleep(QUIET)
        sent = submit(suite, [id], RATE)[id]
        eventually("its outcome came", lambda: id in receiver.arrivals, within=60)
        times.append((receiver.arrivals[id] - sent) * 1000)
        bench.say(f"after {QUIET} s of quiet: {times[-1]:.0f} ms")
    return times


def processes(suite: Suite) -> dict[str, list[int]]:
    """By name. A worker's decoder counts by itself, with its children that have ended."""
    parts = {role: [service.pid for service in group] for role, group in suite.services.items()}
    parts["jail"] = [
        zygote(child) for role in ("validation", "normalization") for pid in parts[role] for child in children(pid)]
    parts["Postgres"] = suite.postgres.pids()
    if suite.broker.kind == "embedded":
        parts["broker"] = [suite.broker.process.pid]
    return parts


def stage_times(suite: Suite, ids: list[str]) -> str:
    """Between the events of a submission, as their times say."""
    with suite.postgres.connect() as db:
        rows = db.execute(
            """
            select later.type, percentile_cont(0.5) within group (order by extract(epoch from later.time - e.time) * 1000)
            from events e join events later on later.submission_id = e.submission_id and later.sequence = e.sequence + 1
            where e.submission_id = any(%s) and e.type in
                ('com.docket.submission.submitted.v1', 'com.docket.submission.validated.v1')
            group by 1 order by 1 desc
            """, [ids]).fetchall()
    return ", ".join(f"to {kind.split('.')[3]} {float(milliseconds):.1f} ms" for kind, milliseconds in rows)

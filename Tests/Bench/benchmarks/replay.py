"""`docket replay --topics` at an open loop of 2,000 events a second, the generator held to one core; the memory of replaying a million
recorded events; and `docket tail --json --unmask` beside kcat over the same topic.

The rate is what the broker has acknowledged while events were sent; the share of 2,000 is what the goal is about. Each event is read
back, too, and the run fails when one is missing. Memory is the generator's greatest (VmHWM) over a million events at 5,000 a second,
beside what a twentieth of them took: what it would keep of each would show. Reading runs over 60,000 events of about 700 bytes that are
there already, from the programs' start to their end, writing to a pipe that is read and thrown away.
"""

import json
import os
import shutil
import subprocess
import time
import uuid

from confluent_kafka import Producer

from harness.figures import Figure
from harness.processes import Failed, Missing
from harness.suite import Broker

SUMMARY = "docket replay holding 2,000 events/s on one core; its memory over a million; docket tail beside kcat"

RATE = 2000
TOPIC = "docket.submitted"


def event(number: int) -> bytes:
    """As the gateway writes them: members in the order of their names."""
    submission = uuid.UUID(int=(0x0198A2F400007000 << 64) | (0x8000 << 48) | number)
    identity = uuid.UUID(int=(0x1198A2F400005000 << 64) | (0x8000 << 48) | number)
    page = {"digest": "sha256:" + "ab" * 32, "mediaType": "image/jpeg", "page": str(submission), "rotation": 0, "size": 81234}
    document = {"document": str(submission), "documentType": "utility-bill", "pages": [page], "source": "camera", "state": "ready"}
    data = {"attempt": 1, "documents": [document], "journeyVersion": "sha256:" + "cd" * 32}
    return json.dumps(
        {"data": data, "datacontenttype": "application/json", "id": str(identity), "journey": "proof-of-address",
         "sequence": "0000000004", "source": "/docket/gateway", "specversion": "1.0", "subject": str(submission),
         "tenant": "acme", "time": "2026-10-31T09:05:07.123Z", "type": "com.docket.submission.submitted.v1"},
        separators=(",", ":")).encode()


def record(path, count: int) -> None:
    with open(path, "wb") as file:
        file.write(b'{"format":"docket-recording","kind":"events","madeAt":"2026-10-31T09:05:07.123Z","version":1}\n')
        for number in range(count):
            file.write(b'{"t":%d,"topic":"%s","event":%s}\n' % (1_790_000_000_000 + number, TOPIC.encode(), event(number)))


def replay(bench, broker, recording, rate: int, seconds: float, core: bool) -> tuple[dict, int]:
    """The report, and the most memory that it took, in bytes."""
    pin = ["taskset", "-c", str(sorted(os.sched_getaffinity(0))[-1])] if core else []
    report = recording.with_suffix(".report.json")
    process = subprocess.Popen(
        pin + [bench.docket, "replay", str(recording), "--topics", "--rate", str(rate), "--duration", f"{seconds:.0f}s", "--loop",
               "--report", str(report), "--json"],
        env={**os.environ, **broker.environment, "HOME": str(recording.parent)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    # The kernel keeps the greatest: it is read as late as possible.
    most = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as status:
                line = next((line for line in status if line.startswith("VmHWM")), None)
            most = max(most, int(line.split()[1]) * 1024 if line else 0)
        except OSError:
            pass
        time.sleep(0.05)
    complaints = process.stderr.read().decode(errors="replace") if process.stderr else ""
    # 5: the embedded broker has dropped what was not read back yet; whoever asks looks at the report.
    if process.returncode not in (0, 5):
        raise Failed(f"docket replay ended with {process.returncode}: {complaints}")
    return json.loads(report.read_text()), most


def fill(broker, count: int) -> None:
    producer = Producer({
        "bootstrap.servers": broker.servers, "linger.ms": 50, "acks": "all", "queue.buffering.max.messages": 200_000,
        # One record a batch would fill the embedded broker's room for batches.
        "batch.num.messages": 10_000})
    for number in range(count):
        producer.produce(TOPIC, event(number), str(number))
        if number % 1000 == 0:
            producer.poll(0)
    producer.flush(60)


def reading(command: list[str], environment: dict) -> tuple[float, int]:
    """Seconds, and lines."""
    start = time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines = 0
    while piece := os.read(process.stdout.fileno(), 1 << 20):
        lines += piece.count(b"\n")
    if process.wait() != 0:
        raise Failed(f"{command[0]} ended with {process.returncode}")
    return time.monotonic() - start, lines


def run(bench) -> list[Figure]:
    if not shutil.which("taskset"):
        raise Missing("taskset (util-linux)")
    if not shutil.which("kcat"):
        raise Missing("kcat")
    folder = bench.make_folder("replay")
    rates, memories, shorts, ours, theirs = [], [], [], [], []
    small = folder / "small.ndjson"
    record(small, 5_000)
    for _ in range(bench.runs(3)):
        with Broker(bench) as broker:
            prepare(bench, broker)
            seconds = 5 if bench.quick else 15
            report, _ = replay(bench, broker, small, RATE, seconds, core=True)
            if report["missingCount"] or report["counts"]["errors"]:
                raise Failed(f"of {report['counts']['sent']} events {report['missingCount']} are missing")
            rates.append(report["counts"]["accepted"] / seconds)
            bench.say(f"{rates[-1]:,.0f} of {RATE:,} events/s")
    large = folder / "large.ndjson"
    count = 100_000 if bench.quick else 1_000_000
    record(large, count)
    pace = 5_000
    # Once each: it takes its time. The short one is long enough to fill what is there to be filled.
    with Broker(bench) as broker:
        prepare(bench, broker)
        for events, most in [(count // 20, shorts), (count, memories)]:
            report, peak = replay(bench, broker, large, pace, events / pace, core=False)
            most.append(peak / 1e6)
            bench.say(
                f"{most[-1]:.0f} MB at most over {report['counts']['sent']:,} events, {report['missingCount']:,} of which were not read back")
    events = 10_000 if bench.quick else 60_000
    # 42 MB; the embedded broker keeps 5 MiB of a partition.
    with Broker(bench, partitions=16) as broker:
        prepare(bench, broker)
        fill(broker, events)
        for _ in range(bench.runs(15)):
            for command, times in [
                ([bench.docket, "tail", "--no-follow", "--json", "--unmask", "--topic", "submitted"], ours),
                (["kcat", "-b", broker.servers, "-C", "-t", TOPIC, "-o", "beginning", "-e", "-q", "-X", "fetch.wait.max.ms=50"], theirs),
            ]:
                seconds, lines = reading(command, broker.environment)
                if lines != events:
                    raise Failed(f"{command[0]} read {lines} of {events} events")
                times.append(events / seconds)
            bench.say(f"tail {ours[-1]:,.0f} events/s, kcat {theirs[-1]:,.0f}")
    return [
        Figure("replay onto topics, 2,000/s asked for, one core", "events/s", rates, goal_at_least=0.99 * RATE),
        Figure(f"replay's memory over {count:,} events", "MB", memories, f"over {count // 20:,}", shorts, note="1 is a constant"),
        Figure(f"tail --json --unmask, {events:,} events, start to end", "events/s", ours, "kcat", theirs, goal_ratio=1),
    ]


def prepare(bench, broker) -> None:
    """The topics, on a broker that has none."""
    from confluent_kafka.admin import AdminClient, NewTopic
    if broker.kind == "embedded":
        return
    admin = AdminClient({"bootstrap.servers": broker.servers})
    have = admin.list_topics(timeout=20).topics
    names = [name for name in ("uploads", "submitted", "validated", "outcomes", "dlq") if f"docket.{name}" not in have]
    for future in admin.create_topics([NewTopic(f"docket.{name}", 4, 1) for name in names]).values():
        future.result(30)

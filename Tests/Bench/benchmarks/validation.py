"""Events through the validation stage: consumed, admitted, read, decided on, committed and published.

Measured is the stage's machinery. In it: fetching and reading records, recording each start, reading the submission, the rules,
the guarded change with its event and its outbox row, the end of the attempt, publishing the event and marking it, storing
offsets; three commits that Postgres writes to disk. Not in it: looking into files, which no seed asks for (see harness/seeds.py)
and which costs the jail milliseconds a page. Beside it, in turn:

- pgbench, which sends the same statements in the same batches over as many connections, and has nothing else to do. Its values
  lie ready in a table, which it reads by two more statements a batch; no broker takes part.
- a plain consumer in Python, which makes the same changes, one event after the other, in one transaction a batch.
"""

import re
import sys
import time
import uuid
from pathlib import Path

from confluent_kafka import Producer

from harness.figures import Figure
from harness.processes import Failed, Missing, cpu_seconds
from harness.processes import run as command
from harness.seeds import make_seeds
from harness.suite import Broker, Service, Suite

SUMMARY = "events/s through the validation stage, beside pgbench with the same statements, and beside Python"

BATCH = 200
CONNECTIONS = 4
TOPIC = "docket.submitted"
#: Those of stages that an outcome needs come first.
TOPICS = [TOPIC, "docket.callouts", "docket.validated", "docket.normalized", "docket.uploads", "docket.outcomes", "docket.custody",
          "docket.usage", "docket.dlq"]
#: How the statement begins by which a process looks for events that nothing moves, now and then, whatever it works on.
RECONCILING = "with handled as("
#: No normalization worker runs here: what is published for it is never done, and would count as under way.
UNDER_WAY = 100_000
PEERS = Path(__file__).resolve().parent.parent / "peers"


def publish(broker: Broker, payloads: list[tuple[str, bytes]]) -> None:
    """Onto the stage's topic, before anybody reads it."""
    producer = Producer({
        "bootstrap.servers": broker.servers, "linger.ms": 20, "compression.type": "lz4", "acks": "all",
        "queue.buffering.max.messages": 200_000})
    failures = []
    for key, payload in payloads:
        producer.produce(
            TOPIC, payload, key, headers={"content-type": "application/cloudevents+json"},
            on_delivery=lambda error, _: failures.append(error) if error else None)
        producer.poll(0)
    producer.flush(60)
    if failures:
        raise Failed(f"events could not be published: {failures[0]}")


class Stopwatch:
    """From the moment when a twentieth is done to the end: starting up is not counted."""

    def __init__(self, count: int):
        self.count = count
        self.start: tuple[float, float] | None = None

    def rate(self, done, check, limit: float = 120) -> float:
        end = time.monotonic() + limit
        while True:
            now, value = time.monotonic(), done()
            if self.start is None and value >= self.count / 20:
                self.start = (now, value)
            if value >= self.count and self.start:
                return (value - self.start[1]) / (now - self.start[0])
            if now > end:
                raise Failed(f"only {value:.0f} of {self.count} events were done within {limit:g} s")
            check()
            time.sleep(0.05)


def run(bench) -> list[Figure]:
    if bench.broker_kind == "given":
        raise Missing(
            "a broker that it may erase: unset KAFKA_BOOTSTRAP_SERVERS, or name with DOCKET_TEST_KAFKA a program that starts one")
    count = 4_000 if bench.quick else 20_000
    with Suite(bench, {"gateway": 1}, broker="embedded") as suite:
        bench.say(f"making {count:,} submissions")
        make_seeds(suite, count)
        for service in suite.all():
            service.stop()
        with suite.postgres.connect() as db:
            payloads = [
                (str(submission), bytes(payload)) for submission, payload in db.execute(
                    "select e.submission_id, e.payload from events e join bench.seeds s on s.event = e.id order by s.n")]
        suite.postgres.make("seeded", template="docket")

        runs = bench.runs(3)
        ours, batches, slow = [], [], []
        share = ""
        for number in range(runs):
            forget_statements(suite)
            rate, share = worker(bench, suite, payloads)
            sent = statements(suite, count // BATCH // 2)
            ours.append(rate)
            bench.say(f"run {number + 1} of {runs}: the worker {rate:,.0f} events/s ({share})")
            if number == 0:
                prepare_pgbench(suite, count)
            forget_statements(suite)
            batches.append(pgbench(bench, suite, count))
            if missing := sent - statements(suite, 1):
                raise Failed("the worker sends what peers/validation.sql does not:\n" + "\n\n".join(sorted(missing)))
            bench.say(f"run {number + 1} of {runs}: pgbench {batches[-1]:,.0f} events/s")
            slow.append(python(bench, suite, payloads[:max(1_000, count // 5)]))
            bench.say(f"run {number + 1} of {runs}: Python {slow[-1]:,.0f} events/s")
        title = "Apache Kafka" if bench.broker_kind == "apache" else "the embedded broker"
        note = (
            f"{title}; {CONNECTIONS} connections, batches of at most {BATCH} (DOCKET_STAGE_CONCURRENCY={2 * BATCH}); "
            f"processor time of the last run: {share}")
        return [
            Figure("with batches", "events/s", ours, "pgbench, same statements", batches, goal_ratio=0.7, note=note),
            Figure("with batches", "events/s", ours, "Python consumer", slow, goal_ratio=5),
        ]


def worker(bench, suite: Suite, payloads) -> tuple[float, str]:
    suite.postgres.make("docket", template="seeded")
    with Broker(bench) as broker:
        environment = {
            **suite.environment, **broker.environment, "DOCKET_DATABASE_CONNECTIONS": str(CONNECTIONS),
            "DOCKET_STAGE_CONCURRENCY": str(2 * BATCH), "DOCKET_LOOPS": "1", "DOCKET_DECODER_JOBS": "1",
            "DOCKET_TENANT_UNDER_WAY": str(UNDER_WAY),
        }
        run_topics(bench, broker, environment)
        publish(broker, payloads)
        with Service("validation", 1, bench.programs, bench.make_folder("worker"), environment) as service:
            service.ready(service.is_ready)
            parts = [("worker", [service.pid])]
            if broker.kind == "embedded":
                parts.append(("broker", [broker.process.pid]))
            before, used_before = time.monotonic(), cpu_seconds(suite.postgres.pids())
            rate = Stopwatch(len(payloads)).rate(
                lambda: service.metric("docket_outbox_published_total"), service.check)
            took = time.monotonic() - before
            used = {name: cpu_seconds(pids) for name, pids in parts}
            used["Postgres"] = cpu_seconds(suite.postgres.pids()) - used_before
    with suite.postgres.connect() as db:
        done = db.execute(
            "select count(*) from submissions s join bench.seeds b on b.submission = s.id where s.state = 'processing'"
        ).fetchone()[0]
    if done != len(payloads):
        raise Failed(f"{done} of {len(payloads)} submissions were validated")
    return rate, ", ".join(f"{name} {seconds:.1f} s" for name, seconds in used.items()) + f" in {took:.1f} s"


def forget_statements(suite: Suite) -> None:
    with suite.postgres.connect("postgres") as db:
        db.execute("create extension if not exists pg_stat_statements")
        db.execute("select pg_stat_statements_reset()")


def statements(suite: Suite, calls: int) -> set[str]:
    """Those that were executed so often in the database of Docket, without casts, and with a mark for parameters and constants."""
    with suite.postgres.connect("postgres") as db:
        rows = db.execute(
            "select query from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = 'docket' and calls >= %s",
            [calls]).fetchall()
    return {text for text in (shape(query) for query, in rows) if not text.startswith(RECONCILING)}


def shape(query: str) -> str:
    bare = re.sub(r"::\w+(\[\])?", "", query)
    return re.sub(r"\s+", " ", re.sub(r"\s*([(),])\s*", r"\1", re.sub(r"\$\d+", "?", bare))).strip()


def run_topics(bench, broker: Broker, environment: dict[str, str]) -> None:
    if broker.kind != "embedded":
        command([bench.docket, "migrate", "--topics"], environment)


def prepare_pgbench(suite: Suite, count: int) -> None:
    """The values of every batch, as the worker has just written them, beside the seeds."""
    with suite.postgres.connect() as db:
        rows = db.execute(
            """
            select old.id, s.id, old.sequence, s.state, s.version, s.attempt, s.changed_at, s.submitted_at, s.fact_digests::text,
                s.journey, new.id, new.tenant, new.type, new.topic, new.traceparent, new.payload, i.journey_version, i.moment,
                i.facts
            from bench.seeds b join submissions s on s.id = b.submission join events old on old.id = b.event
                join events new on new.submission_id = s.id and new.sequence = old.sequence + 1
                join inspections i on i.submission_id = s.id and i.attempt = s.attempt
            order by b.n
            """).fetchall()
    suite.postgres.make("batches", template="seeded")
    with suite.postgres.connect("batches") as db:
        names = (
            "handled events submissions stages clusters partitions offsets versions states new_states new_versions attempts "
            "reasons times submitted expiring consents consented digests reasons_sealed journeys new_events tenants types topics "
            "traceparents payloads journey_versions moments facts signers ends counting delays keeping errors").split()
        db.execute(
            f"create table bench.batches (n int primary key, stage text, owner uuid, {', '.join(f'{name} text' for name in names)})")
        kind = db.execute("select type from events limit 1").fetchone()[0]
        owners = [str(uuid.uuid4()) for _ in range(CONNECTIONS)]
        for owner in owners:
            db.execute(
                "insert into instances (id, service, epoch, expires_at) values (%s, 'bench', 1, now() + interval '1 day')", [owner])
        for number in range(count // BATCH):
            part = rows[number * BATCH:(number + 1) * BATCH]

            def column(index: int) -> list:
                return [row[index] for row in part]

            def all_of(value) -> list:
                return [value] * len(part)

            def bytes_of(index: int) -> list[str]:
                return ["\\x" + bytes(value).hex() for value in column(index)]

            values = [
                [kind], column(0), column(1), all_of("validation"), all_of("bench"), all_of(0), range(len(part)), column(2),
                all_of("submitted"), column(3), column(4), column(5), all_of("[]"), column(6), column(7), all_of(None),
                all_of(None), all_of(None), column(8), all_of(None), column(9), column(10), column(11), column(12), column(13),
                column(14), bytes_of(15), bytes_of(16), column(17), bytes_of(18), all_of(None), all_of("done"), all_of("t"),
                all_of(None), all_of("f"), all_of(None),
            ]
            db.execute(
                f"insert into bench.batches values ({', '.join(['%s'] * (len(names) + 3))})",
                [number, "validation", owners[number % CONNECTIONS], *map(array_literal, values)])
        db.execute("vacuum analyze")


def array_literal(values) -> str:
    """As Postgres reads it."""

    def element(value) -> str:
        if value is None:
            return "NULL"
        text = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'

    return "{" + ",".join(map(element, values)) + "}"


def pgbench(bench, suite: Suite, count: int) -> float:
    suite.postgres.make("docket", template="batches")
    transactions = count // BATCH // CONNECTIONS
    # As the worker's relay asks: among all topics, whose lines have room for all.
    relay = {"known": array_literal(TOPICS), "bounded": array_literal(TOPICS[:4]), "free": UNDER_WAY, "limit": 500, "share": 16}
    settings = [word for name, value in relay.items() for word in ("-D", f"{name}={value}")]
    words = command(
        [str(suite.postgres.tools / "pgbench"), "-n", "-M", "prepared", "-c", str(CONNECTIONS), "-j", "1", "-t",
         str(transactions), "-D", "next=0", "-D", f"clients={CONNECTIONS}", *settings, "-f", str(PEERS / "validation.sql"),
         suite.postgres.url()])
    with suite.postgres.connect() as db:
        done = db.execute("select count(*) from outbox where cluster = 'bench'").fetchone()[0]
    if done != transactions * CONNECTIONS * BATCH:
        raise Failed(f"pgbench published {done} events:\n{words}")
    return float(re.search(r"tps = ([\d.]+) \(without", words).group(1)) * BATCH


def python(bench, suite: Suite, payloads) -> float:
    suite.postgres.make("docket", template="seeded")
    with Broker(bench) as broker:
        run_topics(bench, broker, {**suite.environment, **broker.environment})
        publish(broker, payloads)
        words = command(
            [sys.executable, str(PEERS / "consumer.py"), suite.postgres.url(), broker.servers, TOPIC, "docket.validated",
             str(BATCH), str(len(payloads))])
        done, seconds = (float(word) for word in words.split())
        return done / seconds

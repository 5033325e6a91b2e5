"""What an installation costs to which nobody comes, and how soon a program is there.

All five services, one process each, with the defaults that they have in production. A minute after the last of them is ready, a minute
long: the statements that Postgres has carried out (pg_stat_statements, transactions' beginnings and ends included), and the
processor time of the five services and of the embedded broker. Their jails have none. Processor time is what is counted,
for wall time says as much of other work on the machine. After it, once a second: the connections to Postgres of each service, of which
one listens where the broker is the embedded one.

A start of `docket` is the processor time of `docket --version`, with what the dynamic linker does. A service's start is the time from
its `exec` until it is ready, with everything that it needs there.
"""

import resource
import subprocess
import time
from collections import defaultdict
from statistics import median

from harness.figures import Figure
from harness.processes import children, cpu_seconds
from harness.suite import Suite

SUMMARY = "what an installation costs to which nobody comes, and how soon a program is there"

SETTLED, MEASURED = 60, 60
RUNS = 21
ROLES = {"gateway": 1, "validation": 1, "normalization": 1, "reading": 1, "notification": 1}


def statements(db) -> int:
    """But for this question itself."""
    return db.execute("select coalesce(sum(calls), 0)::bigint from pg_stat_statements where query not like '%pg_stat_statements%'"
                      ).fetchone()[0]


def connections(db, seconds: int) -> dict[str, float]:
    """The median of each service."""
    counts: dict[str, list[int]] = defaultdict(list)
    for _ in range(seconds):
        for name, count in db.execute(
            "select application_name, count(*) from pg_stat_activity where application_name like 'docket-%' group by 1"
        ).fetchall():
            counts[name].append(count)
        time.sleep(1)
    return {name: median(values) for name, values in counts.items()}


def start_of_command(bench) -> list[float]:
    """Milliseconds of processor time."""
    found = []
    for _ in range(bench.runs(RUNS)):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([bench.docket, "--version"], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
    return found


def starts_of_services(suite: Suite) -> list[Figure]:
    """Each once more, beside those that run."""
    figures = []
    for role in ROLES:
        found = []
        for _ in range(3):
            begin = time.monotonic()
            own = {"DOCKET_HTTP_ADDRESS": "127.0.0.1:0"} if role == "gateway" else {}
            service = suite.start(role, own)
            while True:
                service.check()
                try:
                    if service.is_ready():
                        break
                except OSError:
                    pass
                time.sleep(0.005)
            found.append(time.monotonic() - begin)
            service.stop()
        figures.append(Figure(f"{role}, from its start until it is ready", "s", found, goal_at_most=0.3))
    return figures


def run(bench) -> list[Figure]:
    command = start_of_command(bench)
    with Suite(bench, ROLES, {"DOCKET_RECONCILE_INTERVAL": "30s"}) as suite, suite.postgres.connect() as db:
        db.execute("create extension if not exists pg_stat_statements")
        services = {service.name: service.pid for service in suite.all()}
        own = list(services.values())
        jails = [child for pid in own for child in children(pid)]
        broker = [suite.broker.process.pid] if suite.broker.kind == "embedded" else []
        time.sleep(SETTLED / (6 if bench.quick else 1))
        begin, asked, used, brokers = time.monotonic(), statements(db), cpu_seconds(own + jails), cpu_seconds(broker)
        time.sleep(MEASURED / (3 if bench.quick else 1))
        passed = time.monotonic() - begin
        figures = [
            Figure("statements of all services", "/s", [(statements(db) - asked) / passed], goal_at_most=5),
            Figure("processor of the five services", "% of a core", [(cpu_seconds(own + jails) - used) * 100 / passed], goal_at_most=1),
        ]
        if broker:
            figures.append(Figure(
                "processor of the embedded broker", "% of a core", [(cpu_seconds(broker) - brokers) * 100 / passed], goal_at_most=1))
        held = connections(db, 5 if bench.quick else 20)
        figures.append(Figure(
            "connections to the database, of the service that has most", "", [max(held.values())], goal_at_most=3 if broker else 2,
            note=", ".join(f"{name} {count:g}" for name, count in sorted(held.items()))))
        figures += starts_of_services(suite)
    return [*figures, Figure("start of docket", "ms of processor time", command, goal_at_most=12)]

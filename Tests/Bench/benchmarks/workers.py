"""What many workers ask of Postgres while nothing comes.

A gateway, and validation workers beside it: few, and then as many as the machine holds. Each time, once all of them rest, the
statements that Postgres has carried out (pg_stat_statements). What each more worker adds is the difference by their number; it says
what a thousand would send. The two eldest never rest, so they are part of what is there without the others.
"""

import os
import time

from harness.figures import Figure
from harness.suite import Suite

from benchmarks.idle import statements

SUMMARY = "what each more worker asks of Postgres while nothing comes"

FEW, MANY = 10, int(os.environ.get("DOCKET_BENCH_WORKERS", "40"))
#: Until the last of them rests: half a minute without work, and its longest pause twice.
SETTLED, MEASURED = 120, 240
#: Of an installation of a thousand.
WORKERS, MOST = 1_000, 50


def add(suite: Suite, count: int) -> None:
    """A few at a time: each loads its libraries."""
    while (missing := count - len(suite.services.get("validation", []))) > 0:
        for service in [suite.start("validation") for _ in range(min(5, missing))]:
            service.ready(service.is_ready, within=120)


def by_statement(db) -> dict[str, int]:
    return dict(db.execute(
        "select left(regexp_replace(query, '\\s+', ' ', 'g'), 110), sum(calls)::bigint from pg_stat_statements "
        "where query not like '%pg_stat_statements%' group by 1").fetchall())


def rate(bench, suite: Suite, db, count: int) -> float:
    """Statements a second of so many workers at rest."""
    add(suite, count)
    time.sleep(SETTLED)
    begin, asked, before = time.monotonic(), statements(db), by_statement(db)
    time.sleep(MEASURED / (2 if bench.quick else 1))
    passed = time.monotonic() - begin
    found = (statements(db) - asked) / passed
    bench.say(f"statements a second of {count} workers, and of the gateway: {found:.2f}")
    rates = {query: (calls - before.get(query, 0)) / passed for query, calls in by_statement(db).items()}
    for query, each in sorted(rates.items(), key=lambda pair: -pair[1])[:16]:
        if each > 0:
            bench.say(f"  {each:.3f}/s  {query}")
    return found


def run(bench) -> list[Figure]:
    with Suite(bench, {"gateway": 1}, settings={"max_connections": str(100 + 4 * MANY)}) as suite, suite.postgres.connect() as db:
        db.execute("create extension if not exists pg_stat_statements")
        few, many = (rate(bench, suite, db, count) for count in (FEW, MANY))
    slope = (many - few) / (MANY - FEW)
    return [
        Figure(f"statements a second of {MANY} workers", "/s", [many], note=f"{FEW} of them: {few:.2f}/s"),
        Figure(
            "each more worker adds", "/s", [slope], goal_at_most=MOST / WORKERS,
            note=f"{WORKERS} workers: {many + slope * (WORKERS - MANY):.0f}/s"),
    ]

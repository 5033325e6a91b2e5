"""An installation with hundreds of thousands of submissions of a thousand tenants, spread over three years (`--submissions N`).

The services bring one submission of each kind to its end, and whatever rows they have left of it are copied by SQL for all the others,
with ids, times, tenants, persons and keys of their own (`harness/copies.py`, `harness/many.py`). One tenant has a tenth of all. What the
services remove after a while (outbox, work, deliveries) is there of the newest alone. The copies have no files, and the hashes of their
tenants' logs are not those of their leaves. Indexes that hold nothing unique are made at the end, which makes them smaller than those
that have grown.

Then, in this order: sizes; listings by the gateway; from submit to outcome, at a low rate and in turn with an installation without any
past; what-if over all; the retention of the older half, by the gateway's own sweep, while submissions are read; and the end of Postgres
by SIGKILL, while submissions are written and the sweep goes on. One process of each service, no page is read.
"""

import json
import sys
import time
import urllib.parse

from benchmarks.idle import connections
from benchmarks.latency import Receiver, drafts, submit, webhook
from harness.crash import crash
from harness.figures import Figure, percentile
from harness.listings import combinations, timed_listings, values
from harness.many import DAYS, TENANTS, Many, tenant_name
from harness.originals import KINDS, make
from harness.processes import Failed, eventually
from harness.processes import run as command
from harness.retention import retention
from harness.samples import small_jpeg
from harness.suite import Gateway, Suite

SUMMARY = "N whole submissions of a thousand tenants: size, listings, latency, retention, a crash; only where it is named"

ROLES = {"gateway": 1, "validation": 1, "normalization": 1, "notification": 1}
NEWCOMER = "newcomer"
#: The tenant with a tenth of all, and one that has its share of the rest.
READERS = {"largest": tenant_name(0), "small": tenant_name(TENANTS // 2)}
LISTING_GOAL_MS, RATE = 20.0, 10


def token(tenant: str) -> str:
    return f"token-of-the-tenant-{tenant}"


def variables(receiver: Receiver) -> dict[str, str]:
    tokens = [f"{kind.tenant}={kind.token}" for kind in KINDS]
    tokens += [f"{tenant}={token(tenant)}" for tenant in [NEWCOMER, *READERS.values()]]
    return {
        "DOCKET_DEVELOPMENT": "false", "DOCKET_TOKENS": ",".join(tokens), "DOCKET_TENANT_RATE": "0", "DOCKET_TENANT_CONCURRENCY": "0",
        **webhook(receiver)}


def run(bench) -> list[Figure]:
    sys.setswitchinterval(0.0005)
    receiver = Receiver()
    try:
        with Suite(bench, ROLES, variables(receiver)) as suite:
            figures = fill(bench, suite)
            suite.restart(ROLES)
            figures += listings(bench, suite)
            figures += latency(bench, suite, receiver)
            figures += what_if(bench, suite)
            figures += retention(bench, suite, READERS["largest"], token(READERS["largest"]))
            return figures + crash(bench, suite, token(NEWCOMER))
    finally:
        receiver.close()


# Making them, and what they take


def fill(bench, suite: Suite) -> list[Figure]:
    folder = bench.make_folder("samples")
    photos = []
    for number in range(30):
        (folder / str(number)).mkdir()
        photos.append(small_jpeg(folder / str(number), 320 + number))
    originals = {kind.name: make(suite, kind, photos) for kind in KINDS}
    bench.say("the originals have come to their ends; their leaves and their use are waited for")
    with suite.postgres.connect() as db:
        empty = size(db)
        eventually("everything about the originals is written down", lambda: settled(db, list(originals.values())), within=240, every=1)
    for service in suite.all():
        service.stop()
    start = time.monotonic()
    took = Many(suite, originals, bench.submissions).make()
    seconds = time.monotonic() - start
    steps = ", ".join(f"{name} {value:.0f} s" for name, value in took.items())
    return [Figure("making them, by SQL", "s", [seconds], note=f"{bench.submissions:,} submissions of {TENANTS} tenants: {steps}"),
            *sizes(bench, suite, empty)]


def settled(db, originals: list[str]) -> bool:
    """Whether nothing of them waits to be published, sent, collected or counted."""
    return db.execute(
        """
        select not exists (select from outbox where published_at is null) and not exists (select from deliveries where state = 'pending')
            and not exists (select from work_items where state <> 'done')
            and not exists (select from events e where e.submission_id = any(%(ids)s)
                and not exists (select from custody_leaves l where l.kind = 'event' and l.number = e.position))
            and not exists (select from audit a where a.submission_id = any(%(ids)s)
                and not exists (select from custody_leaves l where l.kind = 'audit' and l.number = a.id))
            and (select (place, position) from usage_collector) >= (select (transaction_id, position) from events
                order by transaction_id desc, position desc limit 1)
        """, {"ids": originals}).fetchone()[0]


def size(db) -> int:
    return db.execute("select pg_database_size(current_database())").fetchone()[0]


def sizes(bench, suite: Suite, empty: int) -> list[Figure]:
    with suite.postgres.connect() as db:
        whole = size(db) - empty
        rows = db.execute(
            """
            select n.nspname || '.' || c.relname, pg_total_relation_size(c.oid), pg_indexes_size(c.oid), greatest(c.reltuples, 0)
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind = 'r' and n.nspname in ('public', 'docket_keys') order by 2 desc
            """).fetchall()
    count = bench.submissions
    for name, bytes, indexes, tuples in rows:
        if bytes >= whole * 0.005:
            bench.say(
                f"{name}: {bytes / count:,.0f} bytes a submission, of which indexes {indexes / count:,.0f}; {tuples / count:.3g} rows; "
                f"{bytes / 1e9:.2f} GB")
    largest = ", ".join(f"{name.removeprefix('public.')} {bytes / count:,.0f} ({indexes / count:,.0f} of it indexes)"
                        for name, bytes, indexes, _ in rows[:8])
    return [
        Figure("the database", "GB", [whole / 1e9], note=f"by submission: {largest}"),
        Figure("the database, by submission", "bytes", [whole / count]),
        Figure("indexes, by submission", "bytes", [sum(row[2] for row in rows) / count]),
    ]


# Reading


def listings(bench, suite: Suite) -> list[Figure]:
    figures = []
    for name, tenant in READERS.items():
        gateway = suite.client(token(tenant))
        some = listed(gateway, {})
        if not some or not some[0].get("reference"):
            raise Failed("the newest submissions are not listed as they were made")
        with suite.postgres.connect() as db:
            lately, long_ago = (db.execute(
                "select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') from submissions where tenant = %(tenant)s "
                "order by created_at desc offset (select (count(*) * %(place)s)::int from submissions where tenant = %(tenant)s) limit 1",
                {"tenant": tenant, "place": place}).fetchone()[0] for place in (0.005, 0.8))
        one = some[-1]["reference"].lower()
        if len(listed(gateway, {"reference": one})) != 1:
            raise Failed("a submission is not found by its reference")
        references = {"all": "order", "some": one[:-3], "one": one}
        all = values({"lately": lately, "long ago": long_ago}, references, some[-1]["subject"])
        kinds = [("newest", {})] + [(f"{filter} ({mark})", {filter: value}) for filter, mark, value in all]
        figures += timed(bench, gateway, name, kinds, "one filter", 20 if bench.quick else 100)
        figures += timed(
            bench, gateway, name, combinations(all, more=20 if bench.quick else 200), "combinations", 3 if bench.quick else 9)
    return figures


def listed(gateway: Gateway, parameters: dict[str, str]) -> list[dict]:
    return gateway.json("GET", "/v1/submissions?" + urllib.parse.urlencode({"limit": 50, **parameters}), expect=200)["items"]


def timed(bench, gateway: Gateway, tenant: str, kinds: list[tuple[str, dict]], what: str, times: int) -> list[Figure]:
    medians, pooled = timed_listings(gateway, kinds, times)
    slowest = "; ".join(f"{name}: {median:.1f} ms" for median, name in medians[:5])
    bench.say(f"{tenant} tenant, {what}: the slowest are {slowest}")
    return [
        Figure(f"listing of the {tenant} tenant, {what}: p50", "ms", [percentile(pooled, 0.5)]),
        Figure(f"listing of the {tenant} tenant, {what}: p99", "ms", [percentile(pooled, 0.99)], goal_at_most=LISTING_GOAL_MS,
               note=f"{len(kinds)} kinds; the slowest by their medians: {slowest}"),
    ]


# From submit to outcome


def latency(bench, suite: Suite, receiver: Receiver) -> list[Figure]:
    rounds, seconds = (2, 6) if bench.quick else (5, 20)
    other = Receiver()
    found: dict[str, list[float]] = {"many": [], "none": []}
    middle: dict[str, list[float]] = {"many": [], "none": []}
    wal, transactions, held = [], [], {}
    photo = small_jpeg(bench.make_folder("sample"))
    try:
        with Suite(bench, ROLES, variables(other)) as empty:
            sides = {"many": (suite, receiver), "none": (empty, other)}
            for name, (side, ends) in sides.items():
                outcomes(side, ends, photo, RATE * 3)
            for number in range(rounds):
                for name in ("many", "none") if number % 2 == 0 else ("none", "many"):
                    side, ends = sides[name]
                    with side.postgres.connect() as db:
                        before = spent(db)
                        times = outcomes(side, ends, photo, RATE * seconds)
                        if name == "many":
                            after = spent(db)
                            wal.append((after[0] - before[0]) / len(times))
                            transactions.append((after[1] - before[1]) / len(times))
                            held = connections(db, 1)
                    found[name].append(percentile(times, 0.99))
                    middle[name].append(percentile(times, 0.5))
                bench.say(
                    f"round {number + 1} of {rounds}: p50 {middle['many'][-1]:.1f}, p99 {found['many'][-1]:.1f} ms, beside none of before: "
                    f"p50 {middle['none'][-1]:.1f}, p99 {found['none'][-1]:.1f} ms")
    finally:
        other.close()
    words = ", ".join(f"{name} {count:g}" for name, count in sorted(held.items()))
    return [
        Figure(f"submit to outcome at {RATE}/s, p50", "ms", middle["many"], "none of before", middle["none"]),
        Figure(f"submit to outcome at {RATE}/s, p99", "ms", found["many"], "none of before", found["none"], goal_ratio_at_most=1.2),
        Figure("WAL of a submission, from its draft to its outcome", "bytes", wal),
        Figure("transactions of a submission, the same", "transactions", transactions, note=f"connections then: {words}"),
    ]


def spent(db) -> tuple[int, int]:
    """Bytes of WAL, and transactions."""
    return db.execute(
        "select (pg_current_wal_lsn() - '0/0')::bigint, (select sum(xact_commit)::bigint from pg_stat_database)").fetchone()


def outcomes(suite: Suite, receiver: Receiver, photo: bytes, count: int) -> list[float]:
    ids = drafts(suite, photo, count, previews=False, token=token(NEWCOMER))
    with suite.postgres.connect() as db:
        eventually("every preview is made", lambda: db.execute(
            "select count(*) from pages where submission_id = any(%s) and preview_digest is null", [ids]).fetchone()[0] == 0, within=120)
    sent = submit(suite, ids, RATE, token=token(NEWCOMER))
    eventually("every outcome came", lambda: all(id in receiver.arrivals for id in sent), within=120)
    return [(receiver.arrivals[id] - sent[id]) * 1000 for id in sent]


# What-if

CHANGED = {
    "proof-of-address": "utility-bill: {title: Bill, documents: 0 to 3, issued: within 60 days}\n"
    "  council-tax-bill: {title: Tax bill, documents: 0 to 3, issued: within 60 days}",
    "bank-statements": "bank-statement: {title: Statement, documents: 3 to 12, issued: within 60 days}",
    "source-of-funds": "payslip: {title: Payslip, documents: 0 to 6, issued: within 60 days}",
    "proof-of-ownership": "title-deed: {title: Title deed, documents: 0 to 2, issued: within 60 days}",
}


def what_if(bench, suite: Suite) -> list[Figure]:
    folder = bench.make_folder("what-if")
    times, tried = [], 0
    for _ in range(bench.runs(3)):
        total, tried = 0.0, 0
        for journey, types in CHANGED.items():
            file = folder / f"{journey}.yaml"
            file.write_text(f"id: {journey}\ntitle: Changed\ntypes:\n  {types}\n")
            start = time.monotonic()
            report = json.loads(command(
                [bench.docket, "journeys", "what-if", str(file), "--since", f"{DAYS + 1}d", "--json"], suite.environment, limit=1800))
            total += time.monotonic() - start
            tried += report["submissions"]
        times.append(total)
        bench.say(f"what-if over {tried:,} submissions: {total:.1f} s")
    return [Figure("what-if over all", "s", times, goal_at_most=60, note=f"{tried:,} submissions of {len(CHANGED)} journeys")]

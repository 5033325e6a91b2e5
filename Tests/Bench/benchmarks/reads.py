"""What the gateway reads for apps and back ends, from a million submissions of a few tenants (`harness/archive.py`).

`GET /v1/submissions/{id}`: each answer is the whole submission as a person sees it, with its documents, pages and what is missing.
Its peer is pgbench (`-M prepared`, as `-S` is, with a script of its own) that selects the same submissions by id with as many
clients: everything that an answer is made of (the rows of the submission, its documents, their pages and page images, by three
statements in one round trip, as the gateway has them; it computes the ids, since it keeps no list of them). pgbench throws the rows
away; the gateway makes JSON of them.

Two figures of it. In the first one, which the goal is for, a thousand submissions are asked for again and again, as apps and back
ends do that wait for an outcome: the gateway remembers what it wrote, and asks the database with each request whether it is still
so. In the second one no submission is asked for twice before it is forgotten: each is read whole. A third figure has the submission's
row alone beside the first, which is what pgbench's own `-S` would read, and no goal. Both programs pick from the same submissions,
and run in turn with as many connections, on the same cores as Postgres and the gateway.

Listings: the time of one request after another on a kept connection, 50 submissions in each answer, measured by the client. Each
is asked many times after a few for warming up; the filters are those that a back end has. And whatever else can be put together
(`harness/listings.py`): every pair of filters, common, rare and satisfied by none, each with every order, and some of three to five
at once, a few times each. The slowest of these are named: among them are filters of which no index knows that hardly anything
satisfies all, and that are paid for by looking at one submission after the other, up to a bound.
"""

import re
import shutil
import time
import urllib.parse

from harness.archive import RARE_TYPE, make_archive
from harness.figures import Figure, percentile
from harness.listings import combinations, timed_listings, values
from harness.processes import Failed, Missing
from harness.processes import run as command
from harness.suite import Suite

SUMMARY = "GET of a submission beside pgbench, and listings of a million submissions: p99"

CLIENTS = 8
#: One tenant asks for all of it, more often than a tenant may.
VARIABLES = {"DOCKET_TENANT_RATE": "0", "DOCKET_TENANT_CONCURRENCY": "0"}
#: How many submissions are read again and again.
AGAIN = 1000
#: How many others are read one after the other: more than are remembered, and than are read before what is remembered is forgotten.
ONCE = 40_000
GOAL_MS = 20.0

WRK_AGAIN = """
local ids = {%s}
math.randomseed(7)
request = function() return wrk.format("GET", "/v1/submissions/" .. ids[math.random(#ids)]) end
"""
#: Begins where the run before has ended, more or less: each begins at another place.
WRK_ONCE = """
local ids = {%s}
local place = 0
init = function(arguments) place = tonumber(arguments[1]) * 7919 end
request = function()
    place = place + 1
    return wrk.format("GET", "/v1/submissions/" .. ids[place %% #ids + 1])
end
"""

#: The ids of these are such that pgbench can compute them: preparing a statement for each id would take it most of its time.
ID = "md5('chosen' || :n)::uuid"
ROW = f"select * from submissions where id = {ID} and tenant = 'default';\n"
WHOLE = (
    "\\startpipeline\n" + ROW + f"select * from documents where submission_id = {ID} order by position, id;\n"
    f"select * from pages p left join page_images i on i.page_id = p.id where p.submission_id = {ID} "
    "order by p.position, p.id, i.number;\n\\endpipeline\n")


def load(suite: Suite, script, seconds: int, number: int = 0) -> float:
    """Requests a second of the gateway."""
    words = command([
        "wrk", "-t1", f"-c{CLIENTS}", f"-d{seconds}s", "-s", str(script), f"http://127.0.0.1:{suite.gateway_port}", "--",
        str(number)])
    if "Non-2xx" in words or "Socket errors" in words:
        raise Failed(f"not every request was answered:\n{words}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", words).group(1))


def select(suite: Suite, script, seconds: int) -> float:
    """Transactions a second of pgbench."""
    words = command([
        str(suite.postgres.tools / "pgbench"), "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "1", "-T", str(seconds), "-f", str(script),
        suite.postgres.url()])
    if not re.search(r"number of failed transactions: 0 ", words):
        raise Failed(f"pgbench failed:\n{words}")
    return float(re.search(r"tps = ([\d.]+)", words).group(1))


def choose(db) -> list[str]:
    """The newest accepted submissions of the tenant, by ids of their own."""
    db.execute("set session_replication_role = replica")
    db.execute(
        "create table bench.chosen as select id, md5('chosen' || row_number() over (order by p.n))::uuid as chosen from submissions s "
        "join bench.plan p using (id) where s.tenant = 'default' and s.state = 'accepted' and exists "
        "(select from pages where submission_id = s.id) order by p.n limit %s", [AGAIN + ONCE])
    db.execute("analyze bench.chosen")
    for table, column in (
            ("submissions", "id"), ("documents", "submission_id"), ("pages", "submission_id"), ("page_images", "submission_id"),
            ("bench.plan", "id")):
        db.execute(f"update {table} t set {column} = c.chosen from bench.chosen c where t.{column} = c.id")
        db.execute(f"vacuum analyze {table}")
    rows = db.execute("select md5('chosen' || n)::uuid from generate_series(1, (select count(*) from bench.chosen)) n order by n")
    return [str(row[0]) for row in rows]


def reads(bench, suite: Suite) -> list[Figure]:
    with suite.postgres.connect() as db:
        ids = choose(db)
    folder = bench.make_folder("scripts")

    def script(name: str, words: str):
        (folder / name).write_text(words)
        return folder / name

    def quoted(some: list[str]) -> str:
        return ", ".join(f'"{id}"' for id in some)

    again, once = f"\\set n random(1, {AGAIN})\n", f"\\set n random({AGAIN + 1}, {len(ids)})\n"
    wrk = {"again": script("again.lua", WRK_AGAIN % quoted(ids[:AGAIN])), "once": script("once.lua", WRK_ONCE % quoted(ids[AGAIN:]))}
    peers = {
        "again": script("again.sql", again + WHOLE), "once": script("once.sql", once + WHOLE), "row": script("row.sql", again + ROW)}
    seconds = 2 if bench.quick else 5
    for name in wrk.values():
        load(suite, name, 2)
    for name in peers.values():
        select(suite, name, 1)
    ours: dict[str, list[float]] = {name: [] for name in wrk}
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    pairs = bench.runs(5)
    for number in range(pairs):
        for name in ("again", "once", "row"):
            if name in wrk:
                ours[name].append(load(suite, wrk[name], seconds, number + 1))
            theirs[name].append(select(suite, peers[name], seconds))
        bench.say(
            f"pair {number + 1} of {pairs}: again {ours['again'][-1]:,.0f} requests/s beside {theirs['again'][-1]:,.0f} of the same "
            f"rows and {theirs['row'][-1]:,.0f} of the one row; once {ours['once'][-1]:,.0f} beside {theirs['once'][-1]:,.0f}")
    return [
        Figure("GET of a submission", "requests/s", ours["again"], "pgbench, the same rows", theirs["again"], goal_ratio=0.6,
               note=f"{CLIENTS} clients, {AGAIN:,} submissions again and again"),
        Figure("GET of a submission for the first time", "requests/s", ours["once"], "pgbench, the same rows", theirs["once"],
               note=f"{len(ids) - AGAIN:,} submissions one after the other"),
        Figure("GET of a submission, by its row", "requests/s", ours["again"], "pgbench, one row", theirs["row"]),
    ]


def listings(count: int, moment: str, text: str) -> dict[str, dict[str, str]]:
    """By name, the parameters of each listing."""
    return {
        "newest": {},
        "second page": {},
        "journey, state": {"journey": "proof-of-address", "state": "in_review"},
        "rare journey, rare state": {"journey": "proof-of-ownership", "state": "in_review"},
        "several states": {"state": "needs_input,in_review"},
        "not accepted": {"not.state": "accepted"},
        "reference, one match": {"reference": text},
        "reference, all match": {"reference": "order"},
        "reference, no match": {"reference": "nobody has this"},
        "createdAfter": {"createdAfter": moment},
        "reason": {"reason": "document.issue-date-recent"},
        "uncommon reason": {"reason": "document.page-count"},
        "rare reason": {"reason": "file.not-empty"},
        "subject": {"subject": f"person-{count // 10}"},
        "documentType": {"documentType": "payslip"},
        "rare documentType": {"documentType": RARE_TYPE},
        "documentType that none has": {"documentType": "gift-letter"},
        "journey, state, createdAfter, documentType": {
            "journey": "bank-statements", "state": "rejected", "createdAfter": moment, "documentType": "bank-statement"},
    }


def lists(bench, suite: Suite, count: int) -> list[Figure]:
    gateway = suite.client()
    with suite.postgres.connect() as db:
        moment, text = db.execute(
            "select to_char((created_at at time zone 'UTC'), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), lower(substr(reference, 3)) "
            "from submissions join bench.plan using (id, created_at) where tenant = 'default' and n > %s order by n limit 1",
            [count // 3]).fetchone()
    figures = []
    for name, parameters in listings(count, moment, text).items():
        path = "/v1/submissions?" + urllib.parse.urlencode({"limit": 50, **parameters})
        answer = gateway.json("GET", path, expect=200)
        if name == "second page":
            path = urllib.parse.urlsplit(answer["next"])
            path = f"{path.path}?{path.query}"
            answer = gateway.json("GET", path, expect=200)
        found, times = len(answer["items"]), []
        if (found == 0) != ("no match" in name or "none" in name):
            raise Failed(f"“{name}” lists {found}")
        # What takes very long is not asked for hundreds of times.
        end = time.monotonic() + (10 if bench.quick else 30)
        for number in range(10 + (100 if bench.quick else 400)):
            start = time.perf_counter()
            status, _ = gateway.send("GET", path)
            if status != 200:
                raise Failed(f"“{name}” was answered {status}")
            if number >= 10 or time.monotonic() > end:
                times.append((time.perf_counter() - start) * 1000)
            if time.monotonic() > end:
                break
        bench.say(f"{name}: {found} listed, p50 {percentile(times, 0.5):.1f}, p99 {percentile(times, 0.99):.1f} ms of {len(times)}")
        figures.append(Figure(
            f"p99 of a listing: {name}", "ms", [percentile(times, 0.99)], goal_at_most=GOAL_MS,
            note=f"{found} listed, p50 {percentile(times, 0.5):.1f} ms"))
    return figures


def combined(bench, suite: Suite, count: int) -> list[Figure]:
    """Listings by all kinds of filters together: how many of them are within the goal, and which are the slowest."""
    gateway = suite.client()
    with suite.postgres.connect() as db:

        def at(place: float) -> tuple[str, str]:
            return db.execute(
                "select to_char((created_at at time zone 'UTC'), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), lower(substr(reference, 3)) "
                "from submissions join bench.plan using (id, created_at) where tenant = 'default' and n > %s order by n limit 1",
                [int(count * place)]).fetchone()

        moments = {"lately": at(0.005)[0], "long ago": at(0.8)[0]}
        references = {"all": "order", "some": "-00" + at(0.6)[1][6:8], "one": at(1 / 3)[1]}
    all = combinations(values(moments, references, f"person-{count // 10}"), more=20 if bench.quick else 200)
    times, pooled = timed_listings(gateway, all, 3 if bench.quick else 9)
    within = sum(1 for median, _ in times if median <= GOAL_MS)
    bench.say(f"{len(times)} combinations of filters: the median of {within} of them is within {GOAL_MS:g} ms; the slowest:")
    for median, name in times[:12]:
        bench.say(f"{median:,.1f} ms: {name}")
    note = f"{len(times)} combinations; the slowest: {times[0][1]}"
    return [
        Figure("combinations of filters within 20 ms", "%", [100 * within / len(times)], note=note),
        Figure("p50 of a listing: the slowest combination", "ms", [times[0][0]], note=note),
        Figure("p99 of a listing: all combinations", "ms", [percentile(pooled, 0.99)], note=note),
    ]


def run(bench) -> list[Figure]:
    if not shutil.which("wrk"):
        raise Missing("wrk")
    count = 100_000 if bench.quick else 1_000_000
    with Suite(bench, {"gateway": 1}, VARIABLES) as suite:
        start = time.monotonic()
        make_archive(suite, count, with_pages=count // 5)
        bench.say(f"{count:,} submissions were made in {time.monotonic() - start:.0f} s")
        found = reads(bench, suite)
        return found + lists(bench, suite, count) + combined(bench, suite, count)

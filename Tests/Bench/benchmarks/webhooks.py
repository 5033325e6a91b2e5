"""Webhooks from the database to a receiver, and what endpoints that hang do to the others.

What is to be told lies in the database, as if it had been planned while the service was away; the clock runs from then until the
database says that it was delivered. In it: claiming, signing, sending, and recording each try with what was answered. The
receiver is nginx, which answers 204 and reads nothing; wrk with as many connections against the same nginx is the limit. Delays
are each message's own, from its planning to the end of its try, as the database has them. One notification service.
"""

import re
import shutil
import socket
import threading
import uuid

from harness.figures import Figure, percentile
from harness.nginx import Nginx
from harness.processes import Failed, Missing, eventually, run as run_program
from harness.suite import Suite

SUMMARY = "deliveries/s to one receiver beside wrk; p99 of the others while 5 % of the endpoints hang"

ENDPOINTS = 100
HANGING = 5
CONNECTIONS = 128

WRK = """
wrk.method = "POST"
wrk.body = string.rep("x", 400)
wrk.headers["Content-Type"] = "application/cloudevents+json"
"""


class Silence:
    """Takes connections and never answers."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.socket.getsockname()[1]
        self.taken: list[socket.socket] = []
        threading.Thread(target=self.take, daemon=True).start()

    def take(self) -> None:
        while True:
            try:
                self.taken.append(self.socket.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self.socket.close()
        for connection in self.taken:
            connection.close()


def plan(suite: Suite, urls: list[str], each: int) -> list[str]:
    """Endpoints with so many messages each, of submissions of their own, all planned at one moment. The endpoints' ids."""
    ids = [str(uuid.uuid4()) for _ in urls]
    with suite.postgres.connect() as db:
        with db.transaction(), db.cursor() as cursor:
            cursor.execute("truncate webhook_endpoints, deliveries, delivery_tries cascade")
            for id, url in zip(ids, urls):
                cursor.execute(
                    "insert into webhook_endpoints (id, tenant, url, event_types, created_by) values (%s, 'default', %s, '[]', 'bench')",
                    (id, url))
                cursor.execute(
                    "insert into webhook_keys (endpoint, kind, secret) values (%s, 'v1', decode(repeat('07', 32), 'hex'))", (id,))
            cursor.execute(
                """
                with made as (
                    insert into events (id, submission_id, tenant, sequence, type, topic, time, payload)
                    select gen_random_uuid(), gen_random_uuid(), 'default', 1, 'com.docket.submission.accepted.v1',
                        'docket.outcomes', now(), convert_to(repeat('x', 400), 'UTF8')
                    from generate_series(1, %s) returning id, submission_id
                )
                insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, next_at)
                select made.id, 'webhook', w.id, 'default', made.submission_id, 1, 'pending', now()
                from made cross join webhook_endpoints w
                """, (each,))
            # What grows over days is known to the planner; what comes in one moment is not, until somebody looks.
            for table in ["events", "webhook_endpoints", "deliveries"]:
                cursor.execute(f"analyze {table}")
    return ids


def delays(suite: Suite, ids: list[str]) -> list[float]:
    """Of each message to these endpoints, in seconds, once all of them are there."""
    with suite.postgres.connect() as db:
        eventually(
            "everything is delivered",
            lambda: db.execute(
                "select count(*) from deliveries where state <> 'delivered' and endpoint = any(%s)", (ids,)).fetchone()[0] == 0,
            within=180, every=0.25)
        rows = db.execute(
            """
            select extract(epoch from t.began_at - d.planned_at) + t.milliseconds / 1000.0
            from deliveries d join delivery_tries t using (event_id, channel, endpoint)
            where d.endpoint = any(%s)
            """, (ids,)).fetchall()
    return [float(seconds) for seconds, in rows]


def limit(bench, nginx: Nginx, seconds: int) -> float:
    script = bench.make_folder("wrk") / "post.lua"
    script.write_text(WRK)
    text = run_program(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(script), f"http://127.0.0.1:{nginx.port}/hook"])
    found = re.search(r"Requests/sec:\s+([\d.]+)", text)
    if not found:
        raise Failed("wrk tells no rate")
    return float(found[1])


def run(bench) -> list[Figure]:
    if not shutil.which("wrk"):
        raise Missing("wrk")
    runs, each = bench.runs(3), 20 if bench.quick else 100
    environment = {"DOCKET_WEBHOOK_ALLOW_PRIVATE": "true", "DOCKET_WEBHOOK_TENANT_CONCURRENCY": str(CONNECTIONS)}
    rates, limits, alone, beside = [], [], [], []
    silence = Silence()
    try:
        with Nginx(bench.make_folder("nginx")) as nginx, Suite(bench, {"notification": 1}, environment) as suite:
            fast = f"http://127.0.0.1:{nginx.port}/hook"
            for number in range(runs):
                limits.append(limit(bench, nginx, 2 if bench.quick else 5))
                found = delays(suite, plan(suite, [fast] * ENDPOINTS, each))
                # The service looks for what is due every five seconds at the latest: its sleep is not counted.
                rates.append(len(found) / (max(found) - min(found)))
                alone.append((percentile(found, 0.99) - min(found)) * 1000)
                urls = [fast] * (ENDPOINTS - HANGING) + [f"http://127.0.0.1:{silence.port}/"] * HANGING
                ids = plan(suite, urls, each)
                found = delays(suite, ids[: ENDPOINTS - HANGING])
                beside.append((percentile(found, 0.99) - min(found)) * 1000)
                bench.say(
                    f"run {number + 1} of {runs}: {rates[-1]:.0f}/s, wrk {limits[-1]:.0f}/s; p99 {alone[-1]:.0f} ms, "
                    f"with {HANGING} of {ENDPOINTS} hanging {beside[-1]:.0f} ms")
    finally:
        silence.close()
    return [
        Figure("deliveries", "/s", rates, peer="wrk", theirs=limits, note=f"{ENDPOINTS} endpoints, {each} messages each"),
        Figure("p99 of a burst", "ms", alone),
        Figure(
            f"p99 of the others, {HANGING} % hanging, by that without", "times", [b / a for a, b in zip(alone, beside)],
            goal_at_most=2.0),
    ]

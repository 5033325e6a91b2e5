"""A worker is killed under load: how long until what it had begun is somebody else's, and until everything has its outcome.

Two validation workers, submissions submitted at a steady rate, one worker killed by SIGKILL at the moment when it has work in
progress. "Picked up" is when nothing is begun in the dead process's name any more; "caught up" is when every submission that was
submitted before the kill has come through. Both are bounded by design, not by speed: a lease lives for 8 s, a Kafka session
for 6 s, and a process that was only slow must not be robbed.

Once more with four workers, of which the two youngest rest before the load begins: their leases are long then. The youngest is
killed, in the midst of what it has begun out of its rest.
"""

import os
import threading
import time

from harness.figures import Figure, number
from harness.processes import Failed, eventually
from harness.samples import small_jpeg
from harness.suite import Service, Suite

from benchmarks.latency import drafts, submit

SUMMARY = "kill -9 a worker under load: time until its work is picked up"

RATE = 25
#: Seconds of load before and after the kill.
BEFORE, AFTER = 2, 10
#: Until a worker without work rests: half a minute, and the pause of a lease.
RESTED = 40


def run(bench) -> list[Figure]:
    kinds = {"given": ["given"], "apache": ["embedded", "apache"]}.get(bench.broker_kind, ["embedded"])
    if kinds == ["embedded"]:
        bench.say("Apache Kafka is left out: neither DOCKET_TEST_KAFKA nor KAFKA_BOOTSTRAP_SERVERS says where one is")
    figures = [figure for kind in kinds for figure in measure(bench, kind)]
    return figures + (measure(bench, "embedded", rested=True) if "embedded" in kinds else [])


class Workers:
    """Validation workers, each with the name that the database knows it by."""

    def __init__(self, suite: Suite, count: int):
        self.suite = suite
        self.running: dict[str, Service] = {}
        for _ in range(count):
            self.add()

    def add(self) -> None:
        with self.suite.postgres.connect() as db:
            def names() -> set[str]:
                return {str(row[0]) for row in db.execute("select id from instances where service = 'validation-worker'")}

            known = names()
            service = self.suite.start("validation")
            service.ready(service.is_ready)
            self.running[eventually("the worker has a lease", lambda: names() - known).pop()] = service

    def settle(self, photo: bytes) -> None:
        """Until all have partitions: the group must not be finding itself when the kill comes."""
        before = {name: service.metric("docket_stage_items_total") for name, service in self.running.items()}

        def all_work() -> bool:
            ids = drafts(self.suite, photo, 8 * len(self.running), previews=False)
            submit(self.suite, ids, 100)
            with self.suite.postgres.connect() as db:
                eventually("they are validated", lambda: waiting(db, ids) == 0, within=60)
            return all(
                service.metric("docket_stage_items_total") > before[name] for name, service in self.running.items())

        eventually("all workers have work", all_work, within=90, every=0.5)


def measure(bench, kind: str, rested: bool = False) -> list[Figure]:
    kills = bench.runs(4)
    picked, caught = [], []
    with Suite(bench, {"gateway": 1}, broker=kind) as suite:
        photo = small_jpeg(bench.make_folder("sample"))
        workers = Workers(suite, 4 if rested else 2)
        title = suite.broker.title + (", out of a rest" if rested else "")
        for count in range(kills):
            workers.settle(photo)
            # Of four workers each has less in progress, and a kill has to meet some.
            rate = RATE * (6 if rested else 1)
            ids = drafts(suite, photo, rate * (BEFORE + AFTER), previews=False)
            if rested:
                time.sleep(RESTED)
            up, through = kill(suite, workers, ids, rate, youngest=rested)
            picked.append(up)
            caught.append(through)
            bench.say(f"{title}, kill {count + 1} of {kills}: picked up after {up:.1f} s, caught up after {through:.1f} s")
            if count + 1 < kills:
                workers.add()
    worst = f"the slowest of {kills}: picked up after {number(max(picked))} s, caught up after {number(max(caught))} s"
    return [Figure(f"picked up, {title}", "s", picked, note=worst), Figure(f"caught up, {title}", "s", caught)]


def waiting(db, ids: list[str]) -> int:
    return db.execute("select count(*) from submissions where id = any(%s) and state = 'submitted'", [ids]).fetchone()[0]


def kill(suite: Suite, workers: Workers, ids: list[str], rate: int, youngest: bool = False) -> tuple[float, float]:
    """How long until nothing is begun in the victim's name, and until all that waited at the kill has come through."""
    name, victim = list(workers.running.items())[-1 if youngest else 0]
    trouble: list[Exception] = []

    def work() -> None:
        try:
            submit(suite, ids, rate)
        except Failed as failure:
            trouble.append(failure)

    load = threading.Thread(target=work, daemon=True)
    with suite.postgres.connect() as db:
        def begun() -> int:
            return db.execute(
                "select count(*) from work_items where state = 'pending' and started_by = %s", [name]).fetchone()[0]

        load.start()
        time.sleep(BEFORE)
        # Work that a kill interrupts: looked for as often as it takes to hit some.
        for _ in range(50):
            eventually("the victim has work in progress", begun, within=AFTER, every=0.0005)
            victim.child.send_signal(19)  # SIGSTOP: to look whether it was in time
            if begun():
                break
            victim.child.send_signal(18)
        else:
            raise Failed("no kill would have met work in progress")
        victim.kill()
        killed = time.monotonic()
        workers.running.pop(name)
        left = [str(row[0]) for row in db.execute(
            "select id from submissions where id = any(%s) and state = 'submitted'", [ids])]
        up = through = None
        while up is None or through is None:
            now = time.monotonic() - killed
            if now > 60:
                raise Failed("the work of a killed worker was not picked up within a minute")
            if up is None and begun() == 0:
                up = now
            if through is None and waiting(db, left) == 0:
                through = now
            time.sleep(0.02)
    load.join()
    if trouble:
        raise trouble[0]
    return up, through

"""What the gateway's own sweep takes to remove what has been kept long enough, and what reading costs meanwhile."""

import json
import threading
import time

from .figures import Figure, percentile
from .many import DAYS
from .processes import Failed, eventually
from .suite import Suite


def reads(suite: Suite, token: str, ids: list[str], seconds: float, rate: float = 40) -> list[float]:
    """Milliseconds of GETs, one after the other at this rate, each of another submission."""
    gateway, found, start = suite.client(token), [], time.perf_counter()
    for number, id in enumerate(ids):
        due = start + number / rate
        if due - start > seconds:
            break
        time.sleep(max(0.0, due - time.perf_counter()))
        begin = time.perf_counter()
        status, _ = gateway.send("GET", f"/v1/submissions/{id}")
        if status != 200:
            raise Failed(f"GET of {id} was answered {status}")
        found.append((time.perf_counter() - begin) * 1000)
    return found


class Removals:
    """Asks the gateway twice a second how many it has removed."""

    def __init__(self, suite: Suite):
        self._gateway, self._over = suite.services["gateway"][0], threading.Event()
        self.samples: list[tuple[float, float]] = []
        eventually("the sweep begins", self._count, within=150, every=0.2)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _count(self) -> float:
        return self._gateway.metric("docket_retention_removals_total")

    def _run(self) -> None:
        while not self._over.wait(0.5):
            self.samples.append((time.monotonic(), self._count()))

    def end(self) -> tuple[float, float]:
        """How many, in how many seconds: until the last one, where it was over before."""
        self._over.set()
        self._thread.join()
        first, last = self.samples[0], next(sample for sample in self.samples if sample[1] == self.samples[-1][1])
        return last[1] - first[1], max(last[0] - first[0], 0.001)


def retention(bench, suite: Suite, tenant: str, token: str) -> list[Figure]:
    """Half of all is due from a moment on."""
    seconds, each = (20, 800) if bench.quick else (60, 2400)
    with suite.postgres.connect() as db:
        ids = [str(row[0]) for row in db.execute(
            "select id from submissions where erased_at is null and tenant = %s and created_at > now() - %s * interval '1 day' order by md5(id::text) limit %s",
            [tenant, DAYS // 2 - 2, 6 * each])]
        before = [percentile(reads(suite, token, ids[number * each % len(ids):], seconds), 0.99) for number in range(3)]
        db.execute(
            "update journeys set definition = jsonb_set(definition, '{retention}', (definition -> 'retention') || %s::jsonb)",
            [json.dumps({name: DAYS // 2 for name in ("accepted", "rejected", "draft")})])
        removals = Removals(suite)
        meanwhile = [percentile(reads(suite, token, ids[number * each % len(ids):], seconds), 0.99) for number in range(3, 6)]
        count, took = removals.end()
        due = db.execute(
            "select count(*) from submissions where erased_at is null and changed_at < now() - %s * interval '1 day'", [DAYS // 2]).fetchone()[0]
    if not count:
        raise Failed("retention was over before it could be measured: more submissions are needed")
    rate = count / took * 60
    bench.say(f"{count:,.0f} submissions were removed in {took:.0f} s: {rate:,.0f} a minute; {due:,} are left")
    return [
        Figure("removed by retention", "submissions/min", [rate],
               note=f"half of all takes {bench.submissions / 2 / rate / 60:.1f} h; the copies have no files"),
        Figure("GET of a submission, p99, while retention removes", "ms", meanwhile, "before", before, goal_ratio_at_most=1.2,
               note=f"{due:,} were left in the end"),
    ]

"""What one tenant's many documents cost another tenant's one.

Two tenants of one installation, one process of each service. First the small tenant hands in one submission a second, alone. Then
the large tenant hands in all of its submissions at once; when the last of them is taken, and most of them wait, the small tenant
does the same as before. A time is from just before `POST …/submit` is sent to the arrival of the outcome's webhook. What is added
is the difference of the medians, and of the 99th percentiles. The run fails if the large tenant's work is over before the last
outcome of the small one: then nothing was waited beside. No weight and no class is set.
"""

import sys
import time

from benchmarks.latency import Receiver, drafts, submit, webhook
from harness.figures import Figure, percentile
from harness.processes import Failed, eventually
from harness.samples import small_jpeg
from harness.suite import Suite

SUMMARY = "what one tenant's thousands of documents add to another tenant's one"

LARGE, SMALL = "large-tenant-of-the-benchmark", "small-tenant-of-the-benchmark"
#: Each is a small photo.
MANY = 4000
#: One a second.
FEW = 40
GOAL = 2000


def run(bench) -> list[Figure]:
    sys.setswitchinterval(0.0005)
    many, few = (MANY // 4, FEW // 4) if bench.quick else (MANY, FEW)
    receiver = Receiver()
    variables = {
        "DOCKET_DEVELOPMENT": "false", "DOCKET_TOKENS": f"large={LARGE},small={SMALL}", "DOCKET_TENANT_RATE": "0",
        "DOCKET_TENANT_CONCURRENCY": "0", **webhook(receiver),
    }
    roles = {"gateway": 1, "validation": 1, "normalization": 1, "notification": 1}
    try:
        with Suite(bench, roles, variables) as suite:
            photo = small_jpeg(bench.make_folder("sample"))
            waiting = drafts(suite, photo, many, token=LARGE)
            # What the first one warms is no part of it.
            outcomes(suite, receiver, drafts(suite, photo, 2, token=SMALL))
            alone = outcomes(suite, receiver, drafts(suite, photo, few, token=SMALL))
            own = drafts(suite, photo, few, token=SMALL)
            bench.say(f"alone: {told(alone)}; {many} of another tenant are handed in")
            start = time.perf_counter()
            submit(suite, waiting, 100_000, token=LARGE)
            left = sum(id not in receiver.arrivals for id in waiting)
            beside = outcomes(suite, receiver, own)
            if all(id in receiver.arrivals for id in waiting):
                raise Failed("the other tenant's work was over before: more of it is needed on this machine")
            bench.say(f"beside {left} that wait: {told(beside)}")
            eventually("every outcome came", lambda: all(id in receiver.arrivals for id in waiting), within=900)
            rate = many / (max(receiver.arrivals[id] for id in waiting) - start)
            note = f"{left} of {many} waited at the beginning; they were done at {rate:.0f}/s; {suite.broker.title}"
    finally:
        receiver.close()
    return [
        Figure(
            f"added to a submission beside {many} of another tenant, {name}", "ms",
            [percentile(beside, share) - percentile(alone, share)], goal_at_most=goal,
            note=f"alone {told(alone)}, beside them {told(beside)}; {note}" if goal else "")
        for name, share, goal in (("p50", 0.5, None), ("p99", 0.99, GOAL))
    ]


def outcomes(suite: Suite, receiver: Receiver, ids: list[str]) -> list[float]:
    """Hands in one a second; how long each took, in ms."""
    sent = submit(suite, ids, 1, people=4, token=SMALL)
    eventually("every outcome of the small tenant came", lambda: all(id in receiver.arrivals for id in sent), within=120)
    return [(receiver.arrivals[id] - sent[id]) * 1000 for id in sent]


def told(times: list[float]) -> str:
    return f"p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms"

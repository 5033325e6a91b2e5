"""The end of Postgres by SIGKILL while submissions are written: how long until the gateway answers again."""

import json
import threading
import time

from .figures import Figure
from .originals import KINDS
from .processes import Failed, eventually
from .suite import Suite

NEW = json.dumps({"journey": KINDS[0].journey}).encode()


def crash(bench, suite: Suite, token: str) -> list[Figure]:
    """Submissions are written by four clients, and retention goes on."""
    over = threading.Event()

    def write() -> None:
        gateway = None
        while not over.is_set():
            try:
                gateway = gateway or suite.client(token)
                gateway.send("POST", "/v1/submissions", NEW, "application/json")
            except Exception:  # noqa: BLE001: the database is gone
                gateway = None
                time.sleep(0.05)

    def answers() -> bool:
        gateway = suite.client(token)
        return gateway.send("GET", "/v1/submissions?limit=50")[0] == 200 and gateway.send(
            "POST", "/v1/submissions", NEW, "application/json")[0] == 201

    def runs() -> bool:
        # A connection that was being made at the moment of the end holds the server's memory a little longer.
        try:
            suite.postgres.start(within=300)
        except Failed:
            return False
        return True

    times, servers = [], []
    for _ in range(bench.runs(3)):
        over.clear()
        writers = [threading.Thread(target=write, daemon=True) for _ in range(4)]
        for writer in writers:
            writer.start()
        time.sleep(5 if bench.quick else 20)
        start = time.monotonic()
        suite.postgres.crash()
        eventually("Postgres runs again", runs, within=300)
        servers.append(time.monotonic() - start)
        eventually("the gateway answers again", answers, within=300)
        times.append(time.monotonic() - start)
        over.set()
        for writer in writers:
            writer.join()
        bench.say(f"after SIGKILL of Postgres: it runs after {servers[-1]:.1f} s, the gateway answers after {times[-1]:.1f} s")
    return [Figure("Postgres killed under load, until the gateway answers", "s", times, goal_at_most=30,
                   note=f"Postgres itself ran after {', '.join(f'{value:.1f}' for value in servers)} s")]

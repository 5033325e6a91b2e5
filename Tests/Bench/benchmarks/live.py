"""`GET /health/live` on kept connections: what the HTTP server itself costs.

One event loop against one worker of nginx that answers the same bytes by `return 200`, from the same wrk with the same
connections, in turn. Both write no access log. wrk has the other core.
"""

import re
import shutil

from harness.figures import Figure
from harness.nginx import Nginx
from harness.processes import Failed, Missing
from harness.processes import run as command
from harness.suite import Suite

SUMMARY = "GET /health/live with one loop, beside nginx's `return 200` with one worker"

CONNECTIONS = 64


def load(port: int, seconds: int) -> float:
    words = command(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", f"http://127.0.0.1:{port}/health/live"])
    if "Non-2xx" in words or "Socket errors" in words:
        raise Failed(f"not every request was answered:\n{words}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", words).group(1))


def run_gateway(bench) -> Suite:
    return Suite(bench, {"gateway": 1}, {"DOCKET_LOOPS": "1"})


def run_pairs(bench, ports: tuple[int, int], pairs: int, seconds: int) -> tuple[list[float], list[float]]:
    ours, theirs = [], []
    for port in ports:
        load(port, 1)
    for number in range(pairs):
        ours.append(load(ports[0], seconds))
        theirs.append(load(ports[1], seconds))
        bench.say(f"pair {number + 1} of {pairs}: {ours[-1]:,.0f} beside {theirs[-1]:,.0f} requests/s")
    return ours, theirs


def run(bench) -> list[Figure]:
    if not shutil.which("wrk"):
        raise Missing("wrk")
    with run_gateway(bench) as suite:
        status, answer = suite.client().send("GET", "/health/live")
        if status != 200:
            raise Failed(f"the gateway answered {status}")
        with Nginx(bench.make_folder("nginx"), answer.decode()) as nginx:
            ours, theirs = run_pairs(
                bench, (suite.gateway_port, nginx.port), bench.runs(7), 2 if bench.quick else 4)
    return [
        Figure(
            "kept connections", "requests/s", ours, "nginx, `return 200`", theirs, goal_ratio=0.9,
            note=f"{CONNECTIONS} connections of one wrk thread")
    ]

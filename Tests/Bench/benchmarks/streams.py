"""5,000 idle streams of events, one submission each: what a listener that waits costs the gateway in memory.

The memory is the process's proportional set size (PSS), ten seconds after every stream has had its first event, so that all of them wait.
Then one submission changes, and its listener alone has to hear of it; how long that took is told beside.
"""

import resource
import selectors
import socket
import time

from harness.figures import Figure
from harness.processes import Failed, memory
from harness.suite import Suite

SUMMARY = "the gateway's memory with 5,000 idle event streams"

STREAMS = 5000
#: Seconds without news before the memory is looked at.
SETTLED = 10
VARIABLES = {
    "DOCKET_HTTP_CONNECTIONS": "20000", "DOCKET_HTTP_CONNECTIONS_PER_ADDRESS": "20000", "DOCKET_TENANT_STREAMS": "0",
    "DOCKET_TENANT_CONCURRENCY": "0", "DOCKET_TENANT_RATE": "0",
}


class Streams:
    """Sockets that listen, and what they have received."""

    def __init__(self, port: int):
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.received: dict[str, bytearray] = {}

    def open(self, submission: str) -> None:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(f"GET /v1/submissions/{submission}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        connection.setblocking(False)
        self.received[submission] = bytearray()
        self.selector.register(connection, selectors.EVENT_READ, submission)

    def read(self, seconds: float) -> None:
        """What comes within that time."""
        for key, _ in self.selector.select(seconds):
            more = key.fileobj.recv(65536)
            if not more:
                raise Failed("the gateway has closed a stream")
            self.received[key.data] += more

    def wait(self, is_enough, within: float = 120) -> None:
        end = time.monotonic() + within
        while not is_enough():
            if time.monotonic() > end:
                raise Failed("the streams did not bring what they should")
            self.read(0.5)

    def close(self) -> None:
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()


def run(bench) -> list[Figure]:
    count = STREAMS // 10 if bench.quick else STREAMS
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count * 2 + 1000
    if most != resource.RLIM_INFINITY and most < needed:
        raise Failed(f"{needed} descriptors are needed; ulimit -n allows {most}")
    # The gateway inherits it.
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))
    with Suite(bench, {"gateway": 1}, VARIABLES) as suite:
        gateway, client = suite.services["gateway"][0], suite.client()
        drafts = [client.json("POST", "/v1/submissions", {"journey": "identity"})["id"] for _ in range(count)]
        before = memory(gateway.pid)["Pss"] / 1e6
        streams = Streams(suite.gateway_port)
        try:
            for number, draft in enumerate(drafts):
                streams.open(draft)
                if number % 100 == 99:
                    streams.read(0.01)
            streams.wait(lambda: all(b"submission.created" in text for text in streams.received.values()))
            # Idle is what they are when nothing happens any more.
            end = time.monotonic() + SETTLED
            while time.monotonic() < end:
                streams.read(0.5)
            after = memory(gateway.pid)["Pss"] / 1e6
            bench.say(f"{count} streams wait: {before:.1f} MB before, {after:.1f} MB now")
            chosen = drafts[count // 2]
            start = time.monotonic()
            client.json("POST", f"/v1/submissions/{chosen}/documents", {"type": "passport"})
            streams.wait(lambda: b"document.added" in streams.received[chosen], within=30)
            heard = (time.monotonic() - start) * 1000
            if any(b"document.added" in text for draft, text in streams.received.items() if draft != chosen):
                raise Failed("a listener heard what happened elsewhere")
        finally:
            streams.close()
    note = f"{before:.1f} MB before: {(after - before) * 1000 / count:.1f} kB a stream; a change was heard after {heard:.0f} ms"
    return [Figure(f"gateway's memory, {count} idle streams", "MB", [after], goal_at_most=100, note=note)]

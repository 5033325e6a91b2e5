"""Docket's processes on this machine, each started for itself."""

import base64
import http.client
import json
import os
from contextlib import ExitStack
from pathlib import Path

from .postgres import Postgres
from .processes import Failed, Missing, Process, accepts, eventually, free_port, run

SERVICES = {
    "gateway": "IntakeGateway", "validation": "ValidationWorker", "normalization": "NormalizationWorker",
    "reading": "ReadingWorker", "notification": "NotificationService",
}


def measures(bench) -> str:
    """The program that measures what needs no service."""
    program = bench.programs / "Measures"
    if not program.exists():
        raise Missing("a build of Measures")
    return str(program)


class Broker:
    """The embedded one, one that runs (KAFKA_BOOTSTRAP_SERVERS), or one that a program starts (DOCKET_TEST_KAFKA)."""

    def __init__(self, bench, kind: str | None = None, partitions: int = 4):
        """Of each topic that the embedded broker makes, which keeps 5 MiB in each partition."""
        self.kind = kind or bench.broker_kind
        self._program = os.environ.get("DOCKET_TEST_KAFKA", "")
        if self.kind == "given":
            self.servers = os.environ["KAFKA_BOOTSTRAP_SERVERS"]
            return
        self.port = free_port()
        self.servers = f"127.0.0.1:{self.port}"
        self._folder = bench.make_folder("kafka")
        if self.kind == "apache":
            run([self._program, "start", "--port", str(self.port), "--dir", str(self._folder)], limit=180)
            return
        self.process = Process(
            "broker", [bench.docket, "broker", "--port", str(self.port), "--partitions", str(partitions)], self._folder)
        self.process.ready(lambda: accepts(self.port))

    @property
    def title(self) -> str:
        return "the embedded broker" if self.kind == "embedded" else "Apache Kafka"

    @property
    def environment(self) -> dict[str, str]:
        """The embedded broker answers a waiting fetch only when its time is over."""
        wait = {"KAFKA_FETCH_WAIT": os.environ.get("KAFKA_FETCH_WAIT", "5ms")} if self.kind == "embedded" else {}
        return {"KAFKA_BOOTSTRAP_SERVERS": self.servers, **wait}

    def stop(self) -> None:
        if self.kind == "embedded":
            self.process.stop(grace=5)
        elif self.kind == "apache":
            run([self._program, "erase", "--dir", str(self._folder)], limit=120)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Service(Process):
    """One of the services. Its admin address tells whether it is ready, and its metrics."""

    def __init__(self, role: str, number: int, programs: Path, folder: Path, environment: dict[str, str]):
        self.admin_port = free_port()
        super().__init__(
            f"{role}-{number}", [str(programs / SERVICES[role])], folder,
            {
                "DOCKET_ADMIN_ADDRESS": f"127.0.0.1:{self.admin_port}", "DOCKET_LOG_LEVEL": "warning",
                "SWIFT_BACKTRACE": "enable=no", "DOCKET_RECONCILE_INTERVAL": "1h", **environment,
            })
        self._admin: http.client.HTTPConnection | None = None

    def is_ready(self) -> bool:
        return self.ask("/health/ready")[0] == 200

    def ask(self, path: str) -> tuple[int, bytes]:
        if self._admin is None:
            self._admin = http.client.HTTPConnection("127.0.0.1", self.admin_port, timeout=5)
        try:
            self._admin.request("GET", path)
            answer = self._admin.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self._admin = None
            raise

    def metric(self, name: str) -> float:
        """The sum of a metric's series; nothing where it has none yet."""
        total = 0.0
        for line in self.ask("/metrics")[1].decode().splitlines():
            if line.startswith(name) and line[len(name)] in " {":
                total += float(line.rsplit(" ", 1)[1])
        return total


class Suite:
    """Services over a Postgres and a broker of their own, as they are started in production: release builds, one process
    each. `roles` says how many of each; pages are read where one of them reads."""

    def __init__(
        self, bench, roles: dict[str, int], environment: dict[str, str] | None = None, broker: str | None = None,
        variables: dict[str, dict[str, str]] | None = None, settings: dict[str, str] | None = None,
    ):
        self.bench = bench
        self.folder = bench.make_folder("suite")
        self.services: dict[str, list[Service]] = {}
        self._stack = ExitStack()
        try:
            self.postgres = self._stack.enter_context(Postgres(self.folder, settings))
            self.broker = self._stack.enter_context(Broker(bench, broker))
            self.postgres.make("docket")
            self.environment = {
                "DATABASE_URL": self.postgres.url(), "DOCKET_BLOBS": str(self.folder / "blobs"),
                "DOCKET_SEALING_KEYS": str(self.folder / "keys"),
                "DOCKET_DEVELOPMENT": "true", "DOCKET_READING": "on" if "reading" in roles else "off", **self.broker.environment, **(environment or {}),
            }
            (self.folder / "blobs").mkdir()
            (self.folder / "keys").touch(mode=0o600)
            (self.folder / "keys").write_text(f"bench {base64.b64encode(os.urandom(32)).decode()}\n")
            topics = [] if self.broker.kind == "embedded" else ["--topics"]
            run([bench.docket, "migrate", *topics], self.environment)
            self.gateway_port = free_port()
            for role, count in roles.items():
                for _ in range(count):
                    self.start(role, (variables or {}).get(role, {}))
            for service in self.all():
                service.ready(service.is_ready, within=60)
        except BaseException:
            self._stack.close()
            raise

    def start(self, role: str, variables: dict[str, str] | None = None) -> Service:
        group = self.services.setdefault(role, [])
        own = {"DOCKET_ADMIN_API": "off", "DOCKET_HTTP_ADDRESS": f"127.0.0.1:{self.gateway_port}"} if role == "gateway" else {}
        service = Service(
            role, len(group) + 1, self.bench.programs, self.folder, {**self.environment, **own, **(variables or {})})
        self._stack.enter_context(service)
        group.append(service)
        return service

    def restart(self, roles: dict[str, int]) -> None:
        """Ends all services, and starts these."""
        for service in self.all():
            service.stop()
        self.services = {}
        for role, count in roles.items():
            for _ in range(count):
                self.start(role)
        for service in self.all():
            service.ready(service.is_ready, within=60)

    def all(self) -> list[Service]:
        return [service for group in self.services.values() for service in group]

    def client(self, token: str | None = None) -> "Gateway":
        return Gateway(self.gateway_port, token)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stack.close()


class Gateway:
    """A client of the gateway on one connection; without a token it is one of development."""

    def __init__(self, port: int, token: str | None = None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.connect()
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def send(
        self, method: str, path: str, body: bytes | None = None, kind: str | None = None, confirmation: str | None = None,
    ) -> tuple[int, bytes]:
        headers = {**self._headers, "Content-Type": kind} if kind else self._headers
        if confirmation:
            headers = {**headers, "Docket-Confirmation": confirmation}
        self.connection.request(method, path, body=body, headers=headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def json(self, method: str, path: str, content: dict | None = None, expect: int = 201) -> dict:
        body = None if content is None else json.dumps(content).encode()
        status, answer = self.send(method, path, body, "application/json" if body else None)
        if status != expect:
            raise Failed(f"{method} {path} was answered {status}: {answer[:500].decode(errors='replace')}")
        return json.loads(answer) if answer else {}

    def draft(self, journey: str, documents: list[tuple[str, list[tuple[bytes, str]]]], date: str) -> str:
        """A submission that lacks nothing but being submitted: for each document its type and its files."""
        submission = self.json("POST", "/v1/submissions", {"journey": journey})["id"]
        for kind, files in documents:
            document = self.json(
                "POST", f"/v1/submissions/{submission}/documents", {"type": kind, "issueDate": date})["id"]
            for content, media_type in files:
                status, answer = self.send(
                    "POST", f"/v1/submissions/{submission}/documents/{document}/pages", content, media_type)
                if status != 201:
                    raise Failed(f"a page was answered {status}: {answer[:500].decode(errors='replace')}")
        return submission

"""Requests byte by byte: what no HTTP library would send, too."""
import json
import socket
import urllib.parse


class Dropped(Exception):
    """The connection ended without an answer."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    @property
    def problem(self):
        """What kind of problem it is, where it is one."""
        try:
            return str(self.json().get("type", "")).rsplit("/", 1)[-1]
        except (ValueError, AttributeError):
            return ""


class Gateway:
    def __init__(self, url, token=None):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port, self.token = parts.hostname, parts.port or 80, token

    def using(self, token):
        return Gateway(f"http://{self.host}:{self.port}", token)

    def head(self, method, target, headers=(), host=None):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'{self.host}:{self.port}'}"]
        lines += [f"{name}: {value}" for name, value in headers]
        if self.token and not any(name.lower() == "authorization" for name, _ in headers):
            lines.append(f"Authorization: Bearer {self.token}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def connect(self, limit=30):
        return socket.create_connection((self.host, self.port), timeout=limit)

    def ask(self, method, target, headers=(), body=None, host=None):
        """One request on a connection of its own; its final answer."""
        headers = list(headers) + [("Connection", "close")]
        if body is not None and not any(name.lower() in ("content-length", "transfer-encoding") for name, _ in headers):
            headers.append(("Content-Length", len(body)))
        return self.exchange(self.head(method, target, headers, host) + (body or b""), method)

    def exchange(self, sent, method="GET"):
        try:
            with self.connect() as connection:
                try:
                    connection.sendall(sent)
                except OSError:
                    pass  # It may have answered before it had read all.
                return read(connection, method)
        except OSError as error:
            raise Dropped(str(error)) from None

    def send_json(self, method, target, value, headers=()):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask(method, target, [("Content-Type", "application/json"), *headers], body)


def read(connection, method="GET"):
    """The final answer; interim ones are passed over."""
    reader = connection.makefile("rb")
    while True:
        line = reader.readline()
        if not line:
            raise Dropped("the connection was closed without an answer")
        status = int(line.split()[1])
        headers = {}
        while (line := reader.readline().strip()):
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        if status >= 200:
            break
    if method == "HEAD" or status in (204, 304):
        return Answer(status, headers, b"")
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while (size := int(reader.readline().split(b";")[0] or b"0", 16)):
            body += reader.read(size)
            reader.readline()
        return Answer(status, headers, body)
    return Answer(status, headers, reader.read(int(headers["content-length"])) if "content-length" in headers else reader.read())

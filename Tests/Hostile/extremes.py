"""Numbers at and around the edges of the types that read them, wherever a request has a number."""
import json
import re

EDGES = [2**31, 2**32, 2**53, 2**63, 2**64]
NUMBERS = sorted({edge + step for edge in EDGES for step in (-1, 0, 1)} | {0, -1, -(2**31) - 1, -(2**63), -(2**63) - 1, 10**30})
FEW = [2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30]

RANGES = ["bytes=0-{n}", "bytes={n}-", "bytes=-{n}", "bytes={n}-{n}", "bytes=0-0,1-{n}", "bytes={n}-0"]


def ranges(suite):
    for pattern in RANGES:
        for number in NUMBERS:
            value = pattern.format(n=number)
            suite.send(
                f"Range: {value}", lambda: suite.nobody.ask("GET", "/assets/0123456789abcdef/page.css", [("Range", value)]),
                "200, 206, 400 or 416", lambda answer: answer.status in (200, 206, 400, 416))


def headers(suite):
    submission, document = suite.document()
    one = f"/v1/submissions/{submission}"
    upload = "/v1/uploads?document=" + document
    tus = [("Tus-Resumable", "1.0.0")]
    made = suite.backend.ask("POST", upload, tus + [("Upload-Length", 1000)], b"")
    path = re.sub(r"^https?://[^/]+", "", made.headers.get("location", "/v1/uploads/none"))
    patch = [("Content-Type", "application/offset+octet-stream")]
    for n in NUMBERS:
        ietf = [("Upload-Draft-Interop-Version", n), ("Upload-Complete", "?0")]
        for what, ask in {
            "If-Match": lambda: suite.backend.ask("DELETE", one, [("If-Match", f'"v{n}"')]),
            "If-None-Match": lambda: suite.backend.ask("GET", one, [("If-None-Match", f'"v{n}", W/"{n}"')]),
            "Last-Event-ID": lambda: suite.backend.ask("GET", one + "/events", [("Last-Event-ID", f"{n}-0")]),
            "Accept-Language": lambda: suite.backend.ask("GET", one, [("Accept-Language", f"de;q={n}, en;q=0.{abs(n)}")]),
            "Accept": lambda: suite.backend.ask("GET", one, [("Accept", f"text/html;q={n}, application/json;q=1e{n}")]),
            "Content-Length": lambda: suite.backend.ask("POST", "/v1/submissions", [("Content-Length", n)], b"{}")
            if n < 0 or n > 2**53 else suite.backend.ask("GET", one),
            "chunk size": lambda: suite.backend.exchange(
                suite.backend.head("POST", "/v1/submissions", [
                    ("Content-Type", "application/json"), ("Transfer-Encoding", "chunked"), ("Connection", "close")])
                + (b"%x\r\n" % abs(n) if n > 2**59 else b"2\r\n{}\r\n0\r\n\r\n")),
            "Host": lambda: suite.backend.ask("GET", one, host=f"127.0.0.1:{n}"),
            "X-Forwarded-For": lambda: suite.backend.ask("GET", one, [("X-Forwarded-For", f"{n}, 1.2.3.{n}, [::1]:{n}")]),
            "Forwarded": lambda: suite.backend.ask("GET", one, [("Forwarded", f'for="[2001:db8::{n}]:{n}"')]),
            "traceparent": lambda: suite.backend.ask("GET", one, [("traceparent", f"00-{n:032x}-{n:016x}-{abs(n)}")]),
            "HTTP version": lambda: suite.backend.exchange(f"GET / HTTP/{n}.1\r\nHost: a\r\n\r\n".encode()),
            "Upload-Length": lambda: suite.backend.ask("POST", upload, tus + [("Upload-Length", n)], b""),
            "Upload-Offset": lambda: suite.backend.ask("PATCH", path, tus + patch + [("Upload-Offset", n)], b"x"),
            "Upload-Metadata": lambda: suite.backend.ask(
                "POST", upload, tus + [("Upload-Length", 10), ("Upload-Metadata", f"size {n}")], b""),
            "Upload-Concat": lambda: suite.backend.ask(
                "POST", upload, tus + [("Upload-Concat", f"final;/v1/uploads/{n} /v1/uploads/{n}")], b""),
            "Upload-Draft-Interop-Version": lambda: suite.backend.ask("POST", upload, ietf, b"x"),
            "Upload-Length (IETF)": lambda: suite.backend.ask(
                "POST", upload, [("Upload-Draft-Interop-Version", 8), ("Upload-Complete", "?0"), ("Upload-Length", n)], b"x"),
            "Upload-Offset (IETF)": lambda: suite.backend.ask("PATCH", path, [
                ("Upload-Draft-Interop-Version", 8), ("Upload-Complete", "?0"), ("Upload-Offset", n),
                ("Content-Type", "application/partial-upload")], b"x"),
            "Content-Range": lambda: suite.backend.ask(
                "PUT", f"{one}/documents/{document}/order", [("Content-Range", f"bytes 0-{n}/{n}")], b"{}"),
        }.items():
            suite.send(f"{what}: {n}", ask)


def documented(suite):
    """Every number that the gateway's own description knows: in queries and in bodies."""
    description = suite.nobody.ask("GET", "/openapi.json").json()
    submission, document = suite.document()
    known = {"journey": "proof-of-address", "submission": submission, "document": document}

    def resolved(schema):
        while "$ref" in schema:
            place = description
            for part in schema["$ref"].lstrip("#/").split("/"):
                place = place[part]
            schema = place
        return schema

    def is_number(schema):
        kinds = schema.get("type", [])
        return any(kind in ("integer", "number") for kind in ([kinds] if isinstance(kinds, str) else kinds))

    def numbers(schema, path=(), depth=0):
        """The places of numbers in a body, and of texts too: a number may stand where none belongs."""
        schema = resolved(schema)
        for choice in schema.get("anyOf", []) + schema.get("oneOf", []) + schema.get("allOf", []):
            yield from numbers(choice, path, depth + 1)
        for name, member in schema.get("properties", {}).items() if depth < 6 else ():
            yield (*path, name), is_number(resolved(member))
            yield from numbers(member, (*path, name), depth + 1)

    for pattern, operations in description["paths"].items():
        path = re.sub(r"\{(\w+)\}", lambda match: known.get(match[1], "01990000-0000-7000-8000-000000000000"), pattern)
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            if "text/event-stream" in json.dumps(operation.get("responses", {})):
                continue  # A good answer never ends.
            for parameter in map(resolved, shared + operation.get("parameters", [])):
                for n in NUMBERS if is_number(resolved(parameter.get("schema", {}))) else FEW:
                    if parameter["in"] == "query":
                        suite.send(
                            f"{method.upper()} {pattern}?{parameter['name']}={n}",
                            lambda: suite.backend.ask(method.upper(), f"{path}?{parameter['name']}={n}"))
                    elif parameter["in"] == "header":
                        suite.send(
                            f"{method.upper()} {pattern} {parameter['name']}: {n}",
                            lambda: suite.backend.ask(method.upper(), path, [(parameter["name"], n)]))
            content = resolved(operation.get("requestBody", {})).get("content", {}).get("application/json", {})
            for place, is_one in dict(numbers(content.get("schema", {}))).items():
                for n in NUMBERS if is_one else FEW:
                    for spelling in (str(n), f"{n}.5", f"{n}e{abs(n) % 400}") if is_one else (str(n),):
                        body = spelling
                        for name in reversed(place):
                            body = f'{{"{name}": {body}}}'
                        suite.send(
                            f"{method.upper()} {pattern} {body}",
                            lambda: suite.backend.send_json(method.upper(), path, body.encode()))

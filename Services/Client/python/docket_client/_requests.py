"""What is asked of a gateway, without saying how it is sent: one set of steps serves the client that waits and the one that awaits."""
from __future__ import annotations

import json
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._problems import InvalidRequest, UnexpectedAnswer


@dataclass(frozen=True)
class Request:
    method: str
    place: str
    """Path and query, behind the gateway's address."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    form: list[tuple[str, Any]] | None = None
    """Fields and files of a multipart form, in order."""

    def adding(self, **headers: str) -> Request:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **more})


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as fault:
            raise UnexpectedAnswer(f"The gateway's answer is not JSON (status {self.status}).") from fault


@dataclass(frozen=True)
class Send:
    """Answered by a Response, whatever its status; Unreachable is raised where none came."""

    request: Request


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Read:
    """Answered by so many bytes of the file that is sent."""

    offset: int
    count: int


Answer = TypeVar("Answer")
Steps: TypeAlias = Generator[Send | Sleep | Read, Any, Answer]


def new_key() -> str:
    """An Idempotency-Key: what is sent again under it is done once."""
    return str(uuid.uuid4())


def path(pattern: str, *parts: str) -> str:
    """Puts ids into a path. None of them can lead to another place."""
    for part in parts:
        if not isinstance(part, str) or part in ("", ".", ".."):
            raise InvalidRequest("An id must be a text that is not empty.")
    return pattern.format(*(quote(part, safe="") for part in parts))


def with_query(place: str, query: Mapping[str, Any] | None) -> str:
    """A list is a parameter for each of its items, what is None is none."""
    pairs = []
    for name, value in (query or {}).items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return f"{place}?{urlencode(pairs)}" if pairs else place


def place_of(address: str) -> str:
    """Path and query of an address that a gateway gave. Where it says that it is does not matter: its own address is asked."""
    parts = urlsplit(address)
    start = parts.path.find("/v1/")
    if start < 0:
        raise UnexpectedAnswer("The gateway named an address that is not one of its API.")
    return parts.path[start:] + (f"?{parts.query}" if parts.query else "")

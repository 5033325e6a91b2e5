"""Live streams: server-sent events (HTML Living Standard, section 9.2.6), followed again from where they were after a cut."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._problems import DocketError, GatewayProblem, UnexpectedAnswer

BEAT = 15.0
"""The gateway says so often that it is there, in seconds."""
_LONGEST = 1 << 20
_LONGEST_PAUSE = 30.0


@dataclass(frozen=True)
class Event:
    type: str
    """Such as `com.docket.submission.accepted.v1`."""
    id: str | None
    """The same as in Kafka, in webhooks and in the audit trail; None for what tells of progress alone and cannot be gone on behind."""
    data: dict[str, Any]
    """The CloudEvent; of what has no id, what it tells."""


class Following:
    """What a stream has told. Pure: it is fed with bytes, and says how to go on after a cut."""

    def __init__(self, after: str | None = None) -> None:
        self.last = after
        self._pause = 1.0
        self._reset()

    def _reset(self) -> None:
        self._bytes = b""
        self._data: list[bytes] = []
        self._type = self._next = ""
        self._size = 0

    def headers(self) -> dict[str, str]:
        headers = {"accept": "text/event-stream"}
        if self.last:
            headers["last-event-id"] = self.last
        return headers

    def feed(self, piece: bytes) -> list[Event]:
        # A stream of lines that nobody ends, or of an event that does not, is not the gateway's.
        if len(self._bytes) + self._size + len(piece) > _LONGEST + (1 << 16):
            raise UnexpectedAnswer("The gateway tells an event that has no end.")
        *lines, self._bytes = (self._bytes + piece).split(b"\n")
        events = []
        for line in lines:
            line = line.removesuffix(b"\r")
            if not line:
                if self._data:
                    events.append(self._event())
                self._data, self._type, self._next, self._size = [], "", "", 0
                continue
            name, _, value = line.partition(b":")
            value = value.removeprefix(b" ")
            match name:
                case b"data":
                    self._data.append(value)
                    self._size += len(value) + 1
                case b"event":
                    self._type = value.decode("utf-8", "replace")
                case b"id":
                    self._next = value.decode("utf-8", "replace")
        # Also a beat: what cuts a stream that is idle is no trouble of the gateway's.
        if piece:
            self._pause = 1.0
        return events

    def _event(self) -> Event:
        try:
            data = json.loads(b"\n".join(self._data))
        except ValueError as fault:
            raise UnexpectedAnswer("The gateway tells an event that is not JSON.") from fault
        if not isinstance(data, dict):
            raise UnexpectedAnswer("The gateway tells an event that is no object.")
        # The standard lets an id live on; here each event has its own, and what has none is nothing to go on behind.
        if self._next:
            self.last = self._next
        return Event(self._type, self._next or None, data)

    def cut(self, error: DocketError | None) -> float:
        """How many seconds to wait before it is followed again. Raises what does not pass."""
        self._reset()
        asked = 0.0
        if error and not error.is_retriable:
            if not isinstance(error, GatewayProblem) or error.status != 500:
                raise error
        if isinstance(error, GatewayProblem):
            asked = float(min(60, error.retry_after or 0))
        pause = max(self._pause, asked)
        self._pause = min(self._pause * 2, _LONGEST_PAUSE)
        return pause

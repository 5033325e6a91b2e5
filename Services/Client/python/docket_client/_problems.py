"""What can go wrong. Every error of this package is a DocketError."""
from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from ._models import MissingItem


class DocketError(Exception):
    """`is_retriable` says whether the same call may succeed later."""

    code = "failed"
    is_retriable = False


class InvalidRequest(DocketError):
    """An address, a token or a value that no gateway could take; nothing was sent."""

    code = "invalid-request"


class Unreachable(DocketError):
    """No answer came: what was asked may or may not have been done."""

    code = "unreachable"
    is_retriable = True


class UnexpectedAnswer(DocketError):
    """What came back is not what a gateway answers."""

    code = "unexpected-answer"


class FileUnreadable(DocketError):
    """The file that is to be sent cannot be read, or has become shorter."""

    code = "file-unreadable"


class TimedOut(DocketError):
    """What was waited for did not happen in time."""

    code = "timed-out"
    is_retriable = True


class GatewayProblem(DocketError):
    """The gateway's refusal (RFC 9457)."""

    code = "refused"

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: int | None = None) -> None:
        self.status = status
        address = members.get("type")
        self.type: str = "about:blank"
        """The last part of the type's address, such as those that `ProblemType` names; `about:blank` where there was no problem document."""
        if isinstance(address, str) and address:
            self.type = address.replace("#", "/").rstrip("/").split("/")[-1]
        self.title = _text(members.get("title")) or f"The gateway answered with status {status}"
        self.detail = _text(members.get("detail"))
        self.instance = _text(members.get("instance"))
        """The id of the request, for a question to the operator."""
        self.errors: list[dict[str, str]] = [one for one in _list(members.get("errors")) if isinstance(one, dict)]
        """Each fault: where it is (`pointer` or `parameter`), and what it is (`detail`)."""
        self.missing: list[MissingItem] = [cast("MissingItem", one) for one in _list(members.get("reasons")) if isinstance(one, dict)]
        """What there must be first, of an `incomplete` submission."""
        self.retry_after = retry_after
        """Seconds that the gateway asks to wait."""
        self.members = dict(members)
        """All that the problem says, such as `limit`, `currentVersion` or `quota`."""
        # Those that say "not now". A conflict needs a decision first, so it is not among them.
        self.is_retriable = status in (408, 425, 429, 502, 503, 504)
        super().__init__(self._words())

    def _words(self) -> str:
        lines = [": ".join(part for part in (self.title, self.detail) if part)]
        for one in self.errors:
            lines.append("  " + ": ".join(part for part in (one.get("pointer") or one.get("parameter"), one.get("detail")) if part))
        return "\n".join(lines + [f"  {one.get('message', '')}" for one in self.missing])

    @classmethod
    def of(cls, status: int, headers: Mapping[str, str], body: bytes) -> GatewayProblem:
        """A body that is no problem document, as a proxy sends it, becomes one of its status."""
        try:
            members = json.loads(body)
        except ValueError:
            members = {}
        seconds = headers.get("retry-after", "")
        wait = int(seconds) if seconds.isascii() and seconds.isdigit() and len(seconds) < 9 else None
        return cls(status, members if isinstance(members, dict) else {}, wait)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []

"""What takes more than one request, as steps: repeating what was lost, asking for a confirmation, waiting for an outcome."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._problems import DocketError, GatewayProblem, TimedOut, UnexpectedAnswer, Unreachable
from ._requests import Request, Response, Send, Sleep, Steps

_MOST_TRIES = 4
_FIRST_PAUSE = 0.1
# Longer than the gateway lets a process that died hold a key.
_LONGEST_REPEAT = 60.0


def successful(response: Response) -> Response:
    """Raises what is no success."""
    if 200 <= response.status < 300:
        return response
    if response.status >= 400:
        raise GatewayProblem.of(response.status, response.headers, response.body)
    raise UnexpectedAnswer(f"The gateway redirects, or answers a question that was not asked (status {response.status}).")


def answer(request: Request) -> Steps[Response]:
    """Sends, and raises what is no success. What has a key is sent again while no answer comes, and until the gateway has ended with
    an earlier try of it, which it may go on with for a while after the connection is gone."""
    if "idempotency-key" not in request.headers:
        return successful((yield Send(request)))
    losses, waited = 0, 0.0
    while True:
        try:
            response: Response = yield Send(request)
        except Unreachable:
            losses += 1
            if losses >= _MOST_TRIES:
                raise
            yield Sleep(_FIRST_PAUSE * 2**losses)
            continue
        if response.status == 409:
            problem = GatewayProblem.of(response.status, response.headers, response.body)
            pause = float(min(10, max(1, problem.retry_after or 1)))
            if problem.type == "idempotency-key-in-use" and waited + pause <= _LONGEST_REPEAT:
                waited += pause
                yield Sleep(pause)
                continue
        return successful(response)


def question(request: Request) -> Steps[GatewayProblem]:
    """Sends what the gateway does not act upon before it is confirmed, and returns what it asks."""
    try:
        yield from answer(request)
    except GatewayProblem as problem:
        if problem.type == "confirmation-required":
            return problem
        raise
    raise UnexpectedAnswer("The gateway acted without asking for a confirmation.")


def wait(
    request: Request, clock: Callable[[], float], timeout: float, is_wanted: Callable[[Any], bool],
    on_change: Callable[[Any], None] | None,
) -> Steps[Any]:
    """Asks soon at first and less often later until the answer is as wanted. What may pass is waited out."""
    deadline = clock() + timeout
    pause, last = 0.02, "nothing has changed"
    tag: str | None = None
    while True:
        asked = 0.0
        try:
            response: Response = yield Send(request.adding(if_none_match=tag) if tag is not None else request)
            if response.status != 304:
                view = successful(response).json()
                tag = response.headers.get("etag")
                last = f"it is {view.get('state')}"
                if on_change:
                    on_change(view)
                if is_wanted(view):
                    return view
        except DocketError as error:
            if not error.is_retriable:
                raise
            last = str(error)
            asked = float(min(60, getattr(error, "retry_after", None) or 0))
        rest = max(pause, asked)
        if clock() + rest > deadline:
            raise TimedOut(f"The submission was not as expected within {timeout:g} s: {last}.")
        yield Sleep(rest)
        pause = min(pause * 1.5, 2.0)

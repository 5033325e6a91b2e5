"""Resumable uploads by tus 1.0.0 (tus.io/protocols/resumable-upload) as steps: what was sent stays sent, whatever happens to the
connection, to this process and to the gateway."""
from __future__ import annotations

import base64
from collections.abc import Callable
from time import monotonic
from typing import Any

from ._files import OpenFile
from ._problems import DocketError, GatewayProblem, UnexpectedAnswer
from ._requests import Read, Request, Response, Send, Sleep, Steps, new_key, path, place_of
from ._steps import answer, successful

_TUS = {"tus-resumable": "1.0.0"}
_SMALLEST, _FIRST, _LARGEST = 64 << 10, 256 << 10, 16 << 20
# In a row, without a byte's progress.
_MOST_FAILURES = 8
_MOST_BEGINNINGS = 3


class _Piece:
    """How many bytes go into the next request: so many that it takes about a second."""

    def __init__(self) -> None:
        self.size = _FIRST

    def took(self, seconds: float) -> None:
        if seconds < 0.7:
            self.size = min(self.size * 2, _LARGEST)
        elif seconds > 3:
            self.size = max(self.size // 2, _SMALLEST)

    def was_lost(self) -> None:
        self.size = max(self.size // 2, _SMALLEST)


def _recovery(error: DocketError, is_begun: bool) -> str:
    """`again`, `locate` (the gateway has another offset), `begin` (it has given the upload up), or `raise`."""
    if not isinstance(error, GatewayProblem):
        return "again" if error.is_retriable else "raise"
    match error.status, error.type:
        case (500, _) | (507, _) | (423, _):
            return "again"
        case (409, "mismatching-upload-offset" | "upload-taken-over"):
            return "locate"
        case (400, "completed-upload" | "inconsistent-upload-length"):
            return "locate"
        case (404, _) | (410, "upload-ended") if is_begun:
            return "begin"
        # It begins anew with the month.
        case (429, "quota-used-up"):
            return "raise"
    return "again" if error.is_retriable else "raise"


def _pause(failures: int, error: DocketError) -> float:
    asked = min(60, getattr(error, "retry_after", None) or 0)
    return float(max(min(0.5 * 2 ** min(failures - 1, 6), 30), asked))


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _begin(document: str, file: OpenFile) -> Request:
    metadata = [f"document {_encoded(document)}"]
    if file.media_type:
        metadata.append(f"filetype {_encoded(file.media_type)}")
    if file.extension:
        metadata.append(f"filename {_encoded('file.' + file.extension)}")
    return Request("POST", "/v1/uploads", _TUS | {
        "upload-length": str(file.size), "upload-metadata": ",".join(metadata), "idempotency-key": f'"{new_key()}"'})


def _offset(response: Response, most: int) -> int:
    text = response.headers.get("upload-offset", "")
    if not (text.isascii() and text.isdigit() and len(text) < 16) or int(text) > most:
        raise UnexpectedAnswer("The gateway does not say how far the upload is.")
    return int(text)


def upload(
    document: str, file: OpenFile, begun: str | None, on_begun: Callable[[str], None] | None,
    on_progress: Callable[[int, int], None] | None,
) -> Steps[Any]:
    """Sends a file, which becomes the document's next page, and returns that. `begun` is an upload to go on with."""
    path("{}", document)
    number, offset, page = begun, 0, None
    is_located, failures, beginnings = False, 0, 0
    piece = _Piece()
    while True:
        try:
            before = offset
            if page:
                return (yield from answer(Request("GET", page))).json()
            if number is None:
                response = yield from answer(_begin(document, file))
                number = (response.headers.get("location") or "").rstrip("/").split("/")[-1]
                if not number:
                    raise UnexpectedAnswer("The gateway does not say where the upload is.")
                offset, is_located = 0, True
                if on_begun:
                    on_begun(number)
            elif not is_located:
                response = successful((yield Send(Request("HEAD", path("/v1/uploads/{}", number), _TUS))))
                offset, is_located = _offset(response, file.size), True
            else:
                bytes_ = yield Read(offset, min(piece.size, file.size - offset))
                start = monotonic()
                headers = _TUS | {"upload-offset": str(offset), "content-type": "application/offset+octet-stream"}
                response = successful((yield Send(Request("PATCH", path("/v1/uploads/{}", number), headers, bytes_))))
                piece.took(monotonic() - start)
                offset = _offset(response, file.size)
            if response.headers.get("content-location"):
                page = place_of(response.headers["content-location"])
            if on_progress:
                on_progress(offset, file.size)
            failures = failures if offset <= before else 0
        except DocketError as error:
            recovery = _recovery(error, number is not None and page is None)
            failures += 1
            if recovery == "raise" or failures >= _MOST_FAILURES:
                raise
            is_located = False
            if recovery == "again":
                piece.was_lost()
            elif recovery == "begin":
                beginnings += 1
                if beginnings >= _MOST_BEGINNINGS:
                    raise
                number, offset = None, 0
                continue
            yield Sleep(_pause(failures, error) if recovery == "again" else 0.1 * failures)

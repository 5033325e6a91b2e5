"""The client that waits."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar, cast

import httpx

from . import _models as m
from . import _settings as s
from . import _steps, _streams, _uploads
from ._confirmation import Confirmation
from ._files import FileLike, OpenFile
from ._operations import Operations
from ._problems import DocketError, GatewayProblem, UnexpectedAnswer, Unreachable
from ._requests import Read, Request, Response, Send, Sleep, Steps, new_key, path, place_of

Answer = TypeVar("Answer")


class Client(Operations):
    """Speaks to a gateway. Every error is a DocketError; what the gateway refuses is a GatewayProblem.

    >>> with Client("http://127.0.0.1:8080", token) as docket:
    ...     draft = docket.create_submission({"journey": "proof-of-address"})
    ...     bill = docket.add_document(draft["id"], {"type": "utility-bill", "issueDate": "2026-10-31"})
    ...     docket.upload(bill["id"], "bill.jpg")
    ...     docket.submit(draft["id"])
    ...     outcome = docket.wait(draft["id"])
    """

    def __init__(
        self, base_url: str, token: str | None = None, *, language: str | None = None, timeout: float = 30,
        http: httpx.Client | None = None,
    ) -> None:
        """`timeout` is how many seconds no byte may move. `http` is a client of httpx of your own, which you close yourself."""
        self._settings = s.Settings(base_url, token, language)
        self._timeout = httpx.Timeout(timeout)
        self._http = http or httpx.Client()
        self._is_own = http is None

    @classmethod
    def from_link(cls, link: str, **rest: Any) -> Client:
        """For a person's link, such as https://docs.example/u/dl_…; its secret is sent to that gateway alone."""
        base, token = s.Settings.of_link(link)
        return cls(base, token, **rest)

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # MARK: what is asked

    def linked_submission(self) -> m.Submission:
        """The submission that this client's link is for. Raises `link-ended` once the link has."""
        return cast(m.Submission, self._call("GET", self._settings.link()))

    def add_page(
        self, submission: str, document: str, file: FileLike, *, media_type: str | None = None, key: str | None = None,
        version: int | None = None,
    ) -> m.Page:
        """Sends a file in one request, from memory. `upload` is for large files and bad connections."""
        place = path("/v1/submissions/{}/documents/{}/pages", submission, document)
        with OpenFile(file, media_type) as opened:
            return cast(m.Page, self._json(s.with_file("POST", place, opened, key=key or new_key(), version=version)))

    def replace_page(
        self, submission: str, document: str, page: str, file: FileLike, *, media_type: str | None = None,
        version: int | None = None,
    ) -> Confirmation[m.Page]:
        """Puts another file in a page's place: it is read and sent when that is confirmed."""
        place = path("/v1/submissions/{}/documents/{}/pages/{}/content", submission, document, page)
        problem = self._run(_steps.question(s.request("PUT", place, version=version)))

        def act(token: str) -> m.Page:
            with OpenFile(file, media_type) as opened:
                return cast(m.Page, self._json(s.with_file("PUT", place, opened, version=version).adding(docket_confirmation=token)))

        return Confirmation(problem, act)

    def upload(
        self, document: str, file: FileLike, *, media_type: str | None = None, upload: str | None = None,
        on_begun: Callable[[str], None] | None = None, on_progress: Callable[[int, int], None] | None = None,
    ) -> m.Page:
        """Sends a file, which becomes the document's next page, over any number of requests, connections and gateways.

        `on_begun` is told the upload's id: given as `upload`, also by another process, it goes on where that one was.
        """
        with OpenFile(file, media_type) as opened:
            return cast(m.Page, self._run(_uploads.upload(document, opened, upload, on_begun, on_progress), opened))

    def cancel_upload(self, upload: str) -> None:
        """Gives up an unfinished upload, at once: nothing was a page yet."""
        self._run(_steps.answer(Request("DELETE", path("/v1/uploads/{}", upload), {"tus-resumable": "1.0.0"})))

    def check_files(self, journey: str, documents: list[dict[str, Any]], *, consent: str | None = None) -> m.DryRun:
        """What the rules say of documents that are not kept: each has `type`, its days, and `files`."""
        place = path("/v1/journeys/{}/check", journey)
        return cast(m.DryRun, self._json(Request("POST", place, form=s.check_form(documents, consent))))

    def wait(
        self, submission: str, until: Callable[[m.Submission], bool] | None = None, *, timeout: float = 60,
        on_change: Callable[[m.Submission], None] | None = None,
    ) -> m.Submission:
        """Asks until the submission has an outcome, or is as `until` says. Raises TimedOut."""
        wanted = until or (lambda view: view["state"] in s.OUTCOMES)
        request = s.request("GET", path("/v1/submissions/{}", submission))
        return cast(m.Submission, self._run(_steps.wait(request, time.monotonic, timeout, wanted, on_change)))

    def pages(self, listing: Any) -> Iterator[Any]:
        """A listing and all that follow it: `for part in docket.pages(docket.list_submissions(state=["accepted"]))`."""
        while True:
            yield listing
            if not listing.get("next"):
                return
            listing = self._call("GET", place_of(listing["next"]))

    def download(self, address: str, into: BinaryIO, *, accept: str = "*/*") -> int:
        """Writes what lies under an address that the gateway gave, such as a document's `pdf`, and returns how many bytes. A failure
        can leave a part behind."""
        request = Request("GET", place_of(address), {"accept": accept})
        count = 0
        try:
            with self._stream(request, self._timeout) as response:
                if not response.is_success:
                    _steps.successful(self._collected(response))
                for piece in response.iter_raw():
                    into.write(piece)
                    count += len(piece)
        except httpx.HTTPError as fault:
            raise Unreachable(f"The connection was lost: {fault}.") from fault
        return count

    def follow(self, submission: str | None = None, *, after: str | None = None) -> Iterator[_streams.Event]:
        """What happens to a submission, from its beginning or behind the event `after`, for ever: a stream that was cut is followed
        again from where it was, and nothing is missed or told twice. Without a submission, what happens to all of the tenant's from now
        on. Raises what does not pass, such as `event-gone`."""
        place = path("/v1/submissions/{}/events", submission) if submission is not None else "/v1/events"
        return self._followed(place, _streams.Following(after))

    def follow_review_queue(self) -> Iterator[_streams.Event]:
        """That the queue for reviewers has changed."""
        return self._followed("/v1/review/queue/events", _streams.Following())

    def _followed(self, place: str, following: _streams.Following) -> Iterator[_streams.Event]:
        timeout = httpx.Timeout(self._timeout.connect, read=2.5 * _streams.BEAT)
        while True:
            error: DocketError | None = None
            try:
                with self._stream(Request("GET", place, following.headers()), timeout) as response:
                    if not response.is_success:
                        _steps.successful(self._collected(response))
                    for piece in response.iter_raw():
                        yield from following.feed(piece)
            except httpx.HTTPError as fault:
                error = Unreachable(f"The stream was cut: {fault}.")
            except GatewayProblem as problem:
                error = problem
            time.sleep(following.cut(error))

    # MARK: how it is asked

    def _call(self, method: str, place: str, *, expecting: str = "json", **rest: Any) -> Any:
        response = self._run(_steps.answer(s.request(method, place, expecting=expecting, **rest)))
        if expecting == "json":
            return response.json() if response.body else None
        return response.body if expecting == "bytes" else response.body.decode("utf-8", "replace")

    def _ask(self, method: str, place: str, **rest: Any) -> Any:
        request = s.request(method, place, **rest)
        problem = self._run(_steps.question(request))

        def act(token: str) -> Any:
            response = self._run(_steps.answer(request.adding(docket_confirmation=token)))
            return response.json() if response.body else None

        return Confirmation(problem, act)

    def _json(self, request: Request) -> Any:
        return self._run(_steps.answer(request)).json()

    def _run(self, steps: Steps[Answer], file: OpenFile | None = None) -> Answer:
        """Carries out steps to their end."""
        try:
            step = next(steps)
            while True:
                try:
                    reply = self._carry_out(step, file)
                except DocketError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(reply)
        except StopIteration as end:
            return cast(Answer, end.value)

    def _carry_out(self, step: Send | Sleep | Read, file: OpenFile | None) -> Response | bytes | None:
        match step:
            case Send(request):
                try:
                    with self._stream(request, self._timeout) as response:
                        return self._collected(response)
                except httpx.HTTPError as fault:
                    raise Unreachable(f"The gateway did not answer: {fault or type(fault).__name__}.") from fault
            case Sleep(seconds):
                time.sleep(seconds)
            case Read(offset, count):
                assert file is not None
                return file.read(offset, count)
        return None

    def _stream(self, request: Request, timeout: httpx.Timeout) -> Any:
        return self._http.stream(
            request.method, self._settings.base + request.place, headers={**self._settings.headers, **request.headers},
            content=request.body, files=request.form, timeout=timeout, follow_redirects=False)

    @staticmethod
    def _collected(response: httpx.Response) -> Response:
        body = bytearray()
        for piece in response.iter_raw():
            body += piece
            if len(body) > s.LARGEST_ANSWER:
                raise UnexpectedAnswer("The gateway's answer is too large.")
        return Response(response.status_code, dict(response.headers), bytes(body))

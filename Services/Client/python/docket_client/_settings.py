"""Where a gateway is, and what is said with each request."""
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from ._files import OpenFile
from ._problems import InvalidRequest
from ._requests import Request, with_query

LARGEST_ANSWER = 64 << 20
"""Bytes that an answer may have which is kept in memory."""


class Settings:
    def __init__(self, base_url: str, token: str | None, language: str | None) -> None:
        try:
            parts = urlsplit(base_url)
            is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment or parts.username)
        except ValueError:
            is_usable = False
        if not is_usable:
            raise InvalidRequest("The gateway's address must be a URL such as http://127.0.0.1:8080.")
        if token is not None and not re.fullmatch(r"[!-~]+", token):
            raise InvalidRequest("The token has blanks or characters that no token has.")
        if language is not None and not re.fullmatch(r"[A-Za-z0-9,;=.* -]+", language):
            raise InvalidRequest("The language must be a tag such as de.")
        self.base = base_url.rstrip("/")
        self.token = token
        self.headers = {"accept": "application/json, application/problem+json", "accept-encoding": "identity"}
        if token:
            self.headers["authorization"] = f"Bearer {token}"
        if language:
            self.headers["accept-language"] = language

    @classmethod
    def of_link(cls, link: str) -> tuple[str, str]:
        """Gateway and secret of a link such as https://docs.example/u/dl_…"""
        try:
            parts = urlsplit(link)
            found = re.fullmatch(r"(.*)/u/([^/]{1,200})/?", parts.path)
        except ValueError:
            found = None
        if not found or not parts.hostname or parts.username:
            raise InvalidRequest("This is not the address of a link: it has /u/ and a secret behind it.")
        return f"{parts.scheme}://{parts.netloc}{found[1]}", unquote(found[2])

    def link(self) -> str:
        if not (self.token or "").startswith("dl_"):
            raise InvalidRequest("This client was not made of a link.")
        return f"/u/{self.token}"


def request(
    method: str, place: str, *, query: Mapping[str, Any] | None = None, body: Any = None, key: str | None = None,
    version: int | None = None, expecting: str = "json",
) -> Request:
    headers: dict[str, str] = {}
    content = None
    if body is not None:
        headers["content-type"] = "application/json"
        content = json.dumps(body).encode()
    if key is not None:
        if not re.fullmatch(r"[!#-\[\]-~]{1,253}", key):
            raise InvalidRequest("A key has visible characters of ASCII alone, and neither quotes nor backslashes.")
        headers["idempotency-key"] = f'"{key}"'
    if version is not None:
        headers["if-match"] = f'"v{int(version)}"'
    if expecting != "json":
        headers["accept"] = "*/*"
    return Request(method, with_query(place, query), headers, content)


def with_file(method: str, place: str, file: OpenFile, **rest: Any) -> Request:
    """With a file as the whole body."""
    bare = request(method, place, **rest)
    return Request(bare.method, bare.place, {**bare.headers, **file.headers()}, file.read(0, file.size))


def check_form(documents: list[dict[str, Any]], consent: str | None) -> list[tuple[str, Any]]:
    """A form of documents, each with its files behind what is said of it."""
    form: list[tuple[str, Any]] = [("consent", (None, consent))] if consent else []
    for document in documents:
        for name in ("type", "issueDate", "expiryDate", "periodStart", "periodEnd", "source"):
            if document.get(name):
                form.append((name, (None, str(document[name]))))
        for one in document.get("files", []):
            with OpenFile(one) as file:
                name = f"file.{file.extension}" if file.extension else "file"
                form.append(("file", (name, file.read(0, file.size), file.media_type or "application/octet-stream")))
    return form


OUTCOMES = frozenset({"accepted", "needs_input", "in_review", "rejected", "failed", "withdrawn", "expired"})

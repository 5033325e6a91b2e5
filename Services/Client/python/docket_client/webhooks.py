"""Verifies webhooks (Standard Webhooks 1.0): by `v1` (HMAC-SHA256), and by `v1a` (ed25519) with the package `cryptography`."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._problems import DocketError, InvalidRequest

_MOST_SIGNATURES = 20


class WebhookRefused(DocketError):
    """A message that does not come from the gateway, or not now. Answer it with 401. `reason` is `missing-header`, `invalid-timestamp`,
    `too-old`, `too-new`, `wrong-signature` or `malformed`."""

    code = "webhook-refused"

    def __init__(self, reason: str, words: str) -> None:
        self.reason = reason
        super().__init__(words)


class Webhook:
    """`secrets` are those of the endpoint: `whsec_…`, or the public half `whpk_…`; two while one is being replaced."""

    def __init__(self, *secrets: str, tolerance: float = 300) -> None:
        if not secrets:
            raise InvalidRequest("A webhook is verified by a secret.")
        self._checks = [_check(secret) for secret in secrets]
        self._tolerance = tolerance

    def verify(
        self, headers: Mapping[str, str] | Iterable[tuple[str, str]], body: bytes, *, now: float | None = None
    ) -> dict[str, Any]:
        """The event that the message tells, once it is certain who sent it and that this was within `tolerance` seconds.

        `body` is what came, byte by byte. A message can come twice, with the same id: `event["id"]`.
        """
        pairs = headers.items() if isinstance(headers, Mapping) else headers
        given = {name.lower(): value for name, value in pairs}
        try:
            number, stamp, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        except KeyError as fault:
            raise WebhookRefused("missing-header", f"The message has no {fault.args[0]}.") from None
        if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= 12):
            raise WebhookRefused("invalid-timestamp", "The message's timestamp is no number of seconds.")
        age = (time.time() if now is None else now) - int(stamp)
        if age > self._tolerance:
            raise WebhookRefused("too-old", "The message was sent too long ago: it may be a repetition by somebody else.")
        if age < -self._tolerance:
            raise WebhookRefused("too-new", "The message is of the future: is this machine's clock right?")
        signed = f"{number}.{stamp}.".encode() + body
        if not any(
            check(one, signed) for one in signatures.split(" ")[:_MOST_SIGNATURES] for check in self._checks
        ):
            raise WebhookRefused("wrong-signature", "The message is not signed by this endpoint's secret, or was changed.")
        try:
            event = json.loads(body)
        except ValueError:
            event = None
        if not isinstance(event, dict):
            raise WebhookRefused("malformed", "The message is no JSON object.")
        return event


def _check(secret: str) -> Callable[[str, bytes], bool]:
    scheme, _, text = secret.rpartition("_")
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidRequest("The webhook's secret is none: it is whsec_ or whpk_ with base64 behind it.") from None
    if scheme in ("", "whsec") and len(key) >= 16:
        return lambda signature, message: signature.startswith("v1,") and hmac.compare_digest(
            signature[3:].encode(), base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()))
    if scheme == "whpk" and len(key) == 32:
        return _public(key)
    raise InvalidRequest("The webhook's secret is none: it is whsec_ or whpk_ with base64 behind it.")


def _public(key: bytes) -> Callable[[str, bytes], bool]:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise InvalidRequest("Signatures of the kind v1a need the package cryptography: pip install docket-client[ed25519].") from None
    public = Ed25519PublicKey.from_public_bytes(key)

    def check(signature: str, message: bytes) -> bool:
        if not signature.startswith("v1a,"):
            return False
        try:
            public.verify(base64.b64decode(signature[4:], validate=True), message)
        except (InvalidSignature, binascii.Error, ValueError):
            return False
        return True

    return check

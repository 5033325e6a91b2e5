"""What the services encrypt by keys of tenants and submissions, opened of an original and made anew for each copy of it
(`Services/Storage/Sealing`, `PostgresStore/Submissions/PersonCodes.swift`)."""

import hashlib
import hmac
import os
import uuid
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .originals import EMAIL, REFERENCE, SUBJECT, person
from .processes import Failed

#: Columns of which each copy has its own, by the columns of the plan that have it.
OWN = {
    ("public.submissions", "personal"): "p.personal", ("public.submissions", "email_code"): "p.email_code",
    ("public.submissions", "subject_code"): "p.subject_code", ("public.submissions", "reference_code"): "p.reference_code",
    ("public.submissions", "reference_pieces"): "p.pieces", ("docket_keys.submissions", "wrapped"): "p.wrapped",
}
#: Opened by whoever asks for one submission alone, and of the last month: copied as they are.
LEFT = {("public.delivery_tries", "response"), ("public.audit", "note")}


def renewed(submission: uuid.UUID, old: uuid.UUID) -> uuid.UUID:
    """A copy's id of what has the id `old` in the original. One that rises with time rises in the copy."""
    text = str(uuid.UUID(hashlib.md5(f"{submission}{old}".encode()).hexdigest()))
    return uuid.UUID(str(submission)[:15] + text[15:] if old.version == 7 else text)


def renewed_sql(old: uuid.UUID) -> str:
    """The same in SQL, of the submission `g.id`."""
    text = f"md5(g.id::text || '{old}')::uuid"
    return f"(left(g.id::text, 15) || substr({text}::text, 16))::uuid" if old.version == 7 else text


def derived(secret: bytes, use: str) -> bytes:
    """HKDF of one block, without salt."""
    return hmac.digest(hmac.digest(b"", secret, "sha256"), use.encode() + b"\1", "sha256")


def context(tenant: str, submission: uuid.UUID) -> bytes:
    return len(tenant).to_bytes(8, "big") + tenant.encode() + str(submission).encode()


def seal(key: bytes, message: bytes, about: bytes) -> bytes:
    nonce = os.urandom(12)
    return nonce + AESGCM(key).encrypt(nonce, message, about)


def unseal(key: bytes, sealed: bytes, about: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:12], sealed[12:], about)
    except InvalidTag:
        raise Failed(f"what was sealed for {about!r} is sealed in another way than harness/seals.py knows") from None


def value_key(secret: bytes) -> bytes:
    return derived(secret, "docket values of a submission 1")


class Tenant:
    """A tenant with a key of its own, wrapped by the first key of the installation's file."""

    def __init__(self, name: str, secret: bytes):
        self.name, self.secret = name, secret
        self.cipher = AESGCM(secret)
        self.lookup = derived(secret, "docket lookups of a tenant 1")
        self.known: dict[bytes, int] = {}

    def code(self, value: str | bytes, use: str) -> bytes:
        value = value.encode() if isinstance(value, str) else value
        return hmac.digest(self.lookup, f"{len(use)} {use}".encode() + value, "sha256")

    def pieces(self, reference: str) -> list[int]:
        text = reference.lower().encode()
        found = set()
        for place in range(len(text) - 2):
            piece = text[place:place + 3]
            if piece not in self.known:
                self.known[piece] = int.from_bytes(self.code(piece, "piece of a reference")[:8], "big", signed=True)
            found.add(self.known[piece])
        return sorted(found)


@dataclass
class Opened:
    """What is sealed of an original."""

    personal: bytes
    #: By the id of what has reasons: a document.
    reasons: dict[uuid.UUID, bytes]


class Sealer:
    """Has the key of the installation."""

    def __init__(self, key_file: str):
        name, text = key_file.split()
        import base64
        self.name, self.key = name, base64.b64decode(text)

    def tenant(self, name: str, wrapped: bytes | None = None) -> Tenant:
        about = f"docket key of the tenant {name}".encode()
        return Tenant(name, unseal(self.key, wrapped, about) if wrapped else os.urandom(32))

    def wrapped(self, tenant: Tenant) -> bytes:
        return seal(self.key, tenant.secret, f"docket key of the tenant {tenant.name}".encode())

    @staticmethod
    def open(tenant: Tenant, id: uuid.UUID, wrapped: bytes, personal: bytes, reasons: dict[uuid.UUID, bytes]) -> Opened:
        secret = unseal(tenant.secret, wrapped, b"docket key of a submission 1" + context(tenant.name, id))
        key, about = value_key(secret), context(tenant.name, id)
        return Opened(
            unseal(key, personal[1:], about + b"personal values"),
            {document: unseal(key, sealed[1:], about + f"reasons of the document {document}".encode())
             for document, sealed in reasons.items()})

    @staticmethod
    def copy(opened: Opened, tenant: Tenant, id: uuid.UUID, number: int) -> tuple:
        """`wrapped, personal, email_code, subject_code, reference_code, pieces, reasons` of a copy."""
        secret, about, own = os.urandom(32), context(tenant.name, id), person(number)
        nonce = os.urandom(12)
        wrapped = nonce + tenant.cipher.encrypt(nonce, secret, b"docket key of a submission 1" + about)
        key = value_key(secret)
        personal = opened.personal
        for old, new in ((EMAIL, own["email"]), (SUBJECT, own["subject"]), (REFERENCE, own["reference"])):
            personal = personal.replace(old.encode(), new.encode())
        reasons = [
            b"\1" + seal(key, text, about + f"reasons of the document {renewed(id, document)}".encode())
            for document, text in opened.reasons.items()]
        return (
            wrapped, b"\1" + seal(key, personal, about + b"personal values"), tenant.code(own["email"], "email"),
            tenant.code(own["subject"], "subject"), tenant.code(own["reference"], "reference"), tenant.pieces(own["reference"]), reasons)

"""A journey whose documents may be as large as a benchmark needs."""

import hashlib
import json

from .suite import Gateway, Suite

LARGEST = 1_000_000_000


def take_large_files(suite: Suite, submission: str) -> None:
    """Puts a draft under rules that are its own but for the size of a file. What a submission was made under is part of the
    database, named by the SHA-256 of its JSON (keys sorted, nothing indented)."""
    with suite.postgres.connect() as db:
        id, definition = db.execute(
            "select j.id, j.definition from journeys j join submissions s on s.journey_version = j.digest where s.id = %s",
            [submission]).fetchone()
        for kind in definition["documentTypes"]:
            kind["maximumBytes"] = LARGEST
        text = json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).digest()
        db.execute("insert into journeys (digest, id, definition) values (%s, %s, %s) on conflict do nothing", [digest, id, text])
        db.execute("update submissions set journey_version = %s where id = %s", [digest, submission])


def open_document(suite: Suite, gateway: Gateway) -> str:
    """The path of a document that takes ten files."""
    submission = gateway.json("POST", "/v1/submissions", {"journey": "bank-statements"})["id"]
    take_large_files(suite, submission)
    kinds = gateway.json("GET", "/v1/journeys/bank-statements", expect=200)["documentTypes"]
    document = gateway.json("POST", f"/v1/submissions/{submission}/documents", {"type": kinds[0]["id"]})["id"]
    return f"/v1/submissions/{submission}/documents/{document}"

"""Submissions that the services have brought to their end: what many others are made of (`harness/copies.py`)."""

import json
from dataclasses import dataclass
from datetime import date, timedelta

from .processes import Failed, eventually
from .samples import today
from .suite import Gateway, Suite


@dataclass(frozen=True)
class Kind:
    """A submission of which there are many like it."""

    name: str
    journey: str
    #: Of each document its type; each is one photo.
    types: tuple[str, ...]
    #: Of a thousand of the copies, how many are like it.
    share: int
    state: str = "accepted"
    #: Refused for its date as often as it takes.
    is_old: bool = False
    #: What a reviewer says of each document.
    verdict: str = ""
    #: Only among the newest.
    is_open: bool = False

    @property
    def tenant(self) -> str:
        return f"original-{self.name}"

    @property
    def token(self) -> str:
        return f"token-of-the-{self.tenant}"


KINDS = [
    Kind("address", "proof-of-address", ("utility-bill",), 580),
    Kind("tax-bill", "proof-of-address", ("council-tax-bill",), 2),
    Kind("rejected", "proof-of-address", ("utility-bill",), 80, state="rejected", is_old=True),
    Kind("withdrawn", "proof-of-address", ("utility-bill",), 40, state="withdrawn"),
    Kind("statements", "bank-statements", ("bank-statement",) * 3, 220),
    Kind("payslip", "source-of-funds", ("payslip",), 60, verdict="accepted"),
    Kind("refused", "source-of-funds", ("payslip",), 8, state="rejected", verdict="refused"),
    Kind("waiting", "source-of-funds", ("payslip",), 0, state="in_review", is_open=True),
    Kind("ownership", "proof-of-ownership", ("title-deed", "title-deed"), 10),
]
SUBJECT, REFERENCE, EMAIL = "person-000000000", "ORDER-000000000", "person-000000000@example.org"


def person(number: int) -> dict[str, str]:
    """What the submission of this number says of its person, as long as that of an original."""
    return {
        "subject": f"person-{number // 3:09}", "reference": f"ORDER-{number:09}", "email": f"person-{number // 3:09}@example.org"}


def add_documents(gateway: Gateway, path: str, kind: Kind, photos: list[bytes], missing: list[str]) -> None:
    """Each photo is another one: the same file twice would be refused."""
    day = (date.today() - timedelta(days=2000)).isoformat() if kind.is_old else today()
    for number, name in enumerate(missing):
        stated = (date.fromisoformat(day) - timedelta(days=31 * number)).isoformat()
        document = gateway.json("POST", f"{path}/documents", {"type": name, "issueDate": stated})["id"]
        status, answer = gateway.send("POST", f"{path}/documents/{document}/pages", photos.pop(), "image/jpeg")
        if status != 201:
            raise Failed(f"a page was answered {status}: {answer[:500].decode(errors='replace')}")


def make(suite: Suite, kind: Kind, photos: list[bytes]) -> str:
    """Opens it as an app does, submits it, and waits for its end."""
    gateway = suite.client(kind.token)
    submission = gateway.json("POST", "/v1/submissions", {
        "journey": kind.journey, "subject": SUBJECT, "reference": REFERENCE, "contact": {"email": EMAIL},
        "metadata": {"channel": "app", "campaign": "spring"}, "locale": "en"})["id"]
    path = f"/v1/submissions/{submission}"

    def state() -> str:
        return gateway.json("GET", path, expect=200)["state"]

    add_documents(gateway, path, kind, photos, list(kind.types))
    if kind.state == "withdrawn":
        withdraw(gateway, path)
    ends = {"accepted", "rejected", "failed", "withdrawn"}
    while (now := state()) != kind.state or (kind.verdict and now == "in_review"):
        if now in ends:
            raise Failed(f"the original “{kind.name}” has become {now}")
        if now == "needs_input":
            for document in gateway.json("GET", path, expect=200)["documents"]:
                confirm(gateway, f"{path}/documents/{document['id']}")
            add_documents(gateway, path, kind, photos, list(kind.types))
        if now in ("draft", "needs_input"):
            gateway.json("POST", f"{path}/submit", expect=202)
        elif now == "in_review":
            decide(gateway, path, kind)
        eventually(
            f"“{kind.name}” is further than {now}", lambda: state() not in ("submitted", "processing", *({now} - {"draft", "needs_input"})),
            within=60)
    return submission


def confirm(gateway: Gateway, path: str) -> None:
    """A DELETE, and the same again by what it was answered with."""
    status, answer = gateway.send("DELETE", path)
    if status == 428:
        status, answer = gateway.send("DELETE", path, confirmation=json.loads(answer)["token"])
    if status not in (200, 202, 204):
        raise Failed(f"DELETE {path} was answered {status}: {answer[:500].decode(errors='replace')}")


def withdraw(gateway: Gateway, path: str) -> None:
    confirm(gateway, path)


def decide(gateway: Gateway, path: str, kind: Kind) -> None:
    documents = gateway.json("GET", path, expect=200)["documents"]
    said = {"verdict": kind.verdict, **({"reason": "incomplete"} if kind.verdict == "refused" else {})}
    content = {"documents": {document["id"]: said for document in documents}, "final": True} if kind.verdict == "refused" else {
        "documents": {document["id"]: said for document in documents}}
    gateway.json("POST", f"{path}/decision", content, expect=200)

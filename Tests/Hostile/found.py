"""What an outside review found, request by request."""
import json
import re
import re
import time

import files
from wire import Dropped, read
from suite import Skipped

# U+0600 joins what follows it into one character that is not "<" to whoever compares characters.
JOINER = "\u0600"


def path_of(answer):
    return re.sub(r"^https?://[^/]+", "", answer.headers.get("location", ""))


def big_tiff(suite):
    """A BigTIFF whose entry has 2^63-1 values, through a link and declared as a photo."""
    submission, document = suite.document()
    link = suite.link(submission)
    holder = suite.nobody.using(link["token"])
    for tag in (258, 256, 273, 279, 339):
        for count in (2**63 - 1, 2**63, 2**64 - 1, 2**32, 2**31):
            body = files.big_tiff(tag=tag, count=count)
            suite.send(
                f"POST …/pages: a BigTIFF as image/jpeg, tag {tag}, count {count}",
                lambda: holder.ask(
                    "POST", f"/v1/submissions/{submission}/documents/{document}/pages", [("Content-Type", "image/jpeg")], body),
                "a refusal of the file", lambda answer: answer.status in (413, 415, 422))


def page_counts(suite):
    """PDFs that claim so many pages that their sum is no number any more, in a dry run."""
    for count in (2**63 - 1, 2**62, 2**53, 2**32, 2**31, 2**63, 2**64):
        for copies in (1, 2, 3):
            pdfs = [("file", files.pdf_with_count(count) + b" " * copy, "application/pdf") for copy in range(copies)]
            headers, body = files.form([("type", "utility-bill"), ("issueDate", "2026-01-01"), *pdfs])
            suite.send(
                f"POST /v1/journeys/proof-of-address/check: {copies} PDFs with /Count {count}",
                lambda: suite.backend.ask("POST", "/v1/journeys/proof-of-address/check", headers, body))


def message_to_a_person(suite):
    """A reviewer's message that becomes markup on the person's page, if "<" is looked for among characters."""
    if suite.reviewer is None:
        raise Skipped("DOCKET_REVIEWER_TOKEN names nobody who may decide")
    submission, document = suite.document("source-of-funds", "gift-letter")
    one = f"/v1/submissions/{submission}"
    link = suite.link(submission)
    letter = files.letter()
    suite.made(suite.backend.ask(
        "POST", f"{one}/documents/{document}/pages", [("Content-Type", "application/pdf")], letter), "a page")
    suite.made(suite.backend.send_json("POST", f"{one}/submit", {}), "submitting")
    end = time.monotonic() + 60
    while (state := suite.backend.ask("GET", one).json()["state"]) != "in_review":
        if time.monotonic() > end or state not in ("submitted", "processing"):
            raise Skipped(f"the submission is {state}, not in review")
        time.sleep(0.1)
    markup = ["<meta http-equiv=refresh content=0;url=https://attacker.example/>", f"</script>{JOINER}<script>alert(1)</script>"]
    verdict = {"documents": {document: {"verdict": "refused", "message": " ".join(JOINER + part for part in markup)}}}
    suite.made(suite.reviewer.send_json("POST", f"{one}/decision", verdict), "the decision")
    page = "/u/" + link["token"]
    for path in (page, page + "/status"):
        answer = suite.send(f"GET {path.replace(link['token'], '-')} as a page", lambda: suite.nobody.ask(
            "GET", path, [("Accept", "text/html")]), "200", lambda answer: answer.status == 200)
        text = answer.body.decode() if answer else ""
        suite.judge(
            "  nothing of the message is markup there", "markup" if JOINER + "<" in text else "escaped or absent",
            answer is not None and JOINER + "<" not in text, "no tag of it")


def stream_after_revocation(suite):
    """A stream that was opened with a link ends soon after the link does."""
    submission, _ = suite.document()
    link = suite.link(submission)
    one, holder = f"/v1/submissions/{submission}", suite.nobody.using(link["token"])
    with holder.connect(45) as stream:
        stream.sendall(holder.head("GET", one + "/events", [("Accept", "text/event-stream")]))
        first = stream.recv(4096)
        if b" 200 " not in first.split(b"\r\n")[0]:
            raise Skipped("a link may not follow: " + first.split(b"\r\n")[0].decode())
        gone = suite.backend.ask("DELETE", f"{one}/links/{link['id']}")
        suite.judge("DELETE …/links/{link} while its stream is open", gone, gone.status == 204, "204")
        end = time.monotonic() + 40
        ended = False
        got = b""
        try:
            while time.monotonic() < end and not ended:
                stream.settimeout(max(0.1, end - time.monotonic()))
                piece = stream.recv(4096)
                got = (got + piece)[-16:]
                # The last chunk ends the answer; the connection may go on.
                ended = not piece or got.endswith(b"\r\n0\r\n\r\n")
        except OSError:
            pass
        suite.judge("the stream of a revoked link", "ended" if ended else "goes on", ended, "its end within two beats")


def contact_of_a_person(suite):
    """A person may not have the tenant's mails sent to strangers, nor lead them elsewhere."""
    if suite.person is None:
        raise Skipped("DOCKET_PERSON_TOKEN names no person")
    for extra in ({"contact": {"email": "stranger@attacker.example"}}, {"returnUrl": "https://attacker.example/phish"}):
        suite.send(
            f"POST /v1/submissions as a person, {json.dumps(extra)}",
            lambda: suite.person.send_json("POST", "/v1/submissions", {"journey": "proof-of-address", **extra}), "a refusal",
            lambda answer: 400 <= answer.status < 500)


def partial_uploads(suite):
    """Finished partial uploads count: somebody may not fill the disk with them."""
    submission, document = suite.document()
    holder = suite.nobody.using(suite.link(submission)["token"])
    body = files.jpeg(500)
    headers = [
        ("Tus-Resumable", "1.0.0"), ("Upload-Concat", "partial"), ("Upload-Length", len(body)),
        ("Content-Type", "application/offset+octet-stream"),
    ]
    statuses = []
    # The first answer tells how many a submission may hold; more than anybody needs is no budget.
    wanted = 1
    while len(statuses) < wanted and not (statuses and statuses[-1] in (413, 429)):
        try:
            answer = holder.ask("POST", f"/v1/uploads?document={document}", headers, body)
            statuses.append(answer.status)
            told = re.search(r'"submission-files";q=(\d+)', answer.headers.get("ratelimit-policy", ""))
            wanted = min(int(told[1]) + 1, 1_000) if told else wanted
        except Dropped:
            statuses.append(0)
            suite.wait_until_up()
    got = f"{statuses.count(201)} were taken, then {statuses[-1]}"
    suite.judge(
        "partial uploads of one document", got, len(statuses) > 1 and statuses[-1] in (413, 429),
        "413 or 429 after as many as the first answer tells, below a thousand")


def foreign_pages(suite):
    """What a page of any origin can have a browser send, and what DNS rebinding lets it read."""
    endpoint = json.dumps({"url": "https://attacker.example/hook", "name": "foreign"}).encode()
    for what, headers, host in [
        ("a simple POST of a foreign origin", [("Origin", "https://attacker.example"), ("Content-Type", "text/plain")], None),
        ("the same as JSON", [("Origin", "https://attacker.example"), ("Content-Type", "application/json")], None),
        ("the same without a Content-Type", [("Origin", "https://attacker.example")], None),
        ("a page in a sandbox", [("Origin", "null"), ("Content-Type", "application/json")], None),
        ("no origin and no Content-Type", [], None),
        ("a foreign Host", [("Content-Type", "application/json")], "attacker.example:8080"),
    ]:
        suite.send(
            f"POST /v1/webhook-endpoints: {what}",
            lambda: suite.nobody.ask("POST", "/v1/webhook-endpoints", headers, endpoint, host), "a refusal",
            lambda answer: answer.status in (400, 401, 403, 415, 421))
    for host in ("attacker.example", "127.0.0.1.attacker.example", "localhost.attacker.example:80", "10.0.0.1"):
        suite.send(
            f"GET /v1/submissions, Host: {host}", lambda: suite.nobody.ask("GET", "/v1/submissions", host=host), "a refusal",
            lambda answer: answer.status in (400, 401, 403, 421))


def strangers_upload(suite):
    """What a stranger asks of an upload does nothing to the one that writes it."""
    (own, document), (other, _) = suite.document(), suite.document()
    owner, stranger = (suite.nobody.using(suite.link(one)["token"]) for one in (own, other))
    tus = [("Tus-Resumable", "1.0.0")]
    for method in ("HEAD", "DELETE", "GET"):
        body = files.jpeg(20_000)
        made = owner.ask("POST", f"/v1/uploads?document={document}", tus + [("Upload-Length", len(body))], b"")
        path = path_of(made)
        suite.judge("POST /v1/uploads", made, made.status == 201, "201")
        with owner.connect() as writer:
            writer.sendall(owner.head("PATCH", path, tus + [
                ("Upload-Offset", 0), ("Content-Type", "application/offset+octet-stream"), ("Content-Length", len(body)),
                ("Expect", "100-continue"), ("Connection", "close")]))
            interim = writer.recv(4096)
            if b" 100 " not in interim.split(b"\r\n")[0] + b" ":
                raise Skipped("the upload does not begin: " + interim.split(b"\r\n")[0].decode())
            writer.sendall(body[:1000])
            suite.send(
                f"{method} of a stranger's upload while it is written", lambda: stranger.ask(method, path, tus), "404",
                lambda answer: answer.status == 404)
            try:
                writer.sendall(body[1000:])
                rest = read(writer)
                suite.judge("  its PATCH goes on", rest, rest.status in (200, 201, 204), "its end")
            except (Dropped, OSError) as error:
                suite.judge("  its PATCH goes on", f"dropped ({error})", False, "its end")

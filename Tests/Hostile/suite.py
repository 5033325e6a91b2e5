"""The suite that is attacked: who is in it, which processes it is, and what was found."""
import os
import time

from wire import Dropped, Gateway


class Skipped(Exception):
    """A case needs what this run does not have; it says what."""


class Suite:
    def __init__(self, environment_file):
        self.file = environment_file
        variables = {**self.variables(), **{name: value for name, value in os.environ.items() if name.startswith("DOCKET_")}}
        url = os.environ.get("GATEWAY_URL") or variables.get("GATEWAY_URL")
        if not url:
            raise SystemExit(f"no GATEWAY_URL, neither as a variable nor in {environment_file}: is the suite running?")
        self.is_development = not variables.get("DOCKET_TOKEN")
        self.backend = Gateway(url, variables.get("DOCKET_TOKEN") or None)
        self.nobody = Gateway(url)
        self.person = Gateway(url, variables["DOCKET_PERSON_TOKEN"]) if variables.get("DOCKET_PERSON_TOKEN") else None
        reviewer = variables.get("DOCKET_REVIEWER_TOKEN")
        self.reviewer = Gateway(url, reviewer) if reviewer else self.backend if self.is_development else None
        self.failures, self.sent, self.skipped = [], 0, []

    def variables(self):
        try:
            with open(self.file, encoding="utf-8") as file:
                lines = [line.strip().partition("=") for line in file if "=" in line and not line.startswith("#")]
        except OSError:
            return {}
        return {name: value.strip("'\"") for name, _, value in lines}

    def processes(self):
        """Each process of the suite with its id, and when the kernel started it: ids are used again."""
        found = {}
        for name, value in self.variables().items():
            if name.endswith("_PID") and value.isdigit():
                try:
                    with open(f"/proc/{value}/stat", encoding="utf-8") as file:
                        found[name] = (int(value), file.read().rpartition(")")[2].split()[19])
                except OSError:
                    found[name] = (int(value), "gone")
        return found

    # What is sent, and what is said of it.

    def judge(self, what, answer, is_good, wanted):
        """Prints one exchange; a bad one is remembered."""
        self.sent += 1
        got = answer if isinstance(answer, str) else f"{answer.status} {answer.problem}".strip()
        print(f"  {'ok  ' if is_good else 'FAIL'} {what} -> {got}" + ("" if is_good else f"; wanted: {wanted}"), flush=True)
        if not is_good:
            self.failures.append(what)

    def send(self, what, ask, wanted=None, is_good=None):
        """Sends one request. Unless told otherwise any answer will do that is not the server's own failure."""
        try:
            answer = ask()
        except Dropped as error:
            self.judge(what, f"dropped ({error})", False, "an answer")
            self.wait_until_up()
            return None
        good = answer.status < 500 or answer.status in (501, 505) if is_good is None else is_good(answer)
        self.judge(what, answer, good, wanted or "an answer below 500")
        return answer

    def wait_until_up(self, limit=20):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            try:
                if self.nobody.ask("GET", "/health/ready").status == 200:
                    return
            except Dropped:
                pass
            time.sleep(0.1)

    # What many cases begin with.

    def made(self, answer, what):
        """What an answer made; a case cannot go on without."""
        if answer.status not in (200, 201, 202, 204):
            raise Skipped(f"{what} was answered {answer.status} {answer.body[:200].decode(errors='replace')}")
        return answer.json() if answer.body else {}

    def document(self, journey="proof-of-address", kind="utility-bill"):
        """A new submission with one document."""
        submission = self.made(self.backend.send_json("POST", "/v1/submissions", {"journey": journey}), "a submission")["id"]
        document = {"type": kind, "issueDate": time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))}
        answer = self.backend.send_json("POST", f"/v1/submissions/{submission}/documents", document)
        return submission, self.made(answer, "a document")["id"]

    def link(self, submission, purpose="upload"):
        """A new link as the server tells it, with its token this once."""
        return self.made(
            self.backend.send_json("POST", f"/v1/submissions/{submission}/links", {"purpose": purpose}), "a link")

"""A back end with a plain form. One submission for each file that is sent."""
import datetime
import html
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GATEWAY, TOKEN, PORT = os.environ["GATEWAY_URL"], os.environ.get("DOCKET_TOKEN"), 3001
LARGEST = 50_000_000
FORM = """<form method="post" enctype="multipart/form-data">
  <p><label>A utility bill of today <input type="file" name="file" required></label></p>
  <p><button>Send</button></p>
</form>"""


class Refused(Exception):
    """What the gateway says, in words for a person."""


def ask(method: str, path: str, body=None, **headers: str):
    """A request to the gateway. What is no dictionary is sent as it is."""
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    request = urllib.request.Request(GATEWAY + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error) if "json" in error.headers.get("Content-Type", "") else {}
        missing = [one["message"] for one in problem.get("reasons", [])]
        raise Refused(" ".join(missing) or problem.get("detail") or f"The gateway answered with {error.code}.") from error
    except OSError as error:
        raise Refused("The gateway is not there. Try again later.") from error


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        place = self.path.strip("/")
        try:
            if not place:
                return self.show(FORM)
            view = ask("GET", f"/v1/submissions/{urllib.parse.quote(place, safe='')}")
        except Refused as refused:
            return self.show(f"<p>{html.escape(str(refused))}</p>", 404)
        words = [view["state"]] + [one["message"] for document in view["documents"] for one in document["reasons"]]
        # Until there is an outcome the page looks again by itself.
        again = '<meta http-equiv="refresh" content="1">' if view["state"] in ("submitted", "processing") else ""
        self.show(again + "".join(f"<p>{html.escape(one)}</p>" for one in words))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 < length <= LARGEST:
            return self.show("<p>The file is empty or too large.</p>" + FORM, 413)
        try:
            draft = ask("POST", "/v1/submissions", {"journey": "proof-of-address"})["id"]
            bill = {"type": "utility-bill", "issueDate": datetime.date.today().isoformat()}
            document = ask("POST", f"/v1/submissions/{draft}/documents", bill)["id"]
            head = {"Content-Type": self.headers["Content-Type"], "Content-Length": str(length)}
            ask("POST", f"/v1/submissions/{draft}/documents/{document}/pages", self.rfile.read(length), **head)
            ask("POST", f"/v1/submissions/{draft}/submit")
        except Refused as refused:
            return self.show(f"<p>{html.escape(str(refused))}</p>" + FORM, 422)
        self.send_response(303)
        self.send_header("Location", f"/{draft}")
        self.end_headers()

    def show(self, body: str, status: int = 200) -> None:
        page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Your address</title><main>{body}</main></html>'.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


if __name__ == "__main__":
    print(f"http://127.0.0.1:{PORT}", flush=True)
    ThreadingHTTPServer(("127.0.0.1", PORT), Page).serve_forever()

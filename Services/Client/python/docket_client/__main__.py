"""python -m docket_client: a person's way through a gateway, from a terminal or a script."""
from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from ._models import NewDocument, NewSubmission
from ._problems import DocketError, FileUnreadable, GatewayProblem, InvalidRequest, TimedOut, Unreachable
from ._sync import Client

_EXIT_CODES = """\
exit codes:
  0   done; of wait and result: accepted
  1   the submission was refused, or needs other documents
  2   processing failed, or the submission was withdrawn or expired
  3   the submission waits for a reviewer, or has no outcome yet
  64  the command line is wrong
  65  the gateway does not take what was sent
  66  a file or submission does not exist
  69  the gateway cannot be reached
  73  a file or folder could not be made
  75  time ran out
  130 it was interrupted
"""
_OUTCOMES = {"accepted": 0, "needs_input": 1, "rejected": 1, "failed": 2, "withdrawn": 2, "expired": 2}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m docket_client", description="Sends documents to a Docket gateway, and tells what became of them.",
        epilog=_EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter)
    common = _Parser(add_help=False)
    common.add_argument("--gateway", default=os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080"), metavar="URL",
                        help="where the gateway is (default: $GATEWAY_URL, or http://127.0.0.1:8080)")
    common.add_argument("--token", default=os.environ.get("DOCKET_TOKEN") or None,
                        help="an API key or the token of a link (default: $DOCKET_TOKEN); better in the variable, where no list of processes shows it")
    common.add_argument("--language", help="of reasons: en, de, fr, es or ja")
    common.add_argument("--json", action="store_true", help="one JSON object on standard output, whatever happens")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, text: str, act: Callable[[Client, argparse.Namespace], tuple[Any, str, int]]) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=text, description=text + ".", parents=[common], epilog=_EXIT_CODES,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
        one.set_defaults(act=act)
        return one

    one = command("create", "begin a submission, and print its id", _create)
    one.add_argument("journey", help="such as proof-of-address")
    one.add_argument("--reference", help="your own name for the case")
    one.add_argument("--subject", help="your own id of the person")
    one.add_argument("--key", help="under one key it is one submission, however often this is run")
    one = command("add-document", "add a document, and print its id", _add_document)
    one.add_argument("submission")
    one.add_argument("type", help="such as utility-bill")
    one.add_argument("--issue-date", metavar="YYYY-MM-DD")
    one.add_argument("--expiry-date", metavar="YYYY-MM-DD")
    one.add_argument("--period", nargs=2, metavar=("FIRST", "LAST"), help="the days that it covers")
    one = command("upload", "send files, each of which becomes a page, and print the pages' ids", _upload)
    one.add_argument("document")
    one.add_argument("files", nargs="+", metavar="file")
    one.add_argument("--upload", help="go on with this upload, which an earlier run told; of one file")
    one = command("submit", "submit it", _submit)
    one.add_argument("submission")
    one.add_argument("--consent", metavar="VERSION", help="the version of the terms that the person agrees to")
    one = command("wait", "wait for its outcome", _wait)
    one.add_argument("submission")
    one.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="(default: 60)")
    one = command("result", "say what became of it, and fetch its PDFs", _result)
    one.add_argument("submission")
    one.add_argument("--pdfs", metavar="FOLDER", help="where each document's PDF is written, under the document's id")
    return parser


def _create(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    new: NewSubmission = {"journey": given.journey, "reference": given.reference, "subject": given.subject}
    view = docket.create_submission(new, key=given.key)
    return view, view["id"], 0


def _add_document(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    first, last = given.period or (None, None)
    new: NewDocument = {
        "type": given.type, "issueDate": given.issue_date, "expiryDate": given.expiry_date, "periodStart": first, "periodEnd": last}
    view = docket.add_document(given.submission, new)
    return view, view["id"], 0


def _upload(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    if given.upload and len(given.files) > 1:
        raise InvalidRequest("One upload is one file.")

    def begun(upload: str) -> None:
        print(f"upload {upload}: go on with --upload if this is interrupted", file=sys.stderr)

    pages = []
    for file in given.files:
        pages.append(docket.upload(given.document, file, upload=given.upload, on_begun=begun))
    return {"pages": pages}, "\n".join(page["id"] for page in pages), 0


def _submit(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    view = docket.submit(given.submission, {"consent": given.consent} if given.consent else None)
    return view, view["state"], 0


def _outcome(view: Any) -> tuple[Any, str, int]:
    reasons = [one for part in [view, *view["documents"]] for one in part["reasons"]]
    return view, "\n".join([view["state"], *(f"  {one['message']}" for one in reasons)]), _OUTCOMES.get(view["state"], 3)


def _wait(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    return _outcome(docket.wait(given.submission, timeout=given.timeout))


def _result(docket: Client, given: argparse.Namespace) -> tuple[Any, str, int]:
    view = docket.read_submission(given.submission)
    if given.pdfs:
        os.makedirs(given.pdfs, exist_ok=True)
        for document in view["documents"]:
            if "pdf" in document:
                with open(os.path.join(given.pdfs, f"{document['id']}.pdf"), "wb") as file:
                    docket.download(document["pdf"], file)
    return _outcome(view)


def _code(error: DocketError) -> int:
    code = 65
    match error:
        case InvalidRequest():
            code = 64
        case GatewayProblem(status=404 | 410) | FileUnreadable():
            code = 66
        case Unreachable():
            code = 69
        case TimedOut():
            code = 75
        case GatewayProblem(is_retriable=True):
            code = 69
    return code


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        with Client(given.gateway, given.token, language=given.language) as docket:
            view, text, code = given.act(docket, given)
            print(json.dumps(view, ensure_ascii=False, sort_keys=True) if given.json else text)
            return int(code)
    except DocketError as error:
        if given.json:
            problem = error.members if isinstance(error, GatewayProblem) else {}
            print(json.dumps({"error": {"code": error.code, "message": str(error), "problem": problem}}, ensure_ascii=False, sort_keys=True))
        print(f"docket_client: {error}", file=sys.stderr)
        return _code(error)
    except OSError as fault:
        if given.json:
            print(json.dumps({"error": {"code": "file-unwritable", "message": str(fault), "problem": {}}}))
        print(f"docket_client: {fault}", file=sys.stderr)
        return 73
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

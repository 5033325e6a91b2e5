"""Sends a bill, waits for what becomes of it, and keeps its PDF."""
import datetime
import os
import sys

from docket_client import Client, DocketError


def main(path: str) -> int:
    with Client(os.environ["GATEWAY_URL"], os.environ.get("DOCKET_TOKEN")) as docket:
        draft = docket.create_submission({"journey": "proof-of-address", "reference": "starter"})
        today = datetime.date.today().isoformat()
        bill = docket.add_document(draft["id"], {"type": "utility-bill", "issueDate": today})
        docket.upload(bill["id"], path, on_progress=lambda sent, total: print(f"{sent} of {total} bytes"))
        docket.submit(draft["id"])
        outcome = docket.wait(draft["id"], timeout=120)
        print(outcome["state"])
        for reason in [reason for document in outcome["documents"] for reason in document["reasons"]]:
            print(" ", reason["message"])
        if outcome["state"] != "accepted":
            return 1
        with open("bill.pdf", "wb") as file:
            docket.download(outcome["documents"][0]["pdf"], file)
        print("its PDF is bill.pdf")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except DocketError as error:
        sys.exit(str(error))

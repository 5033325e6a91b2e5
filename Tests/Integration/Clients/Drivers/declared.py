"""What the types of the Python client promise, held to by mypy alone: nothing here is run."""
from docket_client import AsyncClient, Client, Confirmation, GatewayProblem, Page, Submission, Webhook


def a_persons_way(docket: Client) -> str:
    draft: Submission = docket.create_submission({"journey": "proof-of-address"}, key="one")
    bill = docket.add_document(draft["id"], {"type": "utility-bill", "issueDate": "2026-10-31"}, version=draft["version"])
    page: Page = docket.upload(bill["id"], "bill.jpg")
    question: Confirmation[None] = docket.remove_page(draft["id"], bill["id"], page["id"])
    question.confirm()
    for event in docket.follow(draft["id"]):
        if event.type.endswith(".accepted.v1"):
            break
    return docket.wait(draft["id"])["state"]


async def the_same(docket: AsyncClient) -> str:
    draft = await docket.create_submission({"journey": "proof-of-address"})
    async for event in docket.follow(draft["id"]):
        print(event.type)
    return (await docket.wait(draft["id"]))["state"]


def words(problem: GatewayProblem) -> str:
    return " ".join(one["message"] for one in problem.missing)


def mistakes(docket: Client) -> None:
    docket.create_submission({})  # type: ignore[typeddict-item]
    docket.list_submissions(state=["lost"])  # type: ignore[list-item]
    docket.withdraw_submission("id")["state"]  # type: ignore[index]


hook = Webhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")

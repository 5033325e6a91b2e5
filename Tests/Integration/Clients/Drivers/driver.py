"""Runs the steps of one case with the Python client, and prints what each came to: driver.py [--async] CASE, a file of JSON."""
import asyncio
import json
import sys

from docket_client import AsyncClient, Client, DocketError, GatewayProblem, InvalidRequest, Webhook, WebhookRefused
from docket_client._streams import Following

is_async = "--async" in sys.argv
case = json.load(open(sys.argv[-1], encoding="utf-8"))
variables = case["variables"]


def given(step, name):
    value = step.get(name)
    return variables[value[1:]] if isinstance(value, str) and value.startswith("$") else value


async def now(value):
    """Of either client: what it answers, or what that comes to."""
    return await value if hasattr(value, "__await__") else value


async def each(events):
    if hasattr(events, "__aiter__"):
        async for event in events:
            yield event
    else:
        for event in events:
            yield event


def shown(view):
    return {"state": view["state"], "documents": len(view["documents"]), "pages": sum(len(one["pages"]) for one in view["documents"])}


async def removal(docket, step):
    return await now(docket.remove_document(variables["submission"], variables["document"]))


async def confirmed(question, step):
    if not step["confirm"]:
        return {"asked": bool(question.title and question.message and question.action_label)}
    await now(question.confirm())
    return {"asked": True, "confirmed": True}


async def carry_out(step):
    kind = AsyncClient if is_async else Client
    if step["op"] == "verify":
        event = Webhook(*step["secrets"]).verify(step["headers"], step["body"].encode(), now=step["now"])
        return {"verified": isinstance(event, dict)}
    if step["op"] == "pauses":
        following, pauses = Following(), []
        for pieces in step["connections"]:
            for piece in pieces:
                following.feed(piece.encode())
            pauses.append(following.cut(None))
        return {"pauses": pauses}
    if step["op"] == "linked":
        docket = kind.from_link(given(step, "link") or variables["link"])
    else:
        docket = kind(step.get("gateway", variables["gateway"]))
    try:
        return await asked(docket, step)
    finally:
        await now(docket.close())


async def asked(docket, step):
    submission = given(step, "submission") or variables.get("submission")
    document = variables.get("document")
    match step["op"]:
        case "create":
            new = {"journey": step["journey"], "reference": given(step, "reference")}
            view = await now(docket.create_submission(new, key=given(step, "key")))
            variables["submission"] = view["id"]
            return shown(view)
        case "addDocument":
            view = await now(docket.add_document(submission, {"type": step["type"], "issueDate": given(step, "issueDate")}))
            variables["document"] = view["id"]
            return {"type": view["type"]}
        case "upload":
            return {"size": (await now(docket.upload(document, given(step, "file"))))["size"]}
        case "addPage":
            return {"size": (await now(docket.add_page(submission, document, given(step, "file"))))["size"]}
        case "submit":
            return shown(await now(docket.submit(submission, version=step.get("version"))))
        case "wait":
            return shown(await now(docket.wait(submission, timeout=step.get("timeout", 60))))
        case "read":
            return shown(await now(docket.read_submission(submission)))
        case "linked":
            return shown(await now(docket.linked_submission()))
        case "list":
            listing = await now(docket.list_submissions(reference=given(step, "reference")))
            return {"count": len(listing["items"])}
        case "follow":
            types = []
            async for event in each(docket.follow(submission, after=step.get("after"))):
                if event.id:
                    types.append(event.type)
                if event.type == step["until"]:
                    break
            return {"types": types}
        case "withdraw":
            return await confirmed(await now(docket.withdraw_submission(submission)), step)
        case "removeDocument":
            return await confirmed(await removal(docket, step), step)
        case "removeDocumentLate":
            question = await removal(docket, step)
            await now(docket.add_page(submission, document, given(step, "file")))
            await now(question.confirm())
            return {"confirmed": True}
    raise SystemExit(f"no step is called {step['op']}")


async def main():
    results = []
    for step in case["steps"]:
        try:
            results.append(await carry_out(step))
        except GatewayProblem as problem:
            results.append({
                "problem": problem.type, "status": problem.status, "missing": [one["rule"] for one in problem.missing],
                "pointers": [one["pointer"] for one in problem.errors if "pointer" in one]})
        except WebhookRefused as refusal:
            results.append({"refused": refusal.reason})
        except DocketError as error:
            results.append({"error": error.code})
    print(json.dumps(results))


asyncio.run(main())

"""`docket journeys what-if` over past submissions of three documents each, all of which are judged twice: under the rules that they
were made under, and under changed ones. The time is the command's, from its start to its end, over Postgres.
"""

import json
import time

from harness.figures import Figure
from harness.postgres import Postgres
from harness.processes import Failed
from harness.processes import run as command
from harness.suite import measures

SUMMARY = "changed rules tried on a million past submissions"

CHANGED = """id: measured
title: Measured
documents: 1 to 12
types:
  statement: {title: Statement, documents: 1 to 12, issued: within 60 days}
"""


def fill(postgres: Postgres, rows: int, past: dict) -> None:
    version, records = bytes.fromhex(past["version"]), [bytes.fromhex(record) for record in past["records"]]
    with postgres.connect() as connection:
        connection.execute(
            "insert into journeys (digest, id, definition) values (%s, 'measured', %s::jsonb)",
            (version, json.dumps(past["journey"])))
        connection.execute(
            """
            with made as (
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                select gen_random_uuid(), 'default', 'measured', %s, 'accepted', 5, 1, '{}', '[]', now() - interval '1 day', now()
                from generate_series(1, %s) returning id
            )
            insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
            select id, 1, 'default', 'measured', %s, now() - interval '1 minute' * (number %% 30000),
                (%s::bytea[])[(number %% 10 + 1)::int]
            from (select id, row_number() over () as number from made) numbered
            """, (version, rows, version, records))
        connection.execute("vacuum analyze inspections")
        connection.execute("checkpoint")


def run(bench) -> list[Figure]:
    rows = 100_000 if bench.quick else 1_000_000
    folder = bench.make_folder("whatif")
    changed = folder / "measured.yaml"
    changed.write_text(CHANGED)
    past = json.loads(command([measures(bench), "facts"]))
    times = []
    with Postgres(folder) as postgres:
        postgres.make("docket")
        environment = {"DATABASE_URL": postgres.url()}
        command([bench.docket, "migrate"], environment)
        fill(postgres, rows, past)
        for _ in range(bench.runs(3)):
            start = time.monotonic()
            report = json.loads(
                command([bench.docket, "journeys", "what-if", str(changed), "--since", "30d", "--json"], environment, limit=600))
            times.append(time.monotonic() - start)
            if report["submissions"] != rows or report["decidedOtherwise"] != rows * 3 // 10:
                raise Failed(f"the answer is wrong: {report}")
            bench.say(f"{rows:,} submissions in {times[-1]:.1f} s")
    goal = None if bench.quick else 60
    return [Figure(f"{rows:,} past submissions", "s", times, goal_at_most=goal)]

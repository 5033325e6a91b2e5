"""Many submissions that wait for validation, made of one that really was submitted."""

import uuid

from .processes import eventually
from .samples import JOURNEY, TYPE, small_jpeg, today
from .suite import Suite

#: Written anew for each seed; everything else is as the gateway wrote it.
OWN_COLUMNS = {
    "submissions": {"id"}, "documents": {"id", "submission_id", "state", "verdict"},
    "pages": {"id", "submission_id", "document_id"}, "events": {"position", "transaction_id", "id", "submission_id", "payload"},
}


def make_seeds(suite: Suite, count: int) -> None:
    """Fills the suite's database. Each seed is a submission that was submitted again after the one document that had been
    refused was taken out: what is left was accepted before, so its rules need nothing of the jail."""
    folder = suite.bench.make_folder("sample")
    gateway = suite.client()
    template = gateway.draft(JOURNEY, [(TYPE, [(small_jpeg(folder), "image/jpeg")])], today())
    gateway.json("POST", f"/v1/submissions/{template}/submit", expect=202)
    with suite.postgres.connect() as db:
        eventually("the submitted event is published", lambda: db.execute(
            "select count(*) from outbox where submission_id = %s and topic = 'docket.submitted' and published_at is not null",
            [template]).fetchone()[0])
        document = str(db.execute("select id from documents where submission_id = %s", [template]).fetchone()[0])
        page = str(db.execute("select id from pages where submission_id = %s", [template]).fetchone()[0])
        event, version = db.execute(
            "select id, sequence from events where submission_id = %s order by sequence desc limit 1", [template]).fetchone()
        db.execute("create temp table seeds (n int, submission uuid, document uuid, page uuid, event uuid)")
        with db.cursor().copy("copy seeds from stdin") as copy:
            for number in range(count):
                submission = uuid.uuid4()
                # An event's id is the one of its submission and version, whoever makes it (UUID version 5).
                copy.write_row((
                    number, submission, uuid.uuid4(), uuid.uuid4(), uuid.uuid5(submission, str(version))))

        def clone(table: str, own: dict[str, str], source: str) -> None:
            columns = [row[0] for row in db.execute(
                "select column_name from information_schema.columns where table_name = %s and table_schema = 'public'", [table])]
            assert set(own) <= OWN_COLUMNS[table]
            same = [column for column in columns if column not in OWN_COLUMNS[table]]
            names = ", ".join([*own, *same])
            values = ", ".join([*own.values(), *(f"t.{column}" for column in same)])
            db.execute(f"insert into {table} ({names}) select {values} from seeds s, {table} t where {source} order by s.n")

        clone("submissions", {"id": "s.submission"}, f"t.id = '{template}'")
        clone(
            "documents",
            {"id": "s.document", "submission_id": "s.submission", "state": "'accepted'", "verdict": "'accepted'"},
            f"t.id = '{document}'")
        clone(
            "pages", {"id": "s.page", "submission_id": "s.submission", "document_id": "s.document"}, f"t.id = '{page}'")
        payload = "convert_from(t.payload, 'UTF8')"
        for old, new in ((template, "submission"), (document, "document"), (page, "page"), (str(event), "event")):
            payload = f"replace({payload}, '{old}', s.{new}::text)"
        clone(
            "events",
            {"id": "s.event", "submission_id": "s.submission", "payload": f"convert_to({payload}, 'UTF8')"},
            f"t.id = '{event}'")
        db.execute(
            """
            insert into outbox (position, event_id, submission_id, sequence, topic, owner, published_at)
            select e.position, e.id, e.submission_id, e.sequence, e.topic, gen_random_uuid(), now()
            from events e join seeds s on s.event = e.id
            """)
        db.execute("delete from outbox where submission_id = %s", [template])
        db.execute("delete from events where submission_id = %s", [template])
        db.execute("delete from submissions where id = %s", [template])
        db.execute("create schema bench")
        db.execute("create table bench.seeds as select * from seeds order by n")
        db.execute("create extension if not exists pg_stat_statements")
        db.execute("vacuum analyze")

"""A plain consumer: what the validation stage does, written as one writes it in Python.

One event after the other, each with statements of its own, in one transaction a batch; the batch's events are produced after
COMMIT, and marked in another transaction; offsets are committed at the end. Only submissions whose documents are settled are
handled, which is what the benchmark has.

Arguments: database, brokers, topics (in, out), batch size, count. Prints how many events it handled, and the seconds that took from
the end of the first twentieth on.
"""

import json
import sys
import time
import uuid
from datetime import datetime, timezone

import psycopg
from confluent_kafka import Consumer, Producer

STAGE = "validation"


def begin(cursor: psycopg.Cursor, events: list[dict], owner: uuid.UUID) -> None:
    for event in events:
        cursor.execute(
            """
            insert into work_items (stage, event_id, submission_id, state, attempts, started_by, started_epoch)
            values (%s, %s, %s, 'pending', 0, %s, 1) on conflict do nothing
            """,
            [STAGE, event["id"], event["subject"], owner])


def validate(cursor: psycopg.Cursor, event: dict, owner: uuid.UUID, topic: str) -> tuple[int, str, bytes] | None:
    """Makes the change; what is to be published, unless it had been made before."""
    id, version = event["subject"], int(event["sequence"])
    submission = cursor.execute(
        "select tenant, journey, state, version, attempt from submissions where id = %s for update", [id]).fetchone()
    documents = cursor.execute("select id, state, reasons from documents where submission_id = %s order by position", [id])
    verdicts = [{"document": str(document), "verdict": state, "reasons": reasons} for document, state, reasons in documents]
    cursor.execute("select id, original_digest, media_type from pages where submission_id = %s order by position", [id]).fetchall()
    if submission is None or submission[2] != "submitted" or submission[3] != version:
        return None
    now = datetime.now(timezone.utc)
    changed = cursor.execute(
        "update submissions set state = 'processing', version = version + 1, reasons = '[]', changed_at = %s "
        "where id = %s and version = %s and state = 'submitted'", [now, id, version])
    if changed.rowcount != 1:
        return None
    kind, sequence = "com.docket.submission.validated.v1", version + 1
    header = {
        "specversion": "1.0", "id": str(uuid.uuid5(uuid.UUID(id), str(sequence))), "type": kind,
        "source": "/docket/validation-worker", "subject": id, "time": now.isoformat(), "datacontenttype": "application/json",
        "sequence": f"{sequence:010}", "tenant": submission[0], "journey": submission[1],
        "data": {"attempt": submission[4], "verdict": {"documents": verdicts, "reasons": []}},
    }
    payload = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    position, = cursor.execute(
        "insert into events (id, submission_id, tenant, sequence, type, topic, time, payload) "
        "values (%s, %s, %s, %s, %s, %s, %s, %s) returning position",
        [header["id"], id, submission[0], sequence, kind, topic, now, payload]).fetchone()
    cursor.execute(
        "insert into outbox (position, event_id, submission_id, sequence, topic, owner) values (%s, %s, %s, %s, %s, %s)",
        [position, header["id"], id, sequence, topic, owner])
    cursor.execute(
        "update work_items set state = 'done', attempts = attempts + 1, started_by = null, started_epoch = null, "
        "changed_at = now() where stage = %s and event_id = %s and state = 'pending'", [STAGE, event["id"]])
    return position, id, payload


def main(database: str, brokers: str, source: str, target: str, batch: int, count: int) -> None:
    owner = uuid.uuid4()
    consumer = Consumer({
        "bootstrap.servers": brokers, "group.id": "bench.python", "auto.offset.reset": "earliest", "enable.auto.commit": False,
        "partition.assignment.strategy": "range", "fetch.wait.max.ms": 5})
    consumer.subscribe([source])
    producer = Producer({"bootstrap.servers": brokers, "enable.idempotence": True, "linger.ms": 1, "compression.type": "lz4"})
    done, start, begun = 0, 0.0, 0
    with psycopg.connect(database) as connection:
        while done < count:
            records = [record for record in consumer.consume(batch, 0.05) if not record.error()]
            if not records:
                continue
            events = [json.loads(record.value()) for record in records]
            with connection.transaction(), connection.cursor() as cursor:
                begin(cursor, events, owner)
            with connection.transaction(), connection.cursor() as cursor:
                made = [change for event in events if (change := validate(cursor, event, owner, target))]
            reports: list[tuple[int, int, int]] = []
            for position, key, payload in made:
                producer.produce(
                    target, payload, key, headers={"content-type": "application/cloudevents+json"},
                    on_delivery=lambda error, message, position=position: reports.append(
                        (message.partition(), message.offset(), position)) if not error else sys.exit(str(error)))
            producer.flush()
            with connection.transaction(), connection.cursor() as cursor:
                for report in reports:
                    cursor.execute(
                        "update outbox set published_at = now(), cluster = 'python', partition = %s, record_offset = %s "
                        "where position = %s and published_at is null", report)
            consumer.commit(asynchronous=True)
            done += len(records)
            if not start and done >= count / 20:
                start, begun = time.monotonic(), done
    print(done - begun, time.monotonic() - start)
    consumer.close()


if __name__ == "__main__":
    main(*sys.argv[1:5], int(sys.argv[5]), int(sys.argv[6]))

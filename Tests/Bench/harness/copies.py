"""The statements that copy a whole submission: each row that the services have left of an original (`harness/originals.py`), with ids,
times, tenant, person and keys of the copy's own. Nothing here lists what a submission has: it is copied from each table that has rows of
the original, so that a table or column of a later version is copied as well. What it does not know how to copy, it refuses."""

import json
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime

import psycopg

from .originals import Kind
from .processes import Failed
from .seals import LEFT, OWN, Opened, Sealer, Tenant

#: After how many seconds the services remove the rows of what has ended: younger copies have them alone. The first two go at once.
KEPT = {
    "stage_progress": 0, "page_news": 0, "outbox": 300, "blob_erasures": 3600, "idempotency_keys": 86_400, "uploads": 86_400,
    "work_items": 29 * 86_400, "deliveries": 29 * 86_400, "delivery_tries": 29 * 86_400,
}
#: Columns that count on, and what the plan has of them: the number before the first one of a copy.
COUNTED = {
    ("events", "position"): "events", ("outbox", "position"): "events", ("audit", "id"): "acts",
    ("custody_leaves", "leaf"): "leaves", ("custody_salts", "leaf"): "leaves",
}


@dataclass
class Table:
    """One whose rows say which submission they are of."""

    schema: str
    name: str
    columns: dict[str, str]
    #: A condition on a row `t`.
    of_submission: str
    #: By kind of original.
    rows: dict[str, list[dict]] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        return f"{self.schema}.{self.name}"

    def age(self) -> str:
        return f"and p.created_at > now() - interval '{KEPT[self.name]} seconds'" if self.name in KEPT else ""


def tables(db: psycopg.Connection) -> list[Table]:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for schema, table, column, kind in db.execute(
            """
            select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
            from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
            where n.nspname in ('public', 'docket_keys') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
            order by n.nspname, c.relname, a.attnum
            """).fetchall():
        found.setdefault((schema, table), {})[column] = kind
    result = []
    for (schema, name), columns in found.items():
        if name == "submissions" and schema == "public":
            by = "t.id = %(id)s"
        elif "submission_id" in columns:
            by = "t.submission_id = %(id)s"
        elif "event_id" in columns:
            by = "t.event_id in (select id from events where submission_id = %(id)s)"
        else:
            continue
        result.append(Table(schema, name, columns, by))
    return result


class Original:
    """All rows of one, and what of it is its own."""

    def __init__(self, db: psycopg.Connection, kind: Kind, id: str, all: list[Table], shared: set[uuid.UUID]):
        self.kind, self.id = kind, uuid.UUID(id)
        for table in all:
            names = ", ".join(f't."{column}"' for column in table.columns)
            counted = [f't."{column}"' for column in table.columns if (table.name, column) in COUNTED]
            rows = db.execute(
                f"select {names} from {table.full_name} t where {table.of_submission} order by {counted[0] if counted else 't.ctid'}",
                {"id": id}).fetchall()
            table.rows[kind.name] = [dict(zip(table.columns, row)) for row in rows]
        self._rows = {table.full_name: table.rows[kind.name] for table in all}
        ids = {value for rows in self._rows.values() for row in rows for value in row.values() if isinstance(value, uuid.UUID)}
        #: Ids of whatever belongs to it alone, in the order of the plan's `ids`.
        self.own = sorted(ids - shared - {self.id})
        self.created: datetime = self._rows["public.submissions"][0]["created_at"]
        self.events = self._places("public.events", "position")
        self.acts = self._places("public.audit", "id")
        self.leaves = self._places("public.custody_leaves", "leaf")

    def _places(self, table: str, column: str) -> dict[int, int]:
        return {row[column]: place for place, row in enumerate(self._rows[table], 1)}

    def opened(self, sealer: Sealer, tenant: Tenant) -> Opened:
        sealed = {row["id"]: row["reasons_sealed"] for row in self._rows["public.documents"] if row["reasons_sealed"]}
        self.reasons = {id: place for place, id in enumerate(sealed, 1)}
        return sealer.open(
            tenant, self.id, self._rows["docket_keys.submissions"][0]["wrapped"], self._rows["public.submissions"][0]["personal"], sealed)


def literal(value, kind: str) -> str:
    if value is None:
        return f"null::{kind}"
    if isinstance(value, bytes):
        return f"'\\x{value.hex()}'::bytea"
    if isinstance(value, list):
        return f"array[{', '.join(literal(item, kind.removesuffix('[]')) for item in value)}]::{kind}"
    text = str(value).replace("'", "''")
    return f"'{text}'::{kind}"


class Copying:
    """Of an original, from the rows of `bench.plan`. `versions` are the rules' digests, which all share."""

    def __init__(self, original: Original, versions: set[bytes]):
        self.original, self.versions = original, versions
        self._places = {id: place for place, id in enumerate(original.own, 1)}

    def statement(self, table: Table) -> str:
        """Copies the rows of a table to copies between two numbers, its parameters."""
        rows = table.rows[self.original.kind.name]
        # What a transaction is numbered by is its own, and a default.
        columns = [column for column, kind in table.columns.items() if kind != "xid8"]
        names = ", ".join(f'"{column}"' for column in columns)
        of_values = ", ".join(f'v."{column}"' for column in columns)
        values = ",\n".join(
            f"({number}, {', '.join(self._expression(table, column, row) for column in columns)})" for number, row in enumerate(rows)).replace("%", "%%")
        return (
            f"insert into {table.full_name} ({names}) overriding system value select {of_values} from (select * from bench.plan p "
            f"where p.kind = '{self.original.kind.name}' and p.n > %s and p.n <= %s {table.age()} order by p.n) p "
            f"cross join lateral (values {values}) v (number_of_row, {names})")

    def _expression(self, table: Table, column: str, row: dict) -> str:
        original, value, kind = self.original, row[column], table.columns[column]
        if value is None:
            return literal(value, kind)
        if (table.full_name, column) in OWN:
            return OWN[table.full_name, column]
        if (table.name, column) == ("documents", "reasons_sealed"):
            return f"p.reasons[{original.reasons[row['id']]}]"
        if column.endswith("_sealed") and isinstance(value, bytes) and value and (table.full_name, column) not in LEFT:
            raise Failed(f"harness/seals.py does not know how {table.name}.{column} is sealed")
        if (table.name, column) in COUNTED:
            counter = COUNTED[table.name, column]
            return f"p.{counter} + {getattr(original, counter)[value]}"
        if (table.name, column) == ("custody_leaves", "number"):
            counter = {"event": "events", "audit": "acts"}[row["kind"]]
            return f"p.{counter} + {getattr(original, counter)[value]}"
        if isinstance(value, uuid.UUID):
            return self._id(value)
        if isinstance(value, datetime):
            return f"{literal(value.isoformat(), kind)} + p.later"
        if isinstance(value, date):
            return f"{literal(value, kind)} + p.days"
        if isinstance(value, bytes):
            return self._bytes(value)
        if kind == "text" and value == original.kind.tenant:
            return "p.tenant"
        if kind in ("text", "jsonb", "json"):
            return f"({self._replaced(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))})::{kind}"
        return literal(value, kind)

    def _id(self, value: uuid.UUID) -> str:
        if value == self.original.id:
            return "p.id"
        return f"p.ids[{self._places[value]}]" if value in self._places else literal(value, "uuid")

    def _bytes(self, value: bytes) -> str:
        if value in self.versions:
            return literal(value, "bytea")
        if str(self.original.id).encode() in value:
            return f"convert_to({self._replaced(value.decode())}, 'UTF8')"
        # A digest, a code or a salt: each copy has another one.
        return f"sha256({literal(value, 'bytea')} || uuid_send(p.id))" if len(value) == 32 else literal(value, "bytea")

    def _replaced(self, text: str) -> str:
        expression = literal(text, "text")
        for id in [self.original.id, *self.original.own]:
            if str(id) in text:
                expression = f"replace({expression}, '{id}', {self._id(id)}::text)"
        if self.original.kind.tenant in text:
            expression = f"replace({expression}, '{self.original.kind.tenant}', p.tenant)"
        return expression

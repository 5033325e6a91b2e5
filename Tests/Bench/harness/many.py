"""A database as it is after years of a thousand tenants: millions of whole submissions, copied from ones that the services have made."""

import random
import time
import uuid
from datetime import datetime, timedelta, timezone

import psycopg

from .copies import KEPT, Copying, Original, tables
from .originals import KINDS
from .processes import Failed
from .seals import Sealer, renewed_sql
from .suite import Suite

TENANTS = 1000
#: One tenant has a tenth of all submissions, the others share the rest evenly.
LARGEST = 10
DAYS = 3 * 365
#: The newest share of all, among which some still wait for a reviewer: of a thousand of these, how many.
OPEN_SHARE, OPEN = 0.01, 50
#: Copies in one transaction. The log of events has its rows in the order of transactions.
CHUNK = 5000


def tenant_name(number: int) -> str:
    return f"tenant-{number:04}"


class Many:
    """Fills the suite's database, none of whose services runs meanwhile."""

    def __init__(self, suite: Suite, originals: dict[str, str], count: int):
        """`originals`: the ids of the finished ones, by the names of their kinds."""
        self.suite, self.count, self.say = suite, count, suite.bench.say
        self.kinds = {kind.name: kind for kind in KINDS}
        sealer = Sealer((suite.folder / "keys").read_text())
        self.sealer, self.tenants = sealer, [sealer.tenant(tenant_name(number)) for number in range(TENANTS)]
        with suite.postgres.connect() as db:
            self.tables = tables(db)
            shared = {row[0] for row in db.execute("select id from instances union select id from custody_trees")}
            shared |= {row[0] for row in db.execute("select distinct owner from outbox")}
            self.versions = {row[0] for row in db.execute("select digest from journeys")}
            keys = dict(db.execute("select tenant, wrapped from docket_keys.tenants").fetchall())
            self.originals = {
                name: Original(db, self.kinds[name], id, self.tables, shared) for name, id in originals.items()}
            self.opened = {
                name: original.opened(sealer, sealer.tenant(original.kind.tenant, keys[original.kind.tenant]))
                for name, original in self.originals.items()}
        self.filled = [table for table in self.tables if any(table.rows.values()) and KEPT.get(table.name, 1) > 0]

    def make(self) -> dict[str, float]:
        """The seconds that each step took."""
        took: dict[str, float] = {}

        def step(name: str, work) -> None:
            start = time.monotonic()
            work()
            took[name] = time.monotonic() - start
            self.say(f"{name}: {took[name]:.0f} s")

        with self.suite.postgres.connect() as db:
            # Nothing checks what is known to be right; a crash would begin anew.
            for setting in ("session_replication_role = replica", "synchronous_commit = off", "maintenance_work_mem = '512MB'",
                            "work_mem = '256MB'", "max_parallel_maintenance_workers = 2"):
                db.execute(f"set {setting}")
            for name in (table.full_name for table in self.filled):
                db.execute(f"alter table {name} set (autovacuum_enabled = off)")
            step("keys and persons", lambda: self._plan(db))
            indexes = self._drop_indexes(db)
            step("rows", lambda: self._copy(db))
            step("what tenants share", lambda: self._share(db))
            step("indexes", lambda: [db.execute(index) for index in indexes])
            db.execute("drop schema bench cascade")
            for name in (table.full_name for table in self.filled):
                db.execute(f"alter table {name} reset (autovacuum_enabled)")
            step("vacuum", lambda: db.execute("vacuum (analyze)"))
            db.execute("checkpoint")
        return took

    # What each copy is

    def _plan(self, db: psycopg.Connection) -> None:
        db.execute("create schema bench")
        db.execute(
            """
            create unlogged table bench.given (n bigint, kind text, tenant text, id uuid, created_at timestamptz, wrapped bytea,
                personal bytea, email_code bytea, subject_code bytea, reference_code bytea, pieces bigint[], reasons bytea[])
            """)
        chance = random.Random(7)
        names = [name for name in self.originals if not self.kinds[name].is_open]
        shares = [self.kinds[name].share for name in names]
        waiting = [name for name in self.originals if self.kinds[name].is_open]
        end = datetime.now(timezone.utc) - timedelta(minutes=10)
        with db.cursor().copy("copy bench.given from stdin") as copy:
            copy.set_types(
                ["int8", "text", "text", "uuid", "timestamptz", "bytea", "bytea", "bytea", "bytea", "bytea", "int8[]", "bytea[]"])
            for n in range(1, self.count + 1):
                created = end - timedelta(days=DAYS) * ((self.count - n) / self.count)
                is_open = n > self.count * (1 - OPEN_SHARE) and chance.randrange(1000) < OPEN
                kind = chance.choice(waiting) if is_open and waiting else chance.choices(names, shares)[0]
                tenant = self.tenants[0 if n % LARGEST == 0 else 1 + chance.randrange(TENANTS - 1)]
                moment = int(created.timestamp() * 1000)
                id = uuid.UUID(int=moment << 80 | 7 << 76 | chance.getrandbits(12) << 64 | 2 << 62 | chance.getrandbits(62))
                copy.write_row((n, kind, tenant.name, id, created, *self.sealer.copy(self.opened[kind], tenant, id, n)))
        ids = " ".join(
            f"when '{name}' then array[{', '.join(renewed_sql(old) for old in original.own)}]"
            for name, original in self.originals.items())
        counts = ", ".join(
            f"('{name}', {literal_time(original)}, {len(original.events)}, {len(original.acts)}, {len(original.leaves)})"
            for name, original in self.originals.items())
        db.execute(
            f"""
            create unlogged table bench.plan as
            select g.*, case g.kind {ids} end as ids, g.created_at - o.created as later, g.created_at::date - o.created::date as days,
                (select coalesce(max(position), 0) from events) + coalesce(sum(o.events) over before, 0)::bigint as events,
                (select coalesce(max(id), 0) from audit) + coalesce(sum(o.acts) over before, 0)::bigint as acts,
                -1 + coalesce(sum(o.leaves) over (partition by g.tenant order by g.n rows between unbounded preceding and 1 preceding),
                    0)::bigint as leaves
            from bench.given g join (values {counts}) o (kind, created, events, acts, leaves) using (kind)
            window before as (order by g.n rows between unbounded preceding and 1 preceding) order by g.n
            """)
        db.execute("create index on bench.plan (n)")
        db.execute("analyze bench.plan")
        db.execute("drop table bench.given")
        with db.cursor() as cursor:
            cursor.executemany(
                "insert into docket_keys.tenants (tenant, wrapped_by, wrapped) values (%s, %s, %s)",
                [(tenant.name, self.sealer.name, self.sealer.wrapped(tenant)) for tenant in self.tenants])

    # Rows

    def _drop_indexes(self, db: psycopg.Connection) -> list[str]:
        """All but those that hold something to be unique; the statements that make them again."""
        found = db.execute(
            """
            select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
            where not i.indisunique and i.indrelid = any(%s::regclass[])
            """, [[table.full_name for table in self.filled]]).fetchall()
        for name, _ in found:
            db.execute(f"drop index {name}")
        return [definition for _, definition in found]

    def _copy(self, db: psycopg.Connection) -> None:
        copying = {name: Copying(original, self.versions) for name, original in self.originals.items()}
        statements = [
            (table, copying[name].statement(table)) for name in self.originals for table in self.filled if table.rows[name]]
        written = {table.full_name: 0 for table in self.filled}
        start = said = time.monotonic()
        for first in range(0, self.count, CHUNK):
            with db.transaction():
                for table, statement in statements:
                    written[table.full_name] += db.execute(statement, [first, first + CHUNK], prepare=False).rowcount
            if time.monotonic() - said > 60:
                said = time.monotonic()
                done = min(self.count, first + CHUNK)
                self.say(f"{done:,} of {self.count:,} copied, {done / (said - start):,.0f}/s")
        self._check(db, written)

    def _check(self, db: psycopg.Connection, written: dict[str, int]) -> None:
        """That every table has what it has of an original, once for each copy that is young enough."""
        for table in self.filled:
            expected = sum(
                copies * len(table.rows[kind]) for kind, copies in db.execute(
                    f"select p.kind, count(*) from bench.plan p where true {table.age()} group by 1").fetchall())
            if abs(expected - written[table.full_name]) > expected * 0.001 or (expected == 0 and KEPT.get(table.name, 10**9) > 86_400):
                raise Failed(f"{table.full_name} has got {written[table.full_name]} rows of {expected}")

    def _share(self, db: psycopg.Connection) -> None:
        """What is a tenant's: its log of custody and what it has used. How far the log of events is collected and counted."""
        db.execute(
            "insert into custody_trees (tenant, size) select tenant, max(leaf) + 1 from custody_leaves where tenant like 'tenant-%' "
            "group by 1")
        # As tall as the tiles are in life. Their hashes are none of what stands below.
        copies, level = "tenant like 'tenant-%'", 0
        hashed = f"select tenant, leaf as place, sha256(commitment) as hash from custody_leaves where {copies}"
        while db.execute(
                f"insert into custody_tiles (tenant, level, tile, hashes) select tenant, {level}, place / 256, "
                f"string_agg(hash, ''::bytea order by place) from ({hashed}) h group by 1, 3").rowcount:
            hashed = (
                f"select tenant, tile as place, sha256(hashes) as hash from custody_tiles where level = {level} and {copies} "
                "and length(hashes) = 8192")
            level += 1
        db.execute(
            """
            select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events)),
                setval(pg_get_serial_sequence('audit', 'id'), (select max(id) from audit))
            """)
        used = db.execute("select tenant, submissions, files, bytes, pages_made, pages_read from usage_days").fetchall()
        kinds = {kind.tenant: kind.name for kind in self.kinds.values()}
        rows = ", ".join(f"('{kinds[tenant]}', {', '.join(map(str, numbers))})" for tenant, *numbers in used if tenant in kinds)
        db.execute(
            f"""
            insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read, position, event, told_at)
            select tenant, day, submissions, files, bytes, made, read, nextval(pg_get_serial_sequence('events', 'position')),
                convert_to(rpad('{{"specversion": "1.0", "type": "com.docket.usage.day.v1", "tenant": "' || tenant || '"', 480, ' ') || '}}', 'UTF8'),
                day + interval '1 day'
            from (
                select p.tenant, p.created_at::date as day, sum(u.submissions) as submissions, sum(u.files) as files, sum(u.bytes) as bytes,
                    sum(u.made) as made, sum(u.read) as read
                from bench.plan p join (values {rows}) u (kind, submissions, files, bytes, made, read) using (kind)
                where p.created_at < current_date group by 1, 2
            ) d
            """)
        for table, columns, order in (
                ("events", ("event_place", "event_position"), "position"), ("audit", ("audit_place", "audit_number"), "id")):
            place, number = db.execute(f"select transaction_id::text, {order} from {table} order by {order} desc limit 1").fetchone()
            db.execute(f"update custody_collector set {columns[0]} = %s::text::xid8, {columns[1]} = %s", [place, number])
            if table == "events":
                db.execute("update usage_collector set place = %s::text::xid8, position = %s", [place, number])


def literal_time(original: Original) -> str:
    return f"'{original.created.isoformat()}'::timestamptz"

"""A database as it is after years: many submissions of a few tenants and journeys, made by SQL of ones that really were opened."""

import json

from .suite import Suite

#: Of a thousand submissions, how many are in each state. The open ones are the newest, as they are in life.
FINAL = {"accepted": 850, "rejected": 90, "withdrawn": 50, "expired": 10}
#: The newest share of all, in which every state occurs.
OPEN_SHARE = 0.02
#: A hundredth of all submissions is of a journey that few use; the others share the rest as listed.
JOURNEYS = {"proof-of-address": 60, "bank-statements": 29, "source-of-funds": 10, "proof-of-ownership": 1}
TYPES = {
    "proof-of-address": "utility-bill", "bank-statements": "bank-statement", "source-of-funds": "payslip",
    "proof-of-ownership": "title-deed",
}
#: One in 500 documents is of this type.
RARE_TYPE = "council-tax-bill"
REASON = {
    "severity": "refuse", "found": "issued on 2 January 2026", "expected": "issued on 2 August 2026 or later",
    "message": "The document is too old. Submit one that is newer.",
}
#: What was refused, and how many of a thousand refused documents for it.
RULES = {"document.issue-date-recent": 900, "document.page-count": 99, "file.not-empty": 1}


def pick(shares: dict[str, int], place: str) -> str:
    """SQL of the key whose share this place, from 0 to below the sum of all, falls into."""
    words, end = [], 0
    for name, share in shares.items():
        end += share
        words.append(f"when {place} < {end} then '{name}'")
    return f"case {' '.join(words)} end"


def make_archive(suite: Suite, count: int, with_pages: int) -> None:
    """Fills the suite's database. Nine of ten submissions are the tenant `default`'s. Each has one document, every third one two;
    the documents of the newest `with_pages` submissions have two files of one page each. Ids rise with time, as the gateway's do."""
    gateway = suite.client()
    opened = {journey: gateway.json("POST", "/v1/submissions", {"journey": journey})["id"] for journey in JOURNEYS}
    ids = ", ".join(f"'{id}'" for id in opened.values())
    with suite.postgres.connect() as db:
        # Nothing checks what is known to be right.
        db.execute("set session_replication_role = replica")
        db.execute("set synchronous_commit = off")
        # Not every number's neighbour is alike: a fixed scattering, the same in every run.
        scatter = "(hashint8(n * 7919 + {seed}) & 2147483647)"
        db.execute("create schema bench")
        db.execute(
            f"""
            create table bench.plan as
            select n, t.journey, t.version,
                (lpad(to_hex(extract(epoch from now() - interval '1 minute' * n)::bigint * 1000), 12, '0') || '7000'
                    || '8' || substr(md5(n::text), 1, 15))::uuid as id,
                now() - interval '1 minute' * n as created_at,
                case when n <= {count * OPEN_SHARE} and {scatter.format(seed=1)} % 2 = 0 then
                    (array['draft', 'submitted', 'processing', 'needs_input', 'in_review'])[1 + {scatter.format(seed=2)} % 5]
                else {pick(FINAL, f"{scatter.format(seed=3)} % 1000")} end as state
            from (select n, {pick(JOURNEYS, f"{scatter.format(seed=4)} % 100")} as journey from generate_series(1::bigint, {count}) n) p
            join (select journey, journey_version as version from submissions where id in ({ids})) t using (journey)
            order by n desc
            """)
        db.execute(f"delete from submissions where id in ({ids})")
        db.execute(
            f"""
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, subject, reference, metadata,
                reasons, created_at, changed_at, submitted_at)
            select id, case {scatter.format(seed=5)} % 20 when 0 then 'alpha' when 1 then 'beta' else 'default' end, journey, version,
                state, case state when 'draft' then 3 else 6 end, case state when 'draft' then 0 else 1 end,
                'person-' || {scatter.format(seed=6)} % ({count} / 5), 'ORDER-' || lpad((n * 7)::text, 9, '0'), '{{"channel":"app"}}', '[]',
                created_at, created_at + interval '5 minutes', case state when 'draft' then null else created_at end
            from bench.plan order by n desc
            """)
        kinds = "case " + " ".join(f"when journey = '{journey}' then '{kind}'" for journey, kind in TYPES.items()) + " end"
        refusal = f"jsonb_build_array('{json.dumps(REASON)}'::jsonb || jsonb_build_object('rule', " \
            f"{pick(RULES, scatter.format(seed=9) + ' % 1000')}))"
        db.execute(
            f"""
            insert into documents (id, submission_id, tenant, created_at, journey, position, type, state, issue_date, source, verdict,
                reasons)
            select md5(id::text || place)::uuid, id, tenant, created_at, journey, place,
                case when {scatter.format(seed=7)} % 500 = 0 then '{RARE_TYPE}' else {kinds} end,
                case when state in ('draft', 'withdrawn', 'expired') then 'open' when state in ('submitted', 'processing') then 'checking'
                    when state in ('rejected', 'needs_input') then 'refused' else 'accepted' end,
                created_at::date - 30, 'camera',
                case when state in ('rejected', 'needs_input') then 'refused' when state = 'accepted' then 'accepted' end,
                case when state in ('rejected', 'needs_input') then {refusal} else '[]' end
            from bench.plan join (select id, tenant from submissions) s using (id),
                generate_series(0, case when n % 3 = 0 then 1 else 0 end) place order by n desc
            """)
        db.execute(
            """
            insert into pages (id, submission_id, document_id, position, rotation, original_digest, original_size, media_type,
                declared_media_type, file_extension, received_at, preview_digest, preview_size, preview_media_type, preview_width,
                preview_height)
            select md5(d.id::text || 'page' || place)::uuid, d.submission_id, d.id, place, 0, sha256(d.id::text::bytea), 180000,
                'image/jpeg', 'image/jpeg', 'jpg', p.created_at, sha256(('preview' || d.id)::bytea), 9000, 'image/jpeg', 240, 320
            from bench.plan p join documents d on d.submission_id = p.id, generate_series(0, 1) place
            where p.n <= %s order by p.n desc
            """, [with_pages])
        db.execute(
            """
            insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
            select g.id, 0, g.submission_id, sha256(('image' || g.id)::bytea), 150000, 'image/jpeg', 1200, 1600
            from pages g join bench.plan p on p.id = g.submission_id where p.state = 'accepted' order by p.n desc
            """)
        # As the triggers do.
        db.execute(
            """
            insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
            select d.id, d.reasons -> 0 ->> 'rule', d.submission_id, d.tenant, d.created_at, d.journey, p.state
            from documents d join bench.plan p on p.id = d.submission_id where d.reasons <> '[]' order by d.created_at
            """)
        db.execute("vacuum analyze")
        db.execute("checkpoint")

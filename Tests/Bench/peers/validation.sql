-- One batch through the validation stage: the statements that the worker sends, in its order, from values that lie ready.
-- What does not belong to the worker is marked with "pgbench's own".
\set n :next * :clients + :client_id
\set next :next + 1
-- pgbench's own: the values of this batch.
select * from bench.batches where n = :n \gset

-- Admission.
with asked as (
    select submission_id, max(sequence) as sequence from events where id = any((select :events::uuid[])::uuid[]) group by submission_id
)
select e.position, e.transaction_id::text::bigint as transaction_number, e.id, e.submission_id, e.tenant, e.sequence, e.type,
    e.topic, e.time, e.payload
from asked join events e on e.submission_id = asked.submission_id and e.sequence < asked.sequence
where e.type = any((select :handled::text[])::text[]) and not e.id = any((select :events::uuid[])::uuid[])
    and not exists (select from work_items w
        where w.stage = :stage::text and w.event_id = e.id and w.state in ('done', 'parked'))
order by e.submission_id, e.sequence;
insert into work_items (stage, event_id, submission_id, state, attempts, started_by, started_epoch, started_alone)
select item.stage, item.event_id, e.submission_id, 'pending', 0::int8, :owner::uuid, 1::int8, false
from unnest(:stages::text[], (select :events::uuid[])) as item (stage, event_id)
    join events e on e.id = item.event_id
order by item.stage, item.event_id
on conflict do nothing
returning stage, event_id;

-- Reading.
select * from submissions where id = any((select :submissions::uuid[])::uuid[]);
select id, submission_id, type, state, issue_date::text as issue_date, period_start::text as period_start,
    period_end::text as period_end, source, verdict, reasons, pdf_digest, pdf_size, pdf_media_type
from documents where submission_id = any((select :submissions::uuid[])::uuid[]) order by position, id;
select * from pages where submission_id = any((select :submissions::uuid[])::uuid[]) order by position, id;
select * from page_images where submission_id = any((select :submissions::uuid[])::uuid[]) order by page_id, number;

-- The commit.
begin isolation level read committed;
update submissions s set state = c.state, version = c.version, attempt = c.attempt, reasons = c.reasons,
    changed_at = c.changed_at, submitted_at = c.submitted_at, expires_at = c.expires_at
from unnest((select :submissions::uuid[]), :versions::int8[], :states::text[], :new_states::text[], :new_versions::int8[],
        :attempts::int8[], :reasons::jsonb[], :times::timestamptz[], :submitted::timestamptz[], :expiring::timestamptz[])
    as c (id, old_version, old_state, state, version, attempt, reasons, changed_at, submitted_at, expires_at)
where s.id = c.id and s.version = c.old_version and s.state = c.old_state;
with event as (insert into events (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload)
select id, submission_id, tenant, sequence, type, topic, time, traceparent, payload
from unnest(:new_events::uuid[], :submissions::uuid[], :tenants::text[], :new_versions::int8[], :types::text[],
        :topics::text[], :times::timestamptz[], :traceparents::text[], :payloads::bytea[])
    with ordinality as e (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload, number)
order by number returning position, id, submission_id, sequence, topic)
insert into outbox (position, event_id, submission_id, sequence, topic, owner)
select position, id, submission_id, sequence, topic, :owner::uuid from event where topic is not null;
update work_items w set state = ended.state,
    attempts = w.attempts + case when ended.counts and not w.started_alone then 1
        when not ended.counts and w.started_alone then -1 else 0 end,
    retry_at = now() + ended.delay * interval '1 second',
    last_error = case when ended.keeps_error then w.last_error else ended.error end,
    started_by = null, started_epoch = null, started_alone = false, changed_at = now()
from unnest(:stages::text[], (select :events::uuid[]), :ends::text[], :counting::bool[], :delays::float8[], :keeping::bool[],
        :errors::text[])
    as ended (stage, event_id, state, counts, delay, keeps_error, error)
where w.stage = ended.stage and w.event_id = ended.event_id and w.state = 'pending'
    and (ended.state = 'done' or w.started_by = :owner::uuid)
returning w.stage, w.event_id, w.state;
with known as (
    select * from unnest(:events::uuid[], :clusters::text[], :partitions::int4[], :offsets::int8[])
        as known (event_id, cluster, partition, record_offset)
), unmarked as (
    select o.position from outbox o join known using (event_id) where o.published_at is null
    for update of o skip locked
)
update outbox o set published_at = now(), cluster = known.cluster, partition = known.partition,
    record_offset = known.record_offset
from unmarked, known where o.position = unmarked.position and o.event_id = known.event_id;
commit;

-- The relay.
select o.position, o.event_id, o.submission_id, o.sequence, o.topic, e.type, e.traceparent, e.payload
from (
    select * from outbox o
    where owner = :owner::uuid and published_at is null and not position = any('{}'::int8[])
        and exists (select from instances mine where mine.id = :owner::uuid and mine.epoch = 1::int8)
        and not exists (select from outbox earlier
            where earlier.submission_id = o.submission_id and earlier.sequence < o.sequence
                and coalesce(earlier.published_at, 'infinity') = 'infinity')
    order by position limit 500::int8
) o left join events e on e.position = o.position
order by o.position;
select count(*) as waiting from (
    select from outbox where owner = :owner::uuid and published_at is null limit 501::int8
) o;
-- pgbench's own: the worker knows these from the answer above.
select array_agg(position order by position) as positions from outbox where owner = :owner::uuid and published_at is null \gset
update outbox o set published_at = now(), cluster = report.cluster, partition = report.partition,
    record_offset = report.record_offset
from unnest(:positions::int8[], :clusters::text[], :partitions::int4[], :offsets::int8[])
    as report (position, cluster, partition, record_offset)
where o.position = report.position and o.published_at is null and o.owner = :owner::uuid
    and exists (select from instances mine where mine.id = :owner::uuid and mine.epoch = 1::int8);
select position from outbox where position = any(:positions::int8[]) and published_at is not null;

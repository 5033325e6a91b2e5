-- One batch through the validation stage: the statements that the worker sends, in its order, from values that lie ready.
-- What does not belong to the worker is marked with "pgbench's own". The benchmark compares them with those of the worker's run:
-- of casts, constants and blanks alone they may differ.
\set n :next * :clients + :client_id
\set next :next + 1
-- pgbench's own: the values of this batch.
select *, cardinality(submissions::uuid[]) as count from bench.batches where n = :n \gset

-- Admission.
insert into work_items (stage, event_id, submission_id, state, attempts, started_by, started_epoch, started_alone)
select item.stage, item.event_id, e.submission_id, 'pending', 0::int8, :owner::uuid, 1::int8, false
from unnest(:stages::text[], (select :events::uuid[])) as item (stage, event_id)
    join events e on e.id = item.event_id
where not exists (select from events p
    where p.submission_id = e.submission_id and p.sequence < e.sequence
        and p.type = any((select :handled::text[])::text[])
        and not p.id = any((select :events::uuid[])::uuid[])
        and not exists (select from work_items w
            where w.stage = item.stage and w.event_id = p.id and w.state in ('done', 'parked')))
order by item.stage, item.event_id
on conflict do nothing
returning stage, event_id;

-- Reading.
select id, previews, tenant, journey, journey_version, created_at, email, push_token, expected, metadata, subject, locale,
    reference, return_url, state, version, attempt, reasons, changed_at, submitted_at, expires_at, consent_version, consent_at,
    fact_digests, reasons_sealed, submissions.personal, submissions.tenant as key_tenant,
    case when true
        then (select wrapped from docket_keys.submissions k where k.submission_id = submissions.id) end as wrapped
from submissions
where id = any((select :submissions::uuid[])::uuid[]) and erased_at is null;
select id, submission_id, type, state, issue_date::text as issue_date, expiry_date::text as expiry_date,
    period_start::text as period_start, period_end::text as period_end, source, verdict, reasons, pdf_digest, pdf_size,
    pdf_media_type, reasons_sealed
from documents where submission_id = any((select :submissions::uuid[])::uuid[]) order by position, id;
select id, document_id, submission_id, rotation, crop, original_digest, original_size, media_type, declared_media_type,
    file_extension, received_at, preview_digest, preview_size, preview_media_type, preview_width, preview_height, look, making,
    suggestion, suggestion_sealed, image_digest, image_size, image_media_type, image_width, image_height
from pages left join (
    select page_id, number, digest as image_digest, size as image_size, media_type as image_media_type,
        width as image_width, height as image_height
    from page_images
) image on page_id = id
where submission_id = any((select :submissions::uuid[])::uuid[]) order by position, id, number;

-- The commit.
select submission_id from sealed_submissions where submission_id = any((select :submissions::uuid[])::uuid[]);
select submission_id, tenant, wrapped from docket_keys.submissions
where submission_id = any((select :submissions::uuid[])::uuid[]);
begin isolation level read committed;
with changed as (update submissions s set state = c.state, version = c.version, attempt = c.attempt, reasons = c.reasons,
    changed_at = c.changed_at, submitted_at = c.submitted_at, expires_at = c.expires_at, consent_version = c.consent_version,
    consent_at = c.consent_at, fact_digests = c.fact_digests,
    reasons_sealed = case when c.reasons_sealed is null and c.reasons = s.reasons then s.reasons_sealed
    else c.reasons_sealed end
from unnest((select :submissions::uuid[]), :versions::int8[], :states::text[], :new_states::text[], :new_versions::int8[],
        :attempts::int8[], :reasons::jsonb[], :times::timestamptz[], :submitted::timestamptz[], :expiring::timestamptz[],
        :consents::text[], :consented::timestamptz[], :digests::jsonb[], :reasons_sealed::bytea[])
    as c (id, old_version, old_state, state, version, attempt, reasons, changed_at, submitted_at, expires_at, consent_version,
        consent_at, fact_digests, reasons_sealed)
where s.id = c.id and s.version = c.old_version and s.state = c.old_state returning 1)
select 1 / (count(*) = :count::int8)::int from changed;
with event as (insert into events (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload)
select id, submission_id, tenant, sequence, type, topic, time, traceparent, payload
from unnest(:new_events::uuid[], :submissions::uuid[], :tenants::text[], :new_versions::int8[], :types::text[],
        :topics::text[], :times::timestamptz[], :traceparents::text[], :payloads::bytea[])
    with ordinality as e (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload, number)
order by number returning position, id, submission_id, tenant, sequence, topic)
insert into outbox (position, event_id, submission_id, sequence, topic, owner, tenant, journey)
select event.position, event.id, event.submission_id, event.sequence, event.topic, :owner::uuid, event.tenant, j.journey
from event join unnest(:new_events::uuid[], :journeys::text[]) as j (id, journey) using (id)
where event.topic is not null;
insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts, signers_sealed)
select * from unnest(:submissions::uuid[], :attempts::int8[], :tenants::text[], :journeys::text[], :journey_versions::bytea[],
    :moments::timestamptz[], :facts::bytea[], :signers::bytea[])
on conflict (submission_id, attempt) do update set moment = excluded.moment, facts = excluded.facts,
    signers_sealed = excluded.signers_sealed, callouts = null;
with known as (
    select * from unnest(:events::uuid[], :clusters::text[], :partitions::int4[], :offsets::int8[])
        as known (event_id, cluster, partition, record_offset)
), unmarked as (
    select o.position from outbox o join known using (event_id)
    where coalesce(o.published_at, 'infinity') = 'infinity'
    for update of o skip locked
)
update outbox o set published_at = now(), cluster = known.cluster, partition = known.partition,
    record_offset = known.record_offset
from unmarked, known where o.position = unmarked.position and o.event_id = known.event_id;
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
commit;

-- The relay.
select count(*) as waiting from (
    select o.owner, o.topic, o.position from outbox o where o.published_at is null and o.owner >= :owner::uuid
    order by o.owner, o.position limit :limit::int8
) first
where first.owner = :owner::uuid and first.topic = any(:known::text[]) and first.position <> all('{}'::int8[]);
with recursive lines (owner, topic, tenant, journey) as (
    (select o.owner, o.topic, o.tenant, o.journey from outbox o
    where coalesce(o.published_at, '-infinity') = '-infinity' and o.owner = :owner::uuid
    order by o.owner, o.topic, o.tenant, o.journey limit 1)
    union all
    select next.* from lines cross join lateral (
        select o.owner, o.topic, o.tenant, o.journey from outbox o
        where coalesce(o.published_at, '-infinity') = '-infinity' and o.owner = :owner::uuid
            and (o.topic, o.tenant, o.journey) > (lines.topic, lines.tenant, lines.journey)
        order by o.owner, o.topic, o.tenant, o.journey limit 1
    ) next
), room as materialized (
    select lines.*, coalesce(weights.weight, 1) as weight,
        case when lines.topic = any(:bounded::text[])
            then coalesce(own.free, :free::int8) else :limit::int8 end as free,
        greatest(coalesce(weights.weight, 1), :share::int8, 2 * :limit::int8 / count(*) over ()) as share
    from lines left join unnest((select '{}'::text[])::text[], (select '{}'::text[])::text[],
            (select '{}'::text[])::text[], (select '{}'::int8[])::bigint[])
            as own (topic, tenant, journey, free) using (topic, tenant, journey)
        left join unnest((select '{}'::text[])::text[], (select '{}'::int8[])::bigint[])
            as weights (tenant, weight) using (tenant)
    where lines.topic = any(:known::text[])
        and exists (select from instances mine where mine.id = :owner::uuid and mine.epoch = 1::int8)
), candidates as (
    select room.topic, room.tenant, room.journey, room.free, room.weight, o.position,
        row_number() over (partition by room.topic, room.tenant, room.journey order by o.position) as place
    from room cross join lateral (
        select o.position from outbox o
        where coalesce(o.published_at, '-infinity') = '-infinity' and o.owner = room.owner and o.topic = room.topic
            and o.tenant = room.tenant and o.journey = room.journey and not o.position = any('{}'::int8[])
            and not exists (select from outbox earlier
                where earlier.submission_id = o.submission_id and earlier.sequence < o.sequence
                    and coalesce(earlier.published_at, 'infinity') = 'infinity')
        order by o.position limit least(room.free + 1, room.share)
    ) o
), taken as (
    select position, (row_number() over (partition by topic, tenant order by position) - 1) / weight as turn
    from candidates where place <= free
    order by turn, position limit :limit::int8
)
select o.position, o.event_id, o.submission_id, o.sequence, o.topic, o.tenant, o.journey, false as is_held,
    coalesce(e.tenant, h.tenant, u.tenant) as event_tenant, e.type, e.traceparent,
    coalesce(e.payload, h.event, u.event) as payload
from taken join outbox o using (position) left join events e on e.position = o.position
    left join custody_heads h on h.position = o.position left join usage_days u on u.position = o.position
union all
select null, null, null, null, topic, tenant, journey, true, null, null, null, null
from candidates where place = free + 1
order by position nulls last;
-- pgbench's own: the worker knows these from the answer above.
select array_agg(position order by position) as positions from outbox where owner = :owner::uuid and published_at is null \gset
update outbox o set published_at = now(), cluster = report.cluster, partition = report.partition,
    record_offset = report.record_offset
from unnest(:positions::int8[], :clusters::text[], :partitions::int4[], :offsets::int8[])
    as report (position, cluster, partition, record_offset)
where o.position = report.position and o.published_at is null and o.owner = :owner::uuid
    and exists (select from instances mine where mine.id = :owner::uuid and mine.epoch = 1::int8);
select position from outbox where position = any((select :positions::int8[])::bigint[]) and published_at is not null;

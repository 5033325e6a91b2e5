-- 22 baseline
-- What the steps 1 to 22 made, for a database that is empty.

-- MARK: Submissions

-- The rules that submissions were made under; a row never changes.
create table journeys (
    digest bytea primary key,
    id text not null,
    definition jsonb not null,
    recorded_at timestamptz not null default now()
);

create table submissions (
    id uuid primary key,
    tenant text not null,
    journey text not null,
    journey_version bytea not null references journeys,
    state text not null,
    version bigint not null,
    attempt int not null,
    subject text,
    reference text,
    locale text,
    email text,
    push_token text,
    metadata jsonb not null,
    return_url text,
    reasons jsonb not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    submitted_at timestamptz,
    expires_at timestamptz,
    consent_version text,
    consent_at timestamptz,
    -- How often a preview of one of its pages was recorded: that changes what is shown, and not the version.
    previews int not null default 0,
    -- When everything personal was taken out of it, and when its originals were. The row stays, for the log of events has to add
    -- up: it says no more than the events do.
    erased_at timestamptz,
    originals_erased_at timestamptz
) with (fillfactor = 80);
create index submissions_newest on submissions (tenant, created_at desc, id desc);
create index submissions_expiring on submissions (expires_at) where expires_at is not null;
-- Finds what is on its way among the many that have come to their end.
create index submissions_on_their_way on submissions (id) where state in ('submitted', 'processing');

-- Each of the filters of a listing has an index that finds the few among the many, newest first where it can. Values in these
-- that change once in a submission's life at most cost its updates nothing; the state changes with most updates, which are
-- therefore no heap-only ones any more: a queue of what waits for review is worth that.
create index submissions_of_journey on submissions (tenant, journey, created_at desc, id desc);
create index submissions_in_state on submissions (tenant, state, created_at desc, id desc);
create index submissions_of_journey_in_state on submissions (tenant, journey, state, created_at desc, id desc);
create index submissions_of_subject on submissions (tenant, subject, created_at desc, id desc) where subject is not null;
create index submissions_changed on submissions (tenant, changed_at desc, id desc);
-- Most are submitted within days, and decided, so that one moment says where to look in the order of another. These are not.
create index submissions_handed_in_late on submissions (tenant, created_at desc, id desc)
    where submitted_at - created_at > interval '7 days';
create index submissions_changed_late on submissions (tenant, changed_at desc, id desc)
    where changed_at - created_at > interval '7 days';
-- Any part of a reference, without regard to the case of ASCII letters.
create extension if not exists pg_trgm;
create index submissions_by_reference on submissions using gin (lower(reference collate "C") gin_trgm_ops)
    where reference is not null;
-- What has ended, by the rules that it ended under: the oldest goes first.
create index submissions_to_forget on submissions (journey_version, state, changed_at)
    where erased_at is null and state in ('accepted', 'rejected', 'failed', 'withdrawn', 'expired');
create index submissions_with_originals on submissions (journey_version, changed_at)
    where erased_at is null and originals_erased_at is null and state = 'accepted';

create table documents (
    id uuid primary key,
    submission_id uuid not null references submissions on delete cascade,
    position int not null,
    type text not null,
    state text not null,
    issue_date date,
    source text,
    verdict text,
    reasons jsonb not null,
    pdf_digest bytea,
    pdf_size bigint,
    pdf_media_type text,
    period_start date,
    period_end date,
    -- Whose it is, where it stands among the others, and its journey, as its submission says; none ever changes. So an index can
    -- give the submissions that have such a document in the order of a listing.
    tenant text,
    created_at timestamptz,
    journey text,
    constraint documents_are_placed check (tenant is not null and created_at is not null)
) with (fillfactor = 80);
create index documents_of_submission on documents (submission_id);
create index documents_of_type_newest on documents (type, tenant, created_at desc, submission_id desc);
create index documents_of_type_in_journey on documents (tenant, type, journey, created_at desc, submission_id desc);

-- One file of a document. The original's name is not kept.
create table pages (
    id uuid primary key,
    submission_id uuid not null references submissions on delete cascade,
    document_id uuid not null references documents on delete cascade,
    position int not null,
    rotation int not null,
    original_digest bytea,
    original_size bigint,
    media_type text,
    declared_media_type text,
    file_extension text,
    received_at timestamptz,
    preview_digest bytea,
    preview_size bigint,
    preview_media_type text,
    preview_width int,
    preview_height int,
    -- Versions of the decoders, repairs, and what was measured.
    making jsonb
) with (fillfactor = 80);
create index pages_of_submission on pages (submission_id);
create index pages_of_document on pages (document_id);
-- Whether a file was submitted before.
create index pages_of_original on pages (original_digest) where original_digest is not null;

-- The clean pages that were made of a file.
create table page_images (
    page_id uuid not null references pages on delete cascade,
    number int not null,
    submission_id uuid not null,
    digest bytea not null,
    size bigint not null,
    media_type text not null,
    width int not null,
    height int not null,
    primary key (page_id, number)
);
create index page_images_of_submission on page_images (submission_id);

-- What the rules were checked on, apart from what they said: `facts` in the form of FactsRecord. Other rules can be tried on
-- it, and it goes with its submission.
create table inspections (
    submission_id uuid not null references submissions on delete cascade,
    attempt int not null,
    tenant text not null,
    journey text not null,
    journey_version bytea not null references journeys,
    -- When it was submitted.
    moment timestamptz not null,
    facts bytea not null,
    primary key (submission_id, attempt)
);
create index inspections_in_order on inspections (journey, moment, submission_id, attempt);

-- How far a stage is with a submission of this version. For who watches: nothing depends on it, and a crash may lose it.
create sequence stage_progress_numbers;
create unlogged table stage_progress (
    submission_id uuid primary key references submissions on delete cascade,
    version bigint not null,
    done int not null,
    total int not null,
    -- Grows with every change.
    number bigint not null
) with (fillfactor = 50);
create index stage_progress_by_number on stage_progress (number);

-- MARK: Listings by reason

-- By which rule something was refused or warned of, for each submission and each document that is not removed. The reasons
-- stay where they are; these rows follow them, and are there for listings by reason alone. Of what has reasons there is
-- little, so that the submission's state can stand beside each of them as well.
create table reason_places (
    -- The document or the submission.
    owner uuid not null,
    rule text not null,
    submission_id uuid not null references submissions on delete cascade,
    tenant text not null,
    -- Of the submission.
    created_at timestamptz not null,
    journey text,
    state text,
    primary key (owner, rule)
);
create index reason_places_newest on reason_places (rule, tenant, created_at desc, submission_id desc);
create index reason_places_of_submission on reason_places (submission_id);
create index reason_places_in_journey on reason_places (tenant, rule, journey, created_at desc, submission_id desc);
create index reason_places_in_state on reason_places (tenant, rule, state, created_at desc, submission_id desc);

create function place_document() returns trigger language plpgsql as $$
begin
    select s.journey into new.journey from submissions s where s.id = new.submission_id;
    return new;
end $$;
create trigger document_placed before insert or update on documents for each row
    when (new.journey is null) execute function place_document();

create function place_reasons_of_submission() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then delete from reason_places where owner = old.id; end if;
    insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
        select distinct new.id, r ->> 'rule', new.id, new.tenant, new.created_at, new.journey, new.state
        from jsonb_array_elements(new.reasons) r where r ->> 'rule' is not null;
    return null;
end $$;

create function place_reasons_of_document() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then delete from reason_places where owner = old.id; end if;
    if tg_op <> 'DELETE' and new.state <> 'removed' then
        insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
            select distinct new.id, r ->> 'rule', new.submission_id, new.tenant, new.created_at, s.journey, s.state
            from jsonb_array_elements(new.reasons) r join submissions s on s.id = new.submission_id
            where r ->> 'rule' is not null;
    end if;
    return null;
end $$;

create function move_reasons() returns trigger language plpgsql as $$
begin
    update reason_places set state = new.state where submission_id = new.id and state is distinct from new.state;
    return null;
end $$;

-- Most have no reasons, and cost nothing more than looking.
create trigger submission_made after insert on submissions for each row when (new.reasons <> '[]')
    execute function place_reasons_of_submission();
create trigger submission_changed after update on submissions for each row
    when (old.reasons <> '[]' or new.reasons <> '[]') execute function place_reasons_of_submission();
create trigger submission_moved after update of state on submissions for each row
    when (old.state <> new.state) execute function move_reasons();
create trigger document_made after insert on documents for each row when (new.reasons <> '[]')
    execute function place_reasons_of_document();
create trigger document_changed after update on documents for each row
    when (old.reasons <> '[]' or new.reasons <> '[]') execute function place_reasons_of_document();
create trigger document_removed after delete on documents for each row when (old.reasons <> '[]')
    execute function place_reasons_of_document();

-- MARK: Events

-- Append-only: the exact bytes of every event. transaction_id orders what readers may see (see EventLog).
create table events (
    position bigint generated always as identity primary key,
    transaction_id xid8 not null default pg_current_xact_id(),
    id uuid not null unique,
    submission_id uuid not null,
    tenant text not null,
    sequence bigint not null,
    type text not null,
    topic text,
    time timestamptz not null,
    traceparent text,
    payload bytea not null,
    unique (submission_id, sequence)
);
create index events_in_order on events (transaction_id, position);
create index events_of_tenant_in_order on events (tenant, transaction_id, position);
create index events_of_tenant_in_time on events (tenant, time);

-- What has to reach Kafka, and where it lies there. Not tied to events by a foreign key: rows are written together. Rows come
-- and go here all the time, as in some tables below: dead ones are cleared by their number, not by a share of the table.
create table outbox (
    position bigint primary key,
    event_id uuid not null unique,
    submission_id uuid not null,
    sequence bigint not null,
    topic text not null,
    owner uuid not null,
    published_at timestamptz,
    cluster text,
    partition int,
    record_offset bigint,
    -- How often the record was passed over by its consumers, so that nothing is emitted in vain for ever.
    passed_over int not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);
create index outbox_of_owner on outbox (owner, position) where published_at is null;
-- Of all rows. That there are hardly any unpublished ones is what the planner knows, and it is wrong whenever it matters:
-- over an index of these alone it would read all of them for each row that is to be claimed.
create index outbox_of_submission on outbox (submission_id, sequence);
create index outbox_published on outbox (published_at) where published_at is not null;

-- What stages gave up. A row of the outbox with the same position takes it to its topic; no event has that number.
create table dead_letters (
    position bigint primary key,
    stage text not null,
    -- Null when the record held no event of the log.
    event_id uuid,
    attempts int not null,
    code text not null,
    problem text not null,
    failed_at timestamptz not null,
    -- Where the record lay; null when the database brought the event.
    cluster text,
    topic text,
    partition int,
    record_offset bigint,
    key bytea not null,
    value bytea not null
);
-- Nothing else knows that such a record was given up before.
create unique index dead_letters_of_records on dead_letters
    (stage, coalesce(cluster, ''), topic, partition, record_offset) where event_id is null;
create index dead_letters_by_age on dead_letters (failed_at);

-- MARK: Stages

-- One sequence for all leases, so that no two leases ever had the same epoch.
create sequence lease_epochs;
create table instances (
    id uuid primary key,
    service text not null,
    epoch bigint not null,
    started_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create table work_items (
    stage text not null,
    event_id uuid not null,
    submission_id uuid not null,
    state text not null check (state in ('pending', 'done', 'parked')),
    attempts int not null,
    -- Set while somebody works on it.
    started_by uuid,
    started_epoch bigint,
    started_alone boolean not null default false,
    retry_at timestamptz,
    last_error text,
    changed_at timestamptz not null default now(),
    primary key (stage, event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index work_items_waiting on work_items (stage, retry_at) where state = 'pending' and started_by is null;
create index work_items_started on work_items (stage, started_by) where state = 'pending' and started_by is not null;
create index work_items_parked on work_items (stage, changed_at) where state = 'parked';
create index work_items_done on work_items (changed_at) where state = 'done';

-- Stages that take no new work for now.
create table stage_pauses (
    stage text primary key,
    actor text not null,
    reason text,
    since timestamptz not null default now()
);

-- When the last look at everything in flight began: one row.
create table reconcile_rounds (
    singleton boolean primary key default true check (singleton),
    began_at timestamptz not null
);

-- MARK: Deliveries

create table deliveries (
    event_id uuid not null,
    channel text not null,
    endpoint text not null,
    submission_id uuid not null,
    sequence bigint not null,
    state text not null check (state in ('pending', 'delivered', 'given_up')),
    attempts int not null default 0,
    started_by uuid,
    started_epoch bigint,
    next_at timestamptz,
    last_status int,
    last_error text,
    changed_at timestamptz not null default now(),
    -- By which operators and tenants know it.
    id uuid not null default gen_random_uuid(),
    tenant text not null default '',
    -- Those before an operator had it tried anew, which do not count.
    attempts_before int not null default 0,
    planned_at timestamptz not null default now(),
    primary key (event_id, channel, endpoint)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index deliveries_pending on deliveries (channel, next_at) where state = 'pending';
create index deliveries_in_order on deliveries (submission_id, channel, endpoint, sequence);
-- What has ended, by when: the oldest goes first.
create index deliveries_ended on deliveries (changed_at) where state <> 'pending';
create unique index deliveries_by_id on deliveries (id);
create index deliveries_of_tenant on deliveries (tenant, planned_at desc, id desc);
create index deliveries_of_endpoint on deliveries (channel, endpoint, next_at) where state = 'pending';
create index deliveries_given_up on deliveries (channel, endpoint, changed_at) where state = 'given_up';

-- What was sent and answered, bounded and without secrets.
create table delivery_tries (
    event_id uuid not null,
    channel text not null,
    endpoint text not null,
    attempt int not null,
    began_at timestamptz not null,
    milliseconds int not null,
    status int,
    error text,
    request jsonb not null,
    response jsonb,
    primary key (event_id, channel, endpoint, attempt),
    foreign key (event_id, channel, endpoint) references deliveries on delete cascade
);

-- Who is told over HTTP.
create table webhook_endpoints (
    id text primary key,
    tenant text not null,
    url text not null,
    name text,
    -- Empty: of all.
    event_types jsonb not null,
    -- Who is told in person when it has to be disabled.
    contact text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    created_by text not null,
    disabled_at timestamptz,
    disabled_because text check (disabled_because in ('operator', 'gone', 'failing')),
    -- Since when no try has succeeded; NULL while the last one has.
    failing_since timestamptz,
    check ((disabled_at is null) = (disabled_because is null))
) with (fillfactor = 80);
create index webhook_endpoints_of_tenant on webhook_endpoints (tenant, created_at);

-- What its messages are signed with. The one that another has replaced goes on signing beside it until it expires.
create table webhook_keys (
    endpoint text not null references webhook_endpoints on delete cascade,
    kind text not null check (kind in ('v1', 'v1a')),
    secret bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    primary key (endpoint, kind, created_at)
);

-- What the contact of an endpoint is to be told in person, once.
create table endpoint_notices (
    id uuid primary key default gen_random_uuid(),
    endpoint text not null,
    tenant text not null,
    url text not null,
    contact text not null,
    because text not null,
    noted_at timestamptz not null default now(),
    -- NULL when it has been told, or cannot be.
    next_at timestamptz default now(),
    attempts int not null default 0,
    last_error text
);
create index endpoint_notices_waiting on endpoint_notices (next_at) where next_at is not null;

-- Devices that Apple's push service knows no more. Of each a digest, from which nobody can tell the token.
create table retired_device_tokens (
    digest bytea primary key,
    because text not null,
    retired_at timestamptz not null
);
create index retired_device_tokens_by_age on retired_device_tokens (retired_at);

-- MARK: Uploads and idempotency

-- Files on their way in. `received` bytes are durable in the blob store; only the writer of the current epoch may say that
-- there are more.
create table uploads (
    id uuid primary key,
    tenant text not null,
    submission_id uuid not null references submissions on delete cascade,
    -- A document may be removed while a file is on its way to it.
    document_id uuid not null,
    kind text not null check (kind in ('whole', 'part', 'joined')),
    state text not null default 'open' check (state in ('open', 'completed', 'refused', 'aborted')),
    length bigint check (length >= 0),
    received bigint not null default 0 check (received >= 0),
    writer_epoch bigint not null default 1,
    -- Set while the writer of this epoch has not said that it ended: it may be alive somewhere.
    is_writing boolean not null,
    -- Which files of the blob store hold the bytes; empty once these were removed.
    segments jsonb not null,
    -- SHA-256 in mid-way.
    digest_state bytea,
    declared_media_type text,
    file_extension text,
    -- What the client said of the file; forgotten when the upload ends.
    metadata text,
    concatenation text,
    expected_digests jsonb not null,
    digest bytea,
    problem text,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz
) with (fillfactor = 70);
create index uploads_expiring on uploads (expires_at) where state = 'open';
create index uploads_ended on uploads (ended_at) where state <> 'open';
create index uploads_of_submission on uploads (submission_id);
create index uploads_open_of_document on uploads (document_id) where state = 'open';

-- One row for each key that a client named and that is held or answered. `status` is null while the request runs; the answer is
-- written with the change that it tells of.
create table idempotency_keys (
    tenant text not null,
    key text not null,
    -- Which try of the request holds the key, and until when nobody may take it over.
    holder uuid not null,
    held_until timestamptz not null,
    -- Of the request; null while an upload is still on its way.
    fingerprint bytea,
    submission_id uuid references submissions on delete cascade,
    status int,
    headers jsonb,
    body bytea,
    expires_at timestamptz not null,
    primary key (tenant, key)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
create index idempotency_keys_expiring on idempotency_keys (expires_at);
create index idempotency_keys_of_submission on idempotency_keys (submission_id) where submission_id is not null;

-- MARK: Keys and links

-- Secrets that all processes of an installation share; made when the schema is migrated.
create table keys (
    purpose text primary key,
    secret bytea not null,
    created_at timestamptz not null default now()
);

-- What a back end comes in with. Of the key itself only a digest is kept.
create table api_keys (
    prefix text primary key,
    tenant text not null,
    role text not null,
    name text,
    digest bytea not null,
    created_at timestamptz not null default now(),
    created_by text not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz
) with (fillfactor = 80);
create index api_keys_of_tenant on api_keys (tenant, created_at);

-- What a client or a person is given for one submission.
create table submission_links (
    id uuid primary key,
    prefix text not null unique,
    digest bytea not null,
    tenant text not null,
    submission_id uuid not null references submissions on delete cascade,
    purpose text not null check (purpose in ('upload', 'status')),
    created_at timestamptz not null default now(),
    created_by text not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz
) with (fillfactor = 80);
create index submission_links_of_submission on submission_links (submission_id, created_at);
-- Those that expired long ago are forgotten.
create index submission_links_by_end on submission_links (expires_at);

-- MARK: Audit and erasure

-- Append-only: who or what did something, also where it concerns no one submission; which event told of it, from where it was
-- done, and what was said.
create table audit (
    id bigint generated always as identity primary key,
    tenant text not null,
    submission_id uuid,
    action text not null,
    resource text not null,
    basis text not null check (basis in ('person', 'policy')),
    actor text not null,
    time timestamptz not null,
    event_id uuid,
    address text,
    note text
);
create index audit_of_submission on audit (submission_id, id);
create index audit_of_tenant on audit (tenant, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_is_append_only before delete or truncate on audit
    for each statement execute function refuse_change();

-- The trail stays what it is. What it says of a person (the address they came from, words that were written down) can be
-- taken out by who erases that person, and nothing else can be changed.
create function refuse_change_but_erasing() returns trigger language plpgsql as $$
begin
    if current_setting('docket.erasing', true) is distinct from 'on' or new.address is not null
        or new.note is not null or (new.actor <> old.actor and new.actor <> 'erased')
        or (old.id, old.tenant, old.submission_id, old.action, old.resource, old.basis, old.time, old.event_id)
            is distinct from
            (new.id, new.tenant, new.submission_id, new.action, new.resource, new.basis, new.time, new.event_id)
    then
        raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
create trigger audit_only_forgets before update on audit
    for each row execute function refuse_change_but_erasing();

-- What nobody may destroy, nor any policy, until it is released: one submission, or all of a subject.
create table legal_holds (
    id uuid primary key default gen_random_uuid(),
    tenant text not null,
    submission_id uuid,
    subject text,
    reason text,
    set_by text not null,
    set_at timestamptz not null default now(),
    released_by text,
    released_at timestamptz,
    check ((released_at is null) = (released_by is null)),
    check (released_at is not null or (submission_id is null) <> (subject is null))
);
create unique index legal_holds_of_submission on legal_holds (submission_id)
    where released_at is null and submission_id is not null;
create unique index legal_holds_of_subject on legal_holds (tenant, subject)
    where released_at is null and subject is not null;

-- What was erased on whose word, in ids alone; and when its folder of the blob store is to be looked at next, for a worker
-- that was in the middle of it may write there once more.
create table erasures (
    submission_id uuid primary key,
    tenant text not null,
    basis text not null,
    actor text not null,
    erased_at timestamptz not null,
    sweep_at timestamptz
);
create index erasures_to_sweep on erasures (sweep_at) where sweep_at is not null;

-- Bytes that nothing refers to any more, to be erased once the grace period is over.
create table blob_erasures (
    submission_id uuid not null,
    digest bytea not null,
    tenant text not null,
    erase_after timestamptz not null,
    primary key (submission_id, digest)
);
create index blob_erasures_due on blob_erasures (erase_after);

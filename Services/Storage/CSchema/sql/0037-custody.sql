-- 37 the log of custody
-- Only adds. Rows that are there are collected first, in the order of their numbers.
-- docket: locks audit
-- docket: locks-writes erasures

-- docket: statements
-- A row's place among those that others have committed, as that of an event. Those of before lie before all others.
alter table audit add column if not exists transaction_id xid8 not null default '0';
alter table audit alter column transaction_id set default event_transaction_id();
create or replace function refuse_change_but_erasing() returns trigger language plpgsql as $$
begin
    if current_setting('docket.erasing', true) is distinct from 'on' or new.address is not null
        or new.note is not null or (new.actor <> old.actor and new.actor <> 'erased')
        or (old.id, old.tenant, old.submission_id, old.action, old.resource, old.basis, old.time, old.event_id, old.transaction_id)
            is distinct from
            (new.id, new.tenant, new.submission_id, new.action, new.resource, new.basis, new.time, new.event_id, new.transaction_id)
    then
        raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;

-- Up to where rows are leaves. Who collects holds the row.
create table if not exists custody_collector (
    is_only boolean primary key default true check (is_only),
    event_place xid8 not null default '0',
    event_position bigint not null default 0,
    audit_place xid8 not null default '0',
    audit_number bigint not null default 0
);
insert into custody_collector default values on conflict do nothing;

-- A log for each tenant (RFC 9162, section 2.1).
create table if not exists custody_trees (
    tenant text primary key,
    -- The key of its records.
    id uuid not null default gen_random_uuid(),
    size bigint not null default 0
) with (fillfactor = 70);

-- What a leaf is of: a row of `audit` by its id, one of `events` by its position.
create table if not exists custody_leaves (
    tenant text not null,
    leaf bigint not null,
    kind text not null check (kind in ('audit', 'event')),
    number bigint not null,
    -- The leaf's hash is of it and of the commitment: a leaf cannot be passed off as one of what was erased.
    submission_id uuid,
    commitment bytea not null,
    primary key (tenant, leaf),
    unique (kind, number)
);
create index if not exists custody_leaves_of_submission on custody_leaves (submission_id, leaf) where submission_id is not null;

-- Without its salt nobody can tell what a leaf was of: those of a submission go when it is erased.
create table if not exists custody_salts (
    tenant text not null,
    leaf bigint not null,
    submission_id uuid,
    salt bytea not null,
    primary key (tenant, leaf)
);
create index if not exists custody_salts_of_submission on custody_salts (submission_id) where submission_id is not null;

-- Whatever version erases a submission: its salts go with it. Who collects waits until that is committed, or is waited for: it never
-- writes down a row that it has read as it was.
create or replace function forget_salts() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(7329000029);
    delete from custody_salts where submission_id = new.submission_id;
    return null;
end $$;
create or replace trigger salts_forgotten after insert or update of erased_at on erasures for each row
    execute function forget_salts();

-- Up to 256 hashes in a row: of leaves at level 0, of whole tiles of the level below at the others.
create table if not exists custody_tiles (
    tenant text not null,
    level int not null,
    tile bigint not null,
    hashes bytea not null,
    primary key (tenant, level, tile)
);
alter table custody_tiles alter column hashes set storage external;

-- What the installation has signed of a log.
create table if not exists custody_heads (
    tenant text not null,
    number bigint not null,
    era int not null,
    size bigint not null,
    root bytea not null,
    signed_at timestamptz not null,
    statement text not null,
    -- Its row of the outbox, and the bytes of its record.
    position bigint not null unique,
    event bytea not null,
    primary key (tenant, number)
);

-- docket: index
create index concurrently audit_in_order on audit (transaction_id, id);

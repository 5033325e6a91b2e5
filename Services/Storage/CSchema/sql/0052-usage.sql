-- 52 what tenants use
-- Only adds. What was done before is not counted: of its pages no event says how many there were.

-- Up to where events are counted. Who counts holds the row.
create table usage_collector (
    is_only boolean primary key default true check (is_only),
    place xid8 not null,
    position bigint not null default 0,
    -- The first day, in UTC, that is not closed: nothing is added to those before it.
    open_from date not null
);
insert into usage_collector (place, open_from)
values (event_place(current_event_era(), pg_snapshot_xmax(pg_current_snapshot())), (now() at time zone 'utc')::date);

-- What a tenant has used on a day. Nothing of it names a submission or a person.
create table usage_days (
    tenant text not null,
    day date not null,
    submissions bigint not null,
    files bigint not null,
    bytes bigint not null,
    pages_made bigint not null,
    pages_read bigint not null,
    -- Of a closed day: its row of the outbox, the bytes of its record, and when that was.
    position bigint unique,
    event bytea,
    told_at timestamptz,
    primary key (tenant, day)
) with (fillfactor = 70);
create index usage_days_untold on usage_days (day, tenant) where position is null;

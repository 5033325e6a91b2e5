-- 26 eras of the log
-- Only adds: in its first era the log numbers transactions as before, so that an older version reads it and writes to it.
-- docket: locks events

-- While the numbers of transactions ascend, an era of the log lasts. It ends where they may begin again, and where events may
-- have been lost: with a restore, in another cluster, with a failover.
create table event_eras (
    number int primary key check (number between 0 and 32767),
    -- Where its transactions are numbered.
    place text not null,
    began_at timestamptz not null default now()
);

-- A transaction's place in the log. The era comes first: whatever a later one holds lies behind all that earlier ones hold.
create function event_place(era int, transaction xid8) returns xid8 language sql immutable as $$
    select ((era::bigint << 48) | transaction::text::bigint)::text::xid8
$$;

-- Finds the era in which this server writes. Who asks first begins it.
create function find_event_era() returns int language plpgsql as $$
declare
    here text;
    last int;
    last_place text;
    highest xid8;
    unused xid8;
    new int;
begin
    -- A standby shows what its primary has written.
    if pg_is_in_recovery() then return (select coalesce(max(number), 0) from event_eras); end if;
    -- The timeline is that of what is written now: the control file learns of a promotion later. A restore gives the table
    -- another oid, also in the same cluster.
    here := concat_ws('/', (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
        (select oid from pg_database where datname = current_database()), 'events'::regclass::oid);
    loop
        -- Of one snapshot: others begin an era and write events meanwhile. All that it shows was written below its end.
        select era.number, era.place, (select transaction_id from events order by transaction_id desc limit 1),
                pg_snapshot_xmax(pg_current_snapshot())
            into last, last_place, highest, unused
            from (select) as always left join (select number, place from event_eras order by number desc limit 1) as era on true;
        if last_place = here and coalesce(highest < event_place(last, unused), true) then
            perform set_config('docket.event_era', last::text, false);
            return last;
        end if;
        new := case
            -- Before there were eras.
            when last is null and coalesce(highest < unused, true) then 0
            else greatest(coalesce(last, 0), coalesce(highest::text::bigint >> 48, 0)) + 1 end;
        if current_setting('transaction_read_only')::boolean then return new; end if;
        -- Of two connections, one waits here for the other.
        insert into event_eras (number, place) values (new, here) on conflict do nothing;
        if found then
            -- Logical replication brings rows, and leaves sequences as they were.
            perform setval(sequence, used) from (values
                (pg_get_serial_sequence('events', 'position')::regclass, greatest((select max(position) from events),
                    (select max(position) from outbox), (select max(position) from dead_letters))),
                (pg_get_serial_sequence('audit', 'id')::regclass, (select max(id) from audit)),
                ('lease_epochs'::regclass, (select max(epoch) from instances))) as sequences (sequence, used)
                where used > coalesce(pg_sequence_last_value(sequence), 0);
        elsif current_setting('transaction_isolation') <> 'read committed' then
            raise exception 'another connection begins an era of the log' using errcode = 'serialization_failure';
        end if;
    end loop;
end
$$;

-- A connection asks once: it ends with its server.
create function current_event_era() returns int language sql as $$
    select coalesce(nullif(current_setting('docket.event_era', true), '')::int, find_event_era())
$$;

create function event_transaction_id() returns xid8 language sql as $$
    select event_place(current_event_era(), pg_current_xact_id())
$$;

alter table events alter column transaction_id set default event_transaction_id();
select current_event_era();

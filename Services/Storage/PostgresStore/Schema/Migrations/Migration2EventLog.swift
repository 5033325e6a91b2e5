import Domain

extension Migration {
    static let eventLog = Migration(
        version: 2, name: "event log and outbox",
        sql: """
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

            -- What has to reach Kafka, and where it lies there. Not tied to events by a foreign key: rows are written together.
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
                record_offset bigint
            ) with (fillfactor = 70);
            create index outbox_of_owner on outbox (owner, position) where published_at is null;
            create index outbox_predecessors on outbox (submission_id, sequence) where published_at is null;
            create index outbox_published on outbox (published_at) where published_at is not null;
            """)
}

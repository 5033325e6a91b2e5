extension Migration {
    static let delivery = Migration(
        version: 3, name: "leases, work items and deliveries",
        sql: """
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
            ) with (fillfactor = 70);
            create index work_items_waiting on work_items (stage, retry_at) where state = 'pending' and started_by is null;
            create index work_items_started on work_items (stage, started_by) where state = 'pending' and started_by is not null;
            create index work_items_parked on work_items (stage, changed_at) where state = 'parked';
            create index work_items_done on work_items (changed_at) where state = 'done';

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
                primary key (event_id, channel, endpoint)
            ) with (fillfactor = 70);
            create index deliveries_pending on deliveries (channel, next_at) where state = 'pending';
            create index deliveries_in_order on deliveries (submission_id, channel, endpoint, sequence);
            """)
}

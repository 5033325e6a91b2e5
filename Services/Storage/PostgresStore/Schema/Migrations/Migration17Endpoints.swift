extension Migration {
    static let endpoints = Migration(
        version: 17, name: "webhook endpoints and tries",
        sql: """
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

            -- A delivery as operators and tenants know it. Of attempts, those before an operator had it tried anew do not count.
            alter table deliveries add column id uuid not null default gen_random_uuid(),
                add column tenant text not null default '',
                add column attempts_before int not null default 0,
                add column planned_at timestamptz not null default now();
            update deliveries d set tenant = e.tenant, planned_at = e.time from events e where e.id = d.event_id;
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

            create index events_of_tenant_in_time on events (tenant, time);
            """)
}

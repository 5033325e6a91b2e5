extension Migration {
    static let notices = Migration(
        version: 18, name: "notices to owners of endpoints",
        sql: """
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
            """)
}

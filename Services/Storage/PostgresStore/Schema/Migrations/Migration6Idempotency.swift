extension Migration {
    static let idempotency = Migration(
        version: 6, name: "idempotency keys",
        sql: """
            -- One row for each key that a client named and that is held or answered. `status` is null while the request runs;
            -- the answer is written with the change that it tells of.
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
            ) with (fillfactor = 70);
            create index idempotency_keys_expiring on idempotency_keys (expires_at);
            create index idempotency_keys_of_submission on idempotency_keys (submission_id) where submission_id is not null;
            """)
}

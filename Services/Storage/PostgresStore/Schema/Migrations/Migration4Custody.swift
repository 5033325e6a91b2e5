extension Migration {
    static let custody = Migration(
        version: 4, name: "keys, audit trail and erasure",
        sql: """
            -- Secrets that all processes of an installation share; made when the schema is migrated.
            create table keys (
                purpose text primary key,
                secret bytea not null,
                created_at timestamptz not null default now()
            );

            -- Append-only: who or what confirmed that something was destroyed.
            create table audit (
                id bigint generated always as identity primary key,
                tenant text not null,
                submission_id uuid not null,
                action text not null,
                resource text not null,
                basis text not null check (basis in ('person', 'policy')),
                actor text not null,
                time timestamptz not null
            );
            create index audit_of_submission on audit (submission_id, id);

            -- Bytes that nothing refers to any more, to be erased once the grace period is over.
            create table blob_erasures (
                submission_id uuid not null,
                digest bytea not null,
                tenant text not null,
                erase_after timestamptz not null,
                primary key (submission_id, digest)
            );
            create index blob_erasures_due on blob_erasures (erase_after);
            """)
}

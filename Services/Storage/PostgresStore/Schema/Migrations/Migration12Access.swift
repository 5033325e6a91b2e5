extension Migration {
    static let access = Migration(
        version: 12, name: "keys, links and the whole audit trail",
        sql: """
            -- Also of acts that concern no one submission; which event told of it, from where it was done, and what was said.
            alter table audit alter column submission_id drop not null,
                add column event_id uuid, add column address text, add column note text;
            create index audit_of_tenant on audit (tenant, id);

            create function refuse_change() returns trigger language plpgsql as $$
            begin
                raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
            end
            $$;
            create trigger audit_is_append_only before update or delete or truncate on audit
                for each statement execute function refuse_change();

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

            -- What a client or a person is handed for one submission.
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
            """)
}

extension Migration {
    static let uploads = Migration(
        version: 7, name: "uploads",
        sql: """
            -- Files on their way in. `received` bytes are durable in the blob store; only the writer of the current epoch may
            -- say that there are more.
            create table uploads (
                id uuid primary key,
                tenant text not null,
                submission_id uuid not null references submissions on delete cascade,
                -- A document may be removed while a file is on its way to it.
                document_id uuid not null,
                kind text not null check (kind in ('whole', 'part', 'joined')),
                state text not null default 'open' check (state in ('open', 'completed', 'refused', 'aborted')),
                length bigint check (length >= 0),
                received bigint not null default 0 check (received >= 0),
                writer_epoch bigint not null default 1,
                -- Set while the writer of this epoch has not said that it ended: it may be alive somewhere.
                is_writing boolean not null,
                -- Which files of the blob store hold the bytes; empty once these were removed.
                segments jsonb not null,
                -- SHA-256 in mid-way.
                digest_state bytea,
                declared_media_type text,
                file_extension text,
                -- What the client said of the file; forgotten when the upload ends.
                metadata text,
                concatenation text,
                expected_digests jsonb not null,
                digest bytea,
                problem text,
                created_at timestamptz not null default now(),
                changed_at timestamptz not null default now(),
                expires_at timestamptz not null,
                ended_at timestamptz
            ) with (fillfactor = 70);
            create index uploads_expiring on uploads (expires_at) where state = 'open';
            create index uploads_ended on uploads (ended_at) where state <> 'open';
            create index uploads_of_submission on uploads (submission_id);
            create index uploads_open_of_document on uploads (document_id) where state = 'open';
            """)
}

extension Migration {
    static let making = Migration(
        version: 14, name: "how pages are made",
        sql: """
            -- Versions of the decoders, repairs, and what was measured.
            alter table pages add column making jsonb;

            -- How far a stage is with a submission of this version. For who watches: nothing depends on it, and a crash may lose it.
            create sequence stage_progress_numbers;
            create unlogged table stage_progress (
                submission_id uuid primary key references submissions on delete cascade,
                version bigint not null,
                done int not null,
                total int not null,
                -- Grows with every change.
                number bigint not null
            ) with (fillfactor = 50);
            create index stage_progress_by_number on stage_progress (number);
            """)
}

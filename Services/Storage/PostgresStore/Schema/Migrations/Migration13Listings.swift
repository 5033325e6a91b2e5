extension Migration {
    static let listings = Migration(
        version: 13, name: "indexes of listings",
        sql: """
            -- Each of the filters of a listing has an index that finds the few among the many, newest first where it can.
            -- Values in these that change once in a submission's life at most cost its updates nothing; the state changes with
            -- most updates, which are therefore no heap-only ones any more: a queue of what waits for review is worth that.
            create index submissions_of_journey on submissions (tenant, journey, created_at desc, id desc);
            create index submissions_in_state on submissions (tenant, state, created_at desc, id desc);
            create index submissions_of_subject on submissions (tenant, subject, created_at desc, id desc)
                where subject is not null;

            -- Any part of a reference, without regard to the case of ASCII letters.
            create extension if not exists pg_trgm;
            create index submissions_by_reference on submissions using gin (lower(reference collate "C") gin_trgm_ops)
                where reference is not null;

            create index documents_of_type on documents (type, submission_id);
            -- Most have none, and are not in here; an update that leaves the reasons as they were stays a heap-only one.
            create index submissions_by_reason on submissions using gin (reasons jsonb_path_ops) where reasons <> '[]';
            create index documents_by_reason on documents using gin (reasons jsonb_path_ops) where reasons <> '[]';
            """)
}

extension Migration {
    /// Only adds: a version that does not know of it leaves these rows of the outbox to one that does.
    static let deadLetters = Migration(
        version: 11, name: "dead letters",
        sql: """
            -- What stages gave up. A row of the outbox with the same position takes it to its topic; no event has that number.
            create table dead_letters (
                position bigint primary key,
                stage text not null,
                -- Null when the record held no event of the log.
                event_id uuid,
                attempts int not null,
                code text not null,
                problem text not null,
                failed_at timestamptz not null,
                -- Where the record lay; null when the database brought the event.
                cluster text,
                topic text,
                partition int,
                record_offset bigint,
                key bytea not null,
                value bytea not null
            );
            -- Nothing else knows that such a record was given up before.
            create unique index dead_letters_of_records on dead_letters
                (stage, coalesce(cluster, ''), topic, partition, record_offset) where event_id is null;
            create index dead_letters_by_age on dead_letters (failed_at);
            """)
}

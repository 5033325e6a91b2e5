extension Migration {
    static let history = Migration(
        version: 10, name: "purging",
        sql: """
            -- What has ended, by when: the oldest goes first.
            create index deliveries_ended on deliveries (changed_at) where state <> 'pending';

            -- Rows come and go here all the time: dead ones are cleared by their number, not by a share of the table.
            alter table outbox set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);
            alter table work_items set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
            alter table deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
            alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
            """)
}

extension Migration {
    /// Only adds, with defaults: a version that does not know of it goes on working.
    static let operations = Migration(
        version: 5, name: "reconciling and pauses",
        sql: """
            -- How often the record was passed over by its consumers, so that nothing is emitted in vain for ever.
            alter table outbox add column passed_over int not null default 0;

            -- Finds what is on its way among the many that have come to their end.
            create index submissions_on_their_way on submissions (id) where state in ('submitted', 'processing');

            -- Stages that take no new work for now.
            create table stage_pauses (
                stage text primary key,
                actor text not null,
                reason text,
                since timestamptz not null default now()
            );

            -- When the last look at everything in flight began: one row.
            create table reconcile_rounds (
                singleton boolean primary key default true check (singleton),
                began_at timestamptz not null
            );
            """)
}

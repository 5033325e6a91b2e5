extension Migration {
    static let predecessors = Migration(
        version: 8, name: "predecessors in the outbox",
        sql: """
            -- Of all rows, where there was one of unpublished rows before. That there are hardly any of those is what the planner
            -- knows, and it is wrong whenever it matters: it then reads all of them for each row that is to be claimed.
            create index outbox_of_submission on outbox (submission_id, sequence);
            drop index outbox_predecessors;
            """)
}

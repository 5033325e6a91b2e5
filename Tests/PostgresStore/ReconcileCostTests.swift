import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// A backlog is looked through page by page: twice as much of it costs twice as much.
@Suite(.timeLimit(.minutes(3))) struct ReconcileCostTests {
    private static let tables = ["outbox", "work_items", "submissions", "events"]

    /// So many submissions that wait: for each two unpublished rows, of which a stage has begun none; as many whose rows are gone
    /// and whose work is unfinished; and as many that nothing moves.
    private static func pile(_ count: Int, _ pool: PostgresPool) async throws {
        _ = try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
            .createSubmission(NewSubmission(journey: "letters"), journey: SampleSubmissions.journey, tenant: "acme")
        let (type, topic) = (EventType.submissionSubmitted.rawValue, Topic.submitted.rawValue)
        try await pool.pipeline([
            "alter table submissions disable trigger user",
            """
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons, created_at,
                changed_at, submitted_at)
            select gen_random_uuid(), 'acme', journey, journey_version, 'submitted', 2, 1, '{}', '[]', created_at, changed_at,
                changed_at
            from submissions, generate_series(1, \(3 * count)) n
            """,
            """
            insert into events (id, submission_id, tenant, sequence, type, topic, time, payload)
            select gen_random_uuid(), id, tenant, 2, \(type), \(topic), now(), '{}' from submissions
                where state = 'submitted' order by id
            """,
            """
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select position, id, submission_id, sequence, topic, gen_random_uuid() from events
                where type = \(type) and position % 3 = 0
            """,
            """
            insert into work_items (stage, event_id, submission_id, state, attempts)
            select 'validation', id, submission_id, 'pending', 1 from events where type = \(type) and position % 3 = 1
            """,
            // What is finished is in nobody's way.
            """
            insert into work_items (stage, event_id, submission_id, state, attempts)
            select 'validation', gen_random_uuid(), gen_random_uuid(), 'done', 1 from generate_series(1, \(3 * count))
            """,
            "alter table submissions enable trigger user",
        ])
        for table in tables { try await pool.execute("vacuum analyze \(raw: table)") }
    }

    private func costOfAPass(over count: Int) async throws -> [String: Int] {
        var costs: [String: Int] = [:]
        try await TestDatabase.runMeasured { database in
            try await Self.pile(count, database.pool)
            let store = PostgresReconcileStore(pool: database.pool)
            for table in Self.tables {
                var found = 0
                costs[table] = try await database.rowsRead(of: table) {
                    var next: InFlightCursor? = .start
                    while let cursor = next {
                        let page = try await store.inFlightItems(from: cursor, limit: 500)
                        found += page.items.count
                        next = page.next
                    }
                }
                #expect(found >= 3 * count - 2)
            }
        }
        return costs
    }

    @Test func aWholePassReadsEachRowAFewTimesHoweverManyThereAre() async throws {
        let (few, many) = (try await costOfAPass(over: 2_000), try await costOfAPass(over: 8_000))
        for table in Self.tables {
            let (few, many) = (try #require(few[table]), try #require(many[table]))
            #expect(many <= 5 * few, "\(table): \(few) rows for 2,000 of each, \(many) for 8,000")
            #expect(many <= 8 * 3 * 8_000, "\(table): \(many)")
        }
    }
}

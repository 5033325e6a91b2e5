import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import DocketCLI

/// The time machine over a real store. DOCKET_TEST_BENCHMARK_ROWS=100000 measures it on so many past submissions.
@Suite(.timeLimit(.minutes(10))) struct WhatIfStoreTests {
    private static func journey(_ days: Int) -> JourneyDefinition {
        JourneyDefinition(
            id: "test", title: "Test", summary: "",
            documentTypes: [
                DocumentType(
                    id: "statement", title: "Statement", hint: "", icon: "", documents: CountRange(1...12),
                    issueDate: .issuedWithin(days: days))
            ], documents: CountRange(1...12))
    }

    /// Three documents of one PDF each; the oldest was issued so many days before.
    private static func record(_ age: Int, _ journey: JourneyDefinition, _ today: CalendarDate) -> FactsRecord {
        let documents = (0..<3).map { number in
            var file = PageFacts(
                id: .random(), size: 250_000, digest: ContentDigest(of: [UInt8(number), UInt8(age)]), mediaType: .pdf,
                declaredMediaType: .pdf, fileExtension: "pdf", pageCount: 3, integrity: .intact, secondOpinion: .pdf)
            file.blankPages = 0
            file.activeContent = []
            return DocumentFacts(
                id: .random(), type: "statement", issueDate: .day(today.adding(days: number == 0 ? -age : -1)), pages: [file])
        }
        return FactsRecord(SubmissionFacts(journey: journey, documents: documents, today: today))
    }

    /// As many past submissions as wanted, a tenth of each age from 5 to 95 days.
    private static func fill(_ pool: PostgresPool, _ rows: Int, _ journey: JourneyDefinition) async throws {
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        let records = (0..<10).map { Bytes(record($0 * 10 + 5, journey, today).bytes) }
        try await pool.execute(
            """
            insert into journeys (digest, id, definition)
            values (\(journey.version.bytes), 'test', \(String(decoding: try CanonicalJSON.encode(journey), as: UTF8.self))::text::jsonb)
            """)
        try await pool.execute(
            """
            with made as (
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                select gen_random_uuid(), 'default', 'test', \(journey.version.bytes), 'accepted', 5, 1, '{}', '[]',
                    now() - interval '1 day', now()
                from generate_series(1, \(rows)) returning id
            )
            insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
            select id, 1, 'default', 'test', \(journey.version.bytes), now() - interval '1 day' * (number % 20),
                (\(records))[(number % 10 + 1)::int]
            from (select id, row_number() over () as number from made) numbered
            """)
    }

    @Test func changedRulesAreTriedOnAllOfThem() async throws {
        let wanted = ProcessInfo.processInfo.environment["DOCKET_TEST_BENCHMARK_ROWS"].flatMap { Int($0) }
        let rows = wanted ?? 12_000
        try await TestDatabase.runMigrated { database in
            try await Self.fill(database.pool, rows, Self.journey(90))
            let clock = ContinuousClock()
            let start = clock.now
            let whatIf = try await WhatIfCommand.run(
                WhatIf(new: Self.journey(60)), PostgresFactsStore(pool: database.pool),
                since: Date(timeIntervalSinceNow: -86_400 * 30), tenant: nil)
            let took = start.duration(to: clock.now)
            if wanted != nil { print("what-if: \(rows) submissions in \(took)") }
            #expect(whatIf.submissions == rows)
            // Issued 65, 75 and 85 days before: three of ten were recent enough and would not be any more.
            #expect(whatIf.decidedOtherwise == rows * 3 / 10)
            #expect(whatIf.changes == [WhatIf.Change(from: .accepted, to: .refused): rows * 3 / 10])
            #expect(whatIf.rules["document.issue-date-recent"]?.added == rows * 3 / 10)
        }
    }
}

import FoundationEssentials
import Operations
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

    private static let today = CalendarDate(Timestamp(Date()), in: .utc)
    /// By the age of the oldest document.
    private static let records = Dictionary(
        uniqueKeysWithValues: stride(from: 5, to: 100, by: 10).map { ($0, record($0, journey(90), today)) })

    /// As many past submissions as wanted, a tenth of each age from 5 to 95 days.
    private static func fill(_ pool: PostgresPool, _ rows: Int, _ journey: JourneyDefinition) async throws {
        let records = Self.records.sorted { $0.key < $1.key }.map { Bytes($0.value.bytes) }
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
            let whatIf = try await WhatIfRun.run(
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

    /// Of every ten submissions, reviewers decided on three: they accepted the one issued 5 days before, sent back the one issued 75
    /// days before, and rejected the one issued 95 days before; what was rejected looks like a payslip.
    private static func review(_ pool: PostgresPool) async throws {
        for (age, type) in [(5, EventType.submissionAccepted), (75, .submissionNeedsInput), (95, .submissionRejected)] {
            try await pool.execute(
                """
                with decided as (
                    select submission_id as id, moment, gen_random_uuid() as event from inspections
                    where facts = \(Bytes(Self.records[age]?.bytes ?? []))
                ), told as (
                    insert into events (id, submission_id, tenant, sequence, type, time, payload)
                    select event, id, 'default', 9, \(type.rawValue), moment + interval '1 hour', '' from decided
                )
                insert into audit (tenant, submission_id, action, resource, basis, actor, time, event_id)
                select 'default', id, 'submission.decide', 'submissions/x', 'person', 'user:jane', moment + interval '1 hour', event
                from decided
                """)
        }
        let record = try #require(Self.records[95])
        let document = try #require(try record.facts(journey: Self.journey(90)).documents.first)
        let reading = ReadingRecord(documents: [
            ReadDocument(
                document: document.id,
                pages: [ReadPage(page: document.pages[0].id, number: 1, source: .layer, words: 100, confidence: 100)],
                kind: ReadKind(verdict: .looksLike, kind: "payslip", score: 90))
        ])
        let json = String(decoding: try CanonicalJSON.encode(reading), as: UTF8.self)
        try await pool.execute(
            "update inspections set reading = \(json)::text::jsonb where facts = \(Bytes(record.bytes))")
    }

    @Test func rulesAreHeldAgainstWhatReviewersDecided() async throws {
        let rows = 200
        try await TestDatabase.runMigrated { database in
            try await Self.fill(database.pool, rows, Self.journey(90))
            try await Self.review(database.pool)
            // Submitted again a day later, and nobody has decided on that: the decision is of the first time.
            try await database.pool.execute(
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
                select submission_id, 2, tenant, journey, journey_version, moment + interval '1 day', facts from inspections
                where facts = \(Bytes(Self.records[75]?.bytes ?? []))
                """)
            let checking = JourneyDefinition(
                id: "test", title: "Test", summary: "", documentTypes: Self.journey(60).documentTypes,
                documents: CountRange(1...12), rules: ["document.kind": .review], reading: .check)
            let whatIf = try await WhatIfRun.run(
                WhatIf(new: checking), PostgresFactsStore(pool: database.pool),
                since: Date(timeIntervalSinceNow: -86_400 * 30), tenant: nil)
            #expect(whatIf.submissions == rows + rows / 10)
            #expect(whatIf.reviewed == [.accepted: rows / 10, .refused: rows / 5])
            #expect(whatIf.reviews["document.issue-date-recent"] == WhatIf.ReviewEffect(caught: rows / 5))
            #expect(whatIf.reviews["document.kind"] == WhatIf.ReviewEffect(caught: rows / 10))
        }
    }
}

import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What the reviewers' queue costs when it is long.
@Suite(.timeLimit(.minutes(3))) struct ReviewQueueCostTests {
    private static let count = 100_000

    /// So many of one tenant in review, among as many that have ended, with a warning on each fiftieth.
    private static func fill(_ pool: PostgresPool) async throws {
        _ = try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
            .createSubmission(NewSubmission(journey: "letters"), journey: SampleSubmissions.journey, tenant: "acme")
        try await pool.pipeline([
            "alter table submissions disable trigger user", "alter table documents disable trigger user",
            """
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons, created_at,
                changed_at, submitted_at, review_since, review_due)
            select gen_random_uuid(), 'acme', journey, journey_version, 'in_review', 5, 1, '{}', '[]', at, at, at, at,
                case when n % 10 = 0 then at + interval '1 day' end
            from submissions, generate_series(1, \(Self.count)) n, lateral (select date_trunc('milliseconds', now()) - n * interval '10 seconds' as at) moment
            """,
            """
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons, created_at,
                changed_at, submitted_at)
            select gen_random_uuid(), 'acme', journey, journey_version, 'accepted', 5, 1, '{}', '[]', changed_at, changed_at,
                changed_at
            from submissions where state = 'in_review'
            """,
            """
            insert into documents (id, submission_id, position, type, state, reasons, tenant, created_at, journey)
            select gen_random_uuid(), id, 0, 'letter', 'checking', '[]', tenant, created_at, journey from submissions
            where state = 'in_review'
            """,
            """
            insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
            select id, 'file.sharp', id, tenant, created_at, journey, state from submissions
            where state = 'in_review' and extract(epoch from created_at)::bigint % 500 < 10
            """,
            "alter table submissions enable trigger user", "alter table documents enable trigger user",
        ])
        for table in ["submissions", "documents", "reason_places"] { try await pool.execute("vacuum analyze \(raw: table)") }
    }

    @Test func aPageOfALongQueueReadsItsOwnRowsAlone() async throws {
        try await TestDatabase.runMeasured { database in
            let pool = database.pool
            try await Self.fill(pool)
            let (reviews, mia) = (ReviewStore(pool: pool), Reviewer(actor: "user:mia"))
            func cost(
                _ filter: ReviewFilter = ReviewFilter(), after place: ReviewPlace? = nil
            ) async throws -> (rows: Int, items: [ReviewItem], next: ReviewPlace?) {
                var part: (items: [ReviewItem], next: ReviewPlace?) = ([], nil)
                let rows = try await database.rowsRead(of: "submissions") {
                    part = try await reviews.queue(tenant: "acme", reviewer: mia, matching: filter, limit: 50, after: place)
                }
                return (rows, part.items, part.next)
            }
            let first = try await cost()
            #expect(first.rows < 300 && first.items.count == 50, "\(first.rows)")
            #expect(first.items.map(\.place.since) == first.items.map(\.place.since).sorted())
            let next = try #require(first.next)
            let second = try await cost(after: next)
            #expect(second.rows < 300 && second.items.first?.place.since ?? .init(.distantPast) > first.items[49].place.since)
            var filter = ReviewFilter()
            filter.journey = first.items[0].journey
            #expect(try await cost(filter).rows < 300)
            filter = ReviewFilter()
            filter.warning = "file.sharp"
            let warned = try await cost(filter)
            #expect(warned.items.count == 50 && warned.rows < 12_000, "\(warned.rows)")
            filter = ReviewFilter()
            filter.isOverdue = true
            let overdue = try await cost(filter)
            #expect(overdue.items.count == 50 && overdue.items.allSatisfy(\.isOverdue) && overdue.rows < 5_000, "\(overdue.rows)")
            filter = ReviewFilter()
            filter.claims = .free
            #expect(try await cost(filter).rows < 300)
            let counted = try await database.rowsRead(of: "submissions") {
                let counts = try await reviews.counts(tenant: "acme", reviewer: mia)
                #expect(counts.waiting == ReviewCounts.limit && counts.free == ReviewCounts.limit && counts.mine == 0)
                #expect(counts.overdue > 5_000)
            }
            #expect(counted < 21_000, "\(counted)")
            for _ in 0..<20 {
                let claimed = try await database.rowsRead(of: "submissions") {
                    let claim = try await reviews.claimNext(tenant: "acme", reviewer: mia)
                    #expect(claim != nil)
                }
                #expect(claimed < 100, "\(claimed)")
            }
        }
    }

    /// What is measured depends on the machine: it is told, and only what is far beyond the promise fails.
    @Test func aLongQueueIsFast() async throws {
        try await TestDatabase.runMigrated { database in
            try await Self.fill(database.pool)
            let (reviews, mia) = (ReviewStore(pool: database.pool), Reviewer(actor: "user:mia"))
            let clock = ContinuousClock()
            func median(_ body: () async throws -> Void) async throws -> Duration {
                var times: [Duration] = []
                for _ in 0..<15 { times.append(try await clock.measure { try await body() }) }
                return times.sorted()[7]
            }
            let page = try await median {
                _ = try await reviews.queue(tenant: "acme", reviewer: mia, limit: 50)
                _ = try await reviews.counts(tenant: "acme", reviewer: mia)
            }
            let claim = try await median { _ = try await reviews.claimNext(tenant: "acme", reviewer: mia) }
            print("queue of \(Self.count): first page with counts \(page), claim \(claim)")
            #expect(page < .milliseconds(500) && claim < .milliseconds(100))
            // Fifty at once, ten times each: nobody gets what another one has.
            let claims = try await withThrowingTaskGroup(of: [(SubmissionID, Duration)].self) { group in
                for number in 0..<50 {
                    group.addTask {
                        var mine: [(SubmissionID, Duration)] = []
                        for _ in 0..<10 {
                            let start = clock.now
                            let claim = try await reviews.claimNext(tenant: "acme", reviewer: Reviewer(actor: "user:\(number)"))
                            mine.append((try #require(claim).submission, start.duration(to: clock.now)))
                        }
                        return mine
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claims.count == 500 && Set(claims.map(\.0)).count == 500)
            print("claims of fifty at once: median \(claims.map(\.1).sorted()[250])")
        }
    }
}

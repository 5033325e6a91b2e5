import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// Pages that look like one of another submission of the tenant.
@Suite(.timeLimit(.minutes(2)))
struct PageLikenessTests {
    private static let picture = PerceptualHash(bits: 0x8123_4567_89ab_cdef)

    /// A submission whose page looks like this, once it is made.
    private static func normalized(
        _ picture: PerceptualHash, _ ports: DeliveryPorts, of tenant: TenantID = .standard, written: Int = 90,
        _ journey: JourneyDefinition = SampleSubmissions.comparing
    ) async throws -> Submission {
        let lease = try await ports.lease()
        let submitted = try await ports.submitOf(tenant, journey, lease.instance)
        func commit(_ stage: Stage, _ change: StageChange, _ version: Int) async throws {
            let item = StageCommit(
                workItem: WorkItemKey(stage: stage, eventID: .random()), end: .done,
                transition: StageTransition(submission: submitted.id, expectedVersion: version, change: change),
                publishedAt: nil)
            #expect(try await ports.stages.commit([item], lease) == [.applied(version: version + 1)])
        }
        let acceptance = SampleSubmissions.acceptance(submitted)
        try await commit(.validation, .validated(acceptance, facts: nil), submitted.version)
        var making = SampleSubmissions.making
        (making.signals[0].likeness, making.signals[0].writtenTiles) = (picture, written)
        try await commit(
            .normalization,
            .normalized(
                SampleSubmissions.normalized(submitted, making: making), verdict: acceptance, isReadNext: false),
            submitted.version + 1)
        return submitted
    }

    private static func picture(changing bits: Int...) -> PerceptualHash {
        PerceptualHash(bits: bits.reduce(picture.bits) { $0 ^ (1 << UInt64($1)) })
    }

    @Test(arguments: DeliveryBackend.allCases) func `are found by up to three bits that differ`(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let first = try await Self.normalized(Self.picture, ports)
            _ = try await Self.normalized(Self.picture(changing: 0, 20, 63), ports)
            _ = try await Self.normalized(Self.picture(changing: 1, 2, 3, 4), ports)
            // Another tenant's, one of a journey that does not ask, and one that is all but blank.
            _ = try await Self.normalized(Self.picture, ports, of: "globex")
            _ = try await Self.normalized(Self.picture, ports, SampleSubmissions.journey)
            _ = try await Self.normalized(Self.picture, ports, written: 7)
            func found(_ pictures: PerceptualHash..., tenant: TenantID = .standard) async throws -> [PerceptualHash: Int] {
                try await ports.stages.submissionsShowing(pictures, tenant: tenant, besides: first.id)
            }
            #expect(try await found(Self.picture) == [Self.picture: 1])
            // Each quarter by itself may be the one that is the same.
            for quarter in 0..<4 {
                let others = (0..<4).filter { $0 != quarter }.map { $0 * 16 + 5 }
                let like = PerceptualHash(bits: others.reduce(Self.picture.bits) { $0 ^ (1 << UInt64($1)) })
                let count = try await ports.stages.submissionsShowing([like], tenant: .standard, besides: .random())
                #expect(count[like] == 1, "\(quarter)")
            }
            let last = Self.picture(changing: 1, 2, 3, 4)
            #expect(try await found(Self.picture, last, last) == [Self.picture: 1, last: 1])
            #expect(try await found(PerceptualHash(bits: 0)) == [:])
            #expect(try await found(Self.picture, tenant: "globex") == [Self.picture: 1])
            #expect(try await found(Self.picture, tenant: "another") == [:])
            #expect(try await found() == [:])
        }
    }

    @Test func `go with their page`() async throws {
        try await TestDatabase.runMigrated { database in
            let submission = try await Self.normalized(Self.picture, .postgres(database))
            func count() async throws -> Int { try await database.pool.query("select from page_likenesses").count }
            #expect(try await count() == 1)
            try await database.pool.execute("delete from documents where submission_id = \(submission.id.uuid)")
            #expect(try await count() == 0)
        }
    }

    /// A form that came a million times costs whoever sends it once more no more than a few looks.
    @Test func `are found by the quarters of their hash, and not counted by the million`() async throws {
        try await TestDatabase.runMigrated { database in
            let submission = try await Self.normalized(Self.picture, .postgres(database))
            let most = KnownFilesLimit.alikePages
            for (first, likeness): (Int, SQL) in [(2, "likeness"), (100_000, "(n::bigint * 2654435761) << 20")] {
                try await database.pool.execute(
                    """
                    insert into page_likenesses (page_id, number, submission_id, tenant, likeness)
                    select page_id, n, submission_id, tenant, \(likeness)
                    from page_likenesses, generate_series(\(first), \(first + most * 20)) n where number = 1
                    """)
            }
            try await database.pool.execute("vacuum analyze page_likenesses")
            let looking = PageLikeness.showing([Self.picture], tenant: submission.tenant, besides: .random())
            let plan = try await database.pool.query("explain (analyze, timing off, costs off, summary off) \(looking)").map {
                try $0.decode("QUERY PLAN", as: String.self)
            }
            for index in ["first", "second", "third", "fourth"] {
                #expect(plan.contains { $0.contains("page_likenesses_by_\(index)") }, "\(plan)")
            }
            let rows = plan.compactMap { $0.firstMatch(of: /rows=(\d+)/).flatMap { Int($0.1) } }
            #expect(!rows.isEmpty && rows.allSatisfy { $0 <= 4 * most }, "\(plan)")
        }
    }
}

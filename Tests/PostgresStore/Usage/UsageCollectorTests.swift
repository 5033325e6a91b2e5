import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// Each committed event counts once, beside the transactions that write events.
@Suite(.timeLimit(.minutes(3))) struct UsageCollectorTests {
    @Test func `a submission counts with its file, and each event once, in parts of any size`() async throws {
        try await UsageGround.run { ground in
            _ = try await ground.submissions.submittedSample()
            _ = try await ground.submissions.submittedSample(tenant: "other")
            try await ground.collect(files: 1, limit: 1)
            try await ground.collectAll()
            let one = UsageCounts(submissions: 1, files: 1, bytes: SampleSubmissions.file().size)
            #expect(try await ground.counts() == one)
            #expect(try await ground.counts("other") == one)
            #expect(try await ground.counts("nobody") == .zero)
            // Of what was submitted since, only that is added.
            _ = try await ground.submissions.submittedSample()
            #expect(try await ground.collector.lag() > 0)
            try await ground.collectAll()
            #expect(try await ground.counts() == one + one)
        }
    }

    /// What an open transaction has written comes when it is committed, though others were committed before it that began later.
    @Test func `nothing is passed over that is committed late`() async throws {
        try await UsageGround.run { ground in
            // Who writes first begins the log's era, and others wait for that.
            try await ground.file(100)
            try await ground.collect(files: 1)
            try await ground.pool.withTransaction { transaction in
                try await UsageGround.file(1, at: Timestamp(Date()), over: transaction)
                try await ground.file(10)
                while try await ground.collector.collect(limit: 100) > 0 {}
                #expect(try await ground.counts().files == 1, "what came after the open transaction waits for it")
            }
            try await ground.collect(files: 3)
            #expect(try await ground.counts().bytes == 111)
        }
    }

    @Test func `a collector that ends before its COMMIT counts nothing, and several at once count nothing twice`() async throws {
        try await UsageGround.run { ground in
            for _ in 0..<40 { try await ground.file(3) }
            struct Killed: Error {}
            try await eventually("events were read") {
                var count = 0
                do {
                    try await ground.pool.withTransaction { transaction in
                        count = try await UsageCollector.collect(limit: 10, over: transaction)
                        throw Killed()
                    }
                } catch is Killed {}
                return count == 10
            }
            #expect(try await ground.counts() == .zero)
            try await eventually("all are counted") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { while try await ground.collector.collect(limit: 7) > 0 {} } }
                    try await group.waitForAll()
                }
                return try await ground.counts().files >= 40
            }
            #expect(try await ground.counts() == UsageCounts(files: 40, bytes: 120))
        }
    }

    /// While versions change, what a newer one alone can count waits for it, and so does all that is behind it.
    @Test func `it stops before an event of a newer version`() async throws {
        try await UsageGround.run { ground in
            try await ground.file(1)
            let header = EventHeader(
                id: .random(), type: .uploadCompleted, source: "/docket/test", submission: .random(), time: Timestamp(Date()),
                sequence: 3, tenant: .standard, journey: "sample")
            try await UsageGround.write(header, type: "com.docket.upload.completed.v2", [], over: ground.pool)
            try await ground.file(10)
            try await ground.collect(files: 1)
            try await eventually("what is behind it could be read") {
                try await ground.pool.query("select from events e where e.transaction_id >= \(PostgresEventLog.horizon)").isEmpty
            }
            #expect(try await ground.collector.collect(limit: 10) == 0)
            #expect(try await ground.counts().bytes == 1)
            #expect(try await ground.collector.lag() > 0)
        }
    }

    @Test func `counts outlive the erasure of what was counted`() async throws {
        try await UsageGround.run { ground in
            let submission = try await ground.submissions.submittedSample()
            let data = PersonalDataStore(pool: ground.pool, owner: ground.owner, source: "/docket/test")
            guard case .confirmationRequired(let required) = try await data.erase(submission.id, minimum: .overruled),
                case .done = try await required.confirm(by: .retention)
            else {
                Issue.record("it was not erased")
                return
            }
            // Though it was erased before it was counted.
            try await ground.collectAll()
            #expect(try await ground.counts() == UsageCounts(submissions: 1, files: 1, bytes: SampleSubmissions.file().size))
        }
    }

    @Test func `each number of an outcome is added to its own, and told with the day`() async throws {
        try await UsageGround.run { ground in
            for _ in 0..<2 {
                let work = StageWork(pagesMade: 3, pagesRead: 2, readingMilliseconds: 1_500)
                let data = SubmissionOutcome(state: .accepted, attempt: 1, work: work)
                let header = EventHeader(
                    id: .random(), type: .submissionAccepted, source: "/docket/test", submission: .random(),
                    time: Timestamp(Date()),
                    sequence: 6, tenant: .standard, journey: "sample")
                try await UsageGround.write(
                    header, type: header.type.rawValue, try CloudEvent(header: header, data: data).encoded(), over: ground.pool)
                try await ground.collectAll()
            }
            let counts = UsageCounts(pagesMade: 6, pagesRead: 4, readingMilliseconds: 3_000)
            #expect(try await ground.counts() == counts)
            try await ground.close(at: ground.tomorrow)
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 1)
            #expect(try await ground.records().map(\.data.counts) == [counts])
        }
    }
}

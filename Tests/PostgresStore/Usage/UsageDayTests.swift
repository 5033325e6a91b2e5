import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Days are closed once all of them is counted, and told of once.
@Suite(.timeLimit(.minutes(3))) struct UsageDayTests {
    @Test func `a day is closed when it is over and counted, and each tenant's is told once`() async throws {
        try await UsageGround.run { ground in
            try await ground.file(1)
            #expect(try await !ground.days.close(at: Timestamp(Date()).adding(.seconds(-900))), "it is not over")
            #expect(try await !ground.days.close(at: ground.tomorrow), "it is not counted")
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 0)
            try await ground.file(2, of: "acme.test")
            try await ground.collect(files: 1)
            try await ground.collect(files: 1, of: "acme.test")
            try await ground.close(at: ground.tomorrow)
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 1) == 1)
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 1)
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 0)
            let records = try await ground.records().sorted { $0.tenant.rawValue < $1.tenant.rawValue }
            #expect(records.map(\.tenant) == ["acme.test", .standard])
            #expect(records.map(\.data.test) == [true, false])
            #expect(records.map(\.data.counts) == [UsageCounts(files: 1, bytes: 2), UsageCounts(files: 1, bytes: 1)])
            #expect(records.allSatisfy { $0.data.day == ground.today })
            let report = try await ground.days.report(of: .standard, from: ground.today, to: ground.today.adding(days: 1))
            #expect(report.days.map(\.isFinal) == [true, false])
            #expect(try await !ground.days.close(at: ground.tomorrow), "it is closed already")
        }
    }

    @Test func `what comes after a day was closed counts on the next, and what was told stays as it is`() async throws {
        try await UsageGround.run { ground in
            let today = ground.today
            try await ground.file(1)
            try await ground.collect(files: 1)
            try await ground.close(at: ground.tomorrow)
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 1)
            try await ground.file(10)
            try await ground.collect(files: 2)
            let report = try await ground.days.report(of: .standard, from: today, to: today.adding(days: 1))
            #expect(report.days.map(\.counts.bytes) == [1, 10])
            #expect(try await ground.days.tell(at: ground.tomorrow, limit: 10) == 0)
            #expect(try await ground.records().map(\.data.counts.bytes) == [1])
        }
    }

    @Test func `records are published by the tenant's key, a day after the one before it`() async throws {
        try await UsageGround.run { ground in
            let ports = DeliveryPorts.postgres(ground.database)
            let lease = try await ports.lease()
            let days = UsageDayStore(pool: ground.pool, owner: lease.instance, source: "/docket/test")
            for number in 0..<2 {
                try await ground.file(number + 1, at: Timestamp(Date()).adding(.seconds(number * 86_400)))
                try await ground.collect(files: number + 1)
            }
            let moment = ground.tomorrow.adding(.seconds(86_400))
            try await ground.close(at: moment)
            #expect(try await days.tell(at: moment, limit: 10) == 2)
            for number in 0..<2 {
                let claim = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
                let row = try #require(claim.rows.first)
                #expect(claim.rows.count == 1 && row.topic == .usage && row.type == nil && row.key == TenantID.standard.rawValue)
                let event = try CanonicalJSON.decode(UsageEvent.self, from: row.payload)
                #expect(event.id == row.eventID && event.sequence == row.sequence && event.data.counts.bytes == number + 1)
                #expect(try await ports.outbox.backlog().rows == 2 - number)
                let published = PublishedRow(position: row.position, location: .sample)
                #expect(try await ports.outbox.markPublished([published], lease) == [row.position])
            }
            #expect(try await ports.outbox.backlog().rows == 0)
        }
    }

    /// What is restored goes on where it was; a day that is told again says so by its era, and has another id.
    @Test func `a restore counts on, and tells a day again by a later era`() async throws {
        try await UsageGround.run { old in
            try await old.file(1)
            try await old.collect(files: 1)
            let dump = try await Program.check("pg_dump", ["--dbname", old.database.configuration.connectionString])
            try await old.file(10)
            try await old.collect(files: 2)
            try await old.close(at: old.tomorrow)
            #expect(try await old.days.tell(at: old.tomorrow, limit: 10) == 1)
            let lost = try #require(try await old.records().first)
            try await TestDatabase.run { restored in
                _ = try await Program.check(
                    "psql", ["-qX", "-v", "ON_ERROR_STOP=1", "--dbname", restored.configuration.connectionString],
                    input: dump.output)
                let new = UsageGround(database: restored)
                try await new.file(100)
                try await new.collect(files: 2)
                #expect(try await new.counts().bytes == 101)
                try await new.close(at: new.tomorrow)
                #expect(try await new.days.tell(at: new.tomorrow, limit: 10) == 1)
                let told = try #require(try await new.records().first)
                #expect(told.data.day == lost.data.day && told.data.era > lost.data.era && told.id != lost.id)
                #expect(told.data.counts.bytes == 101)
            }
        }
    }
}

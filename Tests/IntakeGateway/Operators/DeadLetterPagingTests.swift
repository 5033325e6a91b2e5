import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `GET /v1/admin/dead-letters`, part after part: events and records in one order, each once.
@Suite(.timeLimit(.minutes(2)))
struct DeadLetterPagingTests {
    private static func page(_ ground: OperatorsGround, _ query: String) async throws -> (ids: [String], next: String?) {
        let answer = try await ground.olga.send("GET", "/v1/admin/dead-letters?\(query)")
        guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
        let page = try answer.json()
        let next = page["next"]?.string
        let ids = page["items"]?.array.compactMap { $0["id"]?.string } ?? []
        return (ids, next.map { String($0.drop { $0 != "?" }.dropFirst()) })
    }

    /// All parts, of so many each.
    private static func walk(_ ground: OperatorsGround, _ filter: String, by limit: Int) async throws -> [String] {
        var (ids, next) = try await page(ground, "\(filter)limit=\(limit)")
        while let query = next {
            let part = try await page(ground, query)
            #expect(part.ids.count <= limit)
            ids += part.ids
            next = part.next
        }
        return ids
    }

    /// Three events and three records of one moment, one of each a microsecond before it, and one of each after it.
    private static func fill(_ ground: OperatorsGround) async throws {
        for number in 0..<5 {
            _ = try await ground.parked(number == 3 ? "other" : "acme", code: number == 1 ? "rare" : "broken")
            let submission = try await ground.submissions.submittedSample(tenant: number == 2 ? "other" : "acme")
            let event = try #require(try await ground.events(of: submission.id).last)
            try await ground.garbage(number == 4 ? [0, 255] : event.payload, offset: Int64(number))
        }
        for (table, column, condition, key) in [
            ("work_items", "changed_at", "state = 'parked'", "event_id"),
            ("dead_letters", "failed_at", "event_id is null", "position"),
        ] as [(SQL, SQL, SQL, SQL)] {
            try await ground.gateway.pool.execute(
                """
                update \(table) set \(column) = timestamptz '2026-01-02 03:04:05.123456Z'
                    + case place when 1 then -1 when 5 then 1 else 0 end * interval '1 microsecond'
                from (select \(key) as named, row_number() over (order by \(key)) as place from \(table) where \(condition)) ranked
                where \(key) = named and \(condition)
                """)
        }
    }

    @Test func everyLetterIsListedOnceWhateverTheSizeOfAPart() async throws {
        try await OperatorsGround.run { ground in
            try await Self.fill(ground)
            let all = try await Self.page(ground, "limit=100")
            #expect(all.ids.count == 10 && Set(all.ids).count == 10 && all.next == nil)
            // At one moment events come before records: one of each, three of each, one of each.
            #expect(all.ids.map { EventID($0) != nil } == [true, false, true, true, true, false, false, false, true, false])
            for limit in 1...4 { #expect(try await Self.walk(ground, "", by: limit) == all.ids, "\(limit) at a time") }
            let filters = [
                "tenant=acme&", "tenant=other&", "stage=validation&", "cause=rare&", "cause=event-malformed&tenant=acme&",
            ]
            for filter in filters {
                let named = try await Self.page(ground, "\(filter)limit=100").ids
                #expect(!named.isEmpty && named == all.ids.filter { named.contains($0) }, "\(filter)")
                for limit in 1...3 { #expect(try await Self.walk(ground, filter, by: limit) == named, "\(filter) \(limit)") }
            }
        }
    }

    @Test func filtersNameWhatTheySay() async throws {
        try await OperatorsGround.run { ground in
            try await Self.fill(ground)
            func tenants(_ filter: String) async throws -> [String?] {
                let answer = try await ground.olga.send("GET", "/v1/admin/dead-letters?\(filter)").json()
                return answer["items"]?.array.map { $0["tenant"]?.string } ?? []
            }
            #expect(try await tenants("tenant=other").count == 2)
            // One record cannot be read, and is nobody's.
            #expect(try await tenants("tenant=acme").count == 7)
            #expect(try await tenants("").filter { $0 == nil }.count == 1)
            #expect(try await tenants("stage=normalization").isEmpty)
            #expect(try await tenants("cause=rare").count == 1)
        }
    }

    @Test func whatIsDecidedOnMeanwhileMovesNoPlace() async throws {
        try await OperatorsGround.run { ground in
            try await Self.fill(ground)
            let all = try await Self.page(ground, "limit=100").ids
            let first = try await Self.page(ground, "limit=4")
            let body = #"{"ids": ["\#(all[3])", "\#(all[5])"]}"#
            let asked = try await ground.olga.send("POST", "/v1/admin/dead-letters/discard", json: body)
            let token = try #require(try asked.json()["token"]?.string)
            let done = try await ground.olga.send(
                "POST", "/v1/admin/dead-letters/discard", json: body, headers: [("Docket-Confirmation", token)])
            #expect(done.status == 200)
            let rest = try await Self.page(ground, try #require(first.next))
            #expect(first.ids == Array(all[..<4]) && rest.ids == [all[4], all[6], all[7], all[8]])
        }
    }

    @Test func aCursorBelongsToItsFilters() async throws {
        try await OperatorsGround.run { ground in
            try await Self.fill(ground)
            let next = try #require(try await Self.page(ground, "limit=1").next)
            let others = ["\(next)&tenant=acme", "\(next)&stage=validation"]
            for query in others + ["cursor=MS1lLTE", "cursor=", "limit=0", "limit=1001"] {
                #expect(try await ground.olga.send("GET", "/v1/admin/dead-letters?\(query)").status == 400, "\(query)")
            }
        }
    }
}

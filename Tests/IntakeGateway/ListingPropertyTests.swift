import Domain
import FoundationEssentials
import HTTPClient
import IntakeClient
import IntakeTransport
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway
@testable import PostgresStore

/// The same named filters give the same submissions, in the same order, in memory, in SQL and over HTTP.
@Suite(.timeLimit(.minutes(2)))
struct ListingPropertyTests {
    private static let references = ["Case 7", "CASE 8", "Ärger %", "100%_", "a,b&c=d", "  spaced ", "ẞ", nil]
    private static let subjects = ["person-1", "person-2", "Person-1", nil]
    private static let rules: [RuleID] = ["legible", "document.pages", "other"]
    private static let moment = Timestamp(millisecondsSinceEpoch: 1_793_404_800_000)

    @Test(arguments: [UInt64(1), 2, 3, 4]) func filtersMeanTheSameEverywhere(_ seed: UInt64) async throws {
        try await GatewayUnderTest.run { gateway in
            var random = SeededGenerator(seed: seed)
            let store = SubmissionStore(pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
            // Of moments there are few, so that many are the same; or days lie between them, and much was submitted late.
            let unit = seed.isMultiple(of: 2) ? Duration.seconds(4 * 86_400) : .seconds(1)
            let all = try await Self.submissions(40, in: store, gateway.pool, unit, &random)
            for _ in 0..<40 {
                let filters = Self.filters(unit, &random)
                let order = SubmissionOrder.allCases.randomElement(using: &random) ?? .newestFirst
                let inMemory = filters.filter(all).sorted { left, right in
                    order.isByChange
                        ? order.isAscending == ((left.changedAt, left.id) < (right.changedAt, right.id))
                        : order.isAscending == ((left.createdAt, left.id) < (right.createdAt, right.id))
                }
                let expected = inMemory.map(\.id)
                let parameters = try #require(SubmissionQuery.parameters(of: filters))
                let said = "seed \(seed): \(parameters) \(order)"
                let limit = random.number(below: 15) + 1
                // Looking through few of them at each step takes every step; and an answer may be given before all were looked at.
                let walks: [ListingWalk.Limits] = [
                    .init(first: 1, largest: 1), .init(first: 1, largest: 4, most: 7), .init(first: 3, largest: 12, most: 1),
                    .usual,
                ]
                for limits in walks {
                    let inSQL = try await Self.inSQL(filters, order, store, limit, within: limits)
                    #expect(inSQL == expected, "\(said), \(limits)")
                }
                let overHTTP = try await Self.overHTTP(parameters, order, gateway, limit)
                #expect(overHTTP == expected.map(\.description), "\(said)")
                let byClient = try await Self.byClient(filters, order, gateway, limit)
                #expect(byClient == expected, "\(said)")
            }
        }
    }

    // MARK: - Random data

    private static func submissions(
        _ count: Int, in store: SubmissionStore, _ pool: PostgresPool, _ unit: Duration, _ random: inout SeededGenerator
    ) async throws -> [Submission] {
        var ids: [SubmissionID] = []
        for _ in 0..<count {
            let draft = try await store.createSubmission(
                NewSubmission(
                    journey: "sample", subject: subjects.randomElement(using: &random) ?? nil,
                    reference: references.randomElement(using: &random) ?? nil),
                journey: SampleSubmissions.journey, tenant: "acme")
            ids.append(draft.id)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                _ = try await store.addDocument(.random(), NewDocument(type: "letter"), to: draft.id, tenant: "acme")
            }
            let created = moment.adding(unit * Int.random(in: 0...4, using: &random))
            let submitted = Bool.random(using: &random) ? created.adding(unit * Int.random(in: 0...4, using: &random)) : nil
            let changed = (submitted ?? created).adding(unit * Int.random(in: 0...4, using: &random))
            let journey: JourneyID = Bool.random(using: &random) ? "sample" : "other"
            let state = SubmissionState.allCases.randomElement(using: &random) ?? .draft
            try await pool.execute(
                """
                update submissions set created_at = \(created.date), changed_at = \(changed.date), submitted_at = \(submitted?.date),
                    journey = \(journey.rawValue), state = \(state.rawValue), reasons = \(reasons(&random))
                where id = \(draft.id.uuid)
                """)
            try await pool.execute(
                """
                update documents set reasons = \(reasons(&random)), created_at = \(created.date), journey = \(journey.rawValue),
                    type = case when random() < 0.5 then type else 'passport' end,
                    state = case when random() < 0.2 then 'removed' else state end
                where submission_id = \(draft.id.uuid)
                """)
        }
        var found: [Submission] = []
        for id in ids { found.append(try #require(try await store.submission(id, tenant: "acme"))) }
        return found
    }

    private static func reasons(_ random: inout SeededGenerator) throws -> JSONText {
        let reasons = rules.prefix(2).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map {
            Reason(rule: $0, found: "this", expected: "that", message: "No.")
        }
        return JSONText(String(decoding: try CanonicalJSON.encode(reasons), as: UTF8.self))
    }

    private static func filters(_ unit: Duration, _ random: inout SeededGenerator) -> FilterManager<SubmissionFilter> {
        var filters = FilterManager<SubmissionFilter>()
        func moment() -> Timestamp { Self.moment.adding(unit * Int.random(in: -1...9, using: &random)) }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let (name, filter): (String, SubmissionFilter) =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: ("journey", .journeys(Bool.random(using: &random) ? ["sample"] : ["other", "nothing"]))
                case 1: ("state", .states(Set(SubmissionState.allCases.shuffled(using: &random).prefix(3))))
                case 2: ("documentType", .documentTypes(Bool.random(using: &random) ? ["letter"] : ["passport"]))
                case 3: ("createdAfter", .createdAfter(moment()))
                case 4: ("createdBefore", .createdBefore(moment()))
                case 5: ("submittedAfter", .submittedAfter(moment()))
                case 6: ("submittedBefore", .submittedBefore(moment()))
                case 7:
                    (
                        "reference",
                        .referenceContains(["case", "%", "_", "ä", "Ä", " ", "b&c=", "ß"].randomElement(using: &random) ?? "")
                    )
                case 8: ("subject", .subject(["person-1", "Person-1", "nobody"].randomElement(using: &random) ?? ""))
                default: ("reason", .rules([rules.randomElement(using: &random) ?? "other"]))
                }
            let isNegated = Bool.random(using: &random)
            filters[isNegated ? "not.\(name)" : name] = isNegated ? .not(.predicate(filter)) : .predicate(filter)
        }
        return filters
    }

    // MARK: - Asking

    private static func inSQL(
        _ filters: FilterManager<SubmissionFilter>, _ order: SubmissionOrder, _ store: SubmissionStore, _ limit: Int,
        within limits: ListingWalk.Limits
    ) async throws -> [SubmissionID] {
        var (ids, cursor): ([SubmissionID], SubmissionCursor?) = ([], nil)
        repeat {
            let page = try await store.submissions(
                tenant: "acme", matching: filters, order: order, limit: limit, after: cursor, within: limits)
            ids += page.submissions.map(\.id)
            cursor = page.next
        } while cursor != nil
        return ids
    }

    private static func overHTTP(
        _ parameters: [(name: String, value: String)], _ order: SubmissionOrder, _ gateway: GatewayUnderTest, _ limit: Int
    ) async throws -> [String] {
        let filters = parameters.map { "\($0.name)=\(encoded($0.value))" }
        let query = filters + ["sort=\(order.rawValue)", "limit=\(limit)"]
        var (ids, path): ([String], String?) = ([], "/v1/submissions?\(query.joined(separator: "&"))")
        while let next = path {
            let answer = try await gateway.client.send("GET", next)
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            ids += try answer.json()["items"]?.array.compactMap { $0["id"]?.string } ?? []
            path = try answer.json()["next"]?.string
        }
        return ids
    }

    /// As an app asks for them.
    private static func byClient(
        _ filters: FilterManager<SubmissionFilter>, _ order: SubmissionOrder, _ gateway: GatewayUnderTest, _ limit: Int
    ) async throws -> [SubmissionID] {
        let client = try IntakeClient(
            baseURL: "http://\(gateway.address)", token: GatewayUnderTest.token,
            transport: HTTPClientTransport(HTTPClient(loop: gateway.loop)))
        var rows: SubmissionRows? = try await client.submissions(matching: filters, order: order, limit: limit)
        var ids: [SubmissionID] = []
        while let part = rows {
            ids += part.items.map(\.id)
            rows = try await client.submissions(after: part)
        }
        return ids
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            let isPlain = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            if isPlain { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    // MARK: - Sort and cursors

    @Test func aCursorOfAnotherListingIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            for _ in 1...3 { _ = try await gateway.draft() }
            let first = try await gateway.client.send("GET", "/v1/submissions?limit=1&sort=createdAt")
            let next = try #require(try first.json()["next"]?.string)
            #expect(try await gateway.client.send("GET", next).status == 200)
            let cursor = try #require(next.split(separator: "cursor=").last)
            for query in [
                "cursor=\(cursor)", "sort=-createdAt&cursor=\(cursor)", "sort=createdAt&state=draft&cursor=\(cursor)",
                "sort=createdAt&cursor=\(cursor)A", "sort=price", "sort=", "sort=createdAt&sort=createdAt",
            ] {
                let answer = try await gateway.client.send("GET", "/v1/submissions?\(query)")
                #expect(answer.status == 400 && answer.problem == "invalid-parameter", "\(query)")
            }
        }
    }
}

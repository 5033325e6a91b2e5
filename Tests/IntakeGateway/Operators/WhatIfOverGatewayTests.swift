import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Other rules are tried on what was submitted, by the gateway as by the database.
@Suite(.timeLimit(.minutes(3)))
struct WhatIfOverGatewayTests {
    private static let file =
        "title: Test\ntypes:\n  statement:\n    title: Statement\n    documents: 1\n    issued: within 60 days\n"

    /// Ten past submissions, whose document was issued 5, 15, … 95 days before; 90 days were allowed.
    private static func fill(_ pool: PostgresPool) async throws {
        let journey = JourneyDefinition(
            id: "test", title: "Test", summary: "",
            documentTypes: [
                DocumentType(id: "statement", title: "Statement", hint: "", icon: "", issueDate: .issuedWithin(days: 90))
            ], documents: CountRange(1...1))
        try await pool.execute(
            """
            insert into journeys (digest, id, definition)
            values (\(journey.version.bytes), 'test', \(String(decoding: try CanonicalJSON.encode(journey), as: UTF8.self))::text::jsonb)
            """)
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        for age in stride(from: 5, to: 100, by: 10) {
            var page = PageFacts(
                id: .random(), size: 250_000, digest: ContentDigest(of: [UInt8(age)]), mediaType: .pdf, declaredMediaType: .pdf,
                fileExtension: "pdf", pageCount: 1, integrity: .intact, secondOpinion: .pdf)
            (page.blankPages, page.activeContent) = (0, [])
            let document = DocumentFacts(
                id: .random(), type: "statement", issueDate: .day(today.adding(days: -age)), pages: [page])
            let record = FactsRecord(SubmissionFacts(journey: journey, documents: [document], today: today))
            try await pool.execute(
                """
                with made as (
                    insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                        created_at, changed_at)
                    values (gen_random_uuid(), \(age < 50 ? "acme" : "other"), 'test', \(journey.version.bytes), 'accepted', 5, 1,
                        '{}', '[]', now() - interval '1 day', now())
                    returning id, tenant
                )
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
                select id, 1, tenant, 'test', \(journey.version.bytes), now() - interval '1 day', \(Bytes(record.bytes)) from made
                """)
        }
    }

    @Test func theGatewaySaysWhatTheDatabaseSays() async throws {
        try await OperatorsGround.run { ground in
            try await Self.fill(ground.gateway.pool)
            let folder = try TemporaryFolder("what-if")
            let path = "\(folder.path)/test.yaml"
            try Data(Self.file.utf8).write(to: URL(filePath: path))
            let all = try await ground.alike("journeys", "what-if", path, "--json")
            #expect(all.contains(#""submissions":10"#) && all.contains(#""decidedOtherwise":3"#), "\(all)")
            try await ground.alike("journeys", "what-if", path)
            #expect(
                try await ground.alike("journeys", "what-if", path, "--tenant", "acme", "--json").contains(
                    #""decidedOtherwise":0"#))
            #expect(try await ground.alike("journeys", "what-if", path, "--since", "1h", "--json").contains(#""submissions":0"#))
        }
    }

    @Test func whatIsWrongWithAFileIsSaidWithItsLine() async throws {
        try await OperatorsGround.run { ground in
            let path = "/v1/admin/journeys/what-if"
            for (body, pointer) in [
                (#"{"journey": "test", "file": "title: T\nnonsense: 1\n"}"#, "test.yaml:2"), (#"{"journey": "test"}"#, "/file"),
                (#"{"journey": "A b", "file": "title: T"}"#, "/journey"), (#"{"file": "title: T"}"#, "/journey"),
                (#"{"journey": "test", "file": "a\u0000b"}"#, "/file"),
                (#"{"journey": "test", "file": "title: T", "seconds": 1}"#, "/seconds"),
            ] {
                let answer = try await ground.olga.send("POST", path, json: body)
                #expect(answer.status == 422 && answer.text.contains(pointer), "\(body): \(answer.text)")
            }
            let ticket = try WhatIfGate().enter()
            withExtendedLifetime(ticket) {}
            let gate = WhatIfGate()
            do {
                let held = try gate.enter()
                #expect(throws: Problem.self) { _ = try gate.enter() }
                withExtendedLifetime(held) {}
            }
            _ = try gate.enter()
        }
    }

    @Test func journeysAreListedWithTheVersionsThatWereUsed() async throws {
        try await OperatorsGround.run { ground in
            _ = try await ground.gateway.draft()
            let listed = try await ground.olga.send("GET", "/v1/admin/journeys").json()["items"]?.array ?? []
            let used = try #require(listed.first { $0["id"]?.string == "proof-of-address" })
            #expect(used["versions"]?.array.map { $0["version"]?.string } == [used["version"]?.string])
            #expect(listed.contains { $0["versions"]?.array.isEmpty == true })
        }
    }
}

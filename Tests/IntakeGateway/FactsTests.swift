import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What was read of a submission, for the tenant's back end.
@Suite struct FactsTests {
    @Test func factsAreToldWithTheirPlacesOnceTheyWereRead() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            let before = try await gateway.client.send("GET", "/v1/submissions/\(draft)/facts").json()
            #expect(before["documents"]?.array.isEmpty == true)
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(draft)/manifest").json()["facts"] == nil)

            let id = try #require(SubmissionID(draft))
            let submissions = SubmissionStore(
                pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
            func now() async throws -> Submission { try #require(try await submissions.submission(id, tenant: "acme")) }
            try await PageTests.commit(draft, .validation, gateway) {
                .validated(
                    SampleSubmissions.acceptance($0),
                    facts: FactsRecord(SubmissionFacts($0, journey: SampleSubmissions.journey, at: $0.changedAt)))
            }
            try await PageTests.commit(draft, .normalization, gateway) {
                .normalized(
                    SampleSubmissions.normalized($0), verdict: SampleSubmissions.acceptance($0), isReadNext: true)
            }
            #expect(try await now().state == .processing)
            try await PageTests.commit(draft, .reading, gateway) {
                .read(Self.record(of: $0), pdfs: [:], verdict: SampleSubmissions.acceptance($0))
            }
            #expect(try await now().state.isOutcome)
            #expect(try await submissions.storedFacts(of: now()) == now().factDigests?.digest)

            let facts = try await gateway.client.send("GET", "/v1/submissions/\(draft)/facts").json()
            let document = facts["documents"]?[0]
            #expect(facts["models"]?["eng"]?.string == "4.1")
            #expect(document?["facts"]?[0]?["fact"]?.string == "issued")
            #expect(document?["facts"]?[0]?["day"]?.string == "2026-03-03")
            #expect(document?["facts"]?[0]?["box"]?.array.count == 4)
            #expect(document?["pages"]?[0]?["confidence"]?.integer == 91)

            // Another document is replaced and submitted: this one is not read again, and what was read of it is still told.
            let reading = JSONText(String(decoding: try CanonicalJSON.encode(Self.record(of: try await now())), as: UTF8.self))
            _ = try await gateway.pool.query(
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts, reading)
                select submission_id, attempt + 1, tenant, journey, journey_version, moment, facts,
                    jsonb_build_object('documents', jsonb_build_array(jsonb_set(
                        \(reading)::jsonb->'documents'->0, '{document}', to_jsonb(gen_random_uuid()::text))), 'models', '{"deu": "5"}'::jsonb)
                from inspections
                """)
            let later = try await gateway.client.send("GET", "/v1/submissions/\(draft)/facts").json()
            #expect(
                later["documents"]?.array.count == 1
                    && later["documents"]?[0]?["document"]?.string == document?["document"]?.string)
            #expect(later["models"]?["eng"]?.string == "4.1" && later["models"]?["deu"]?.string == "5")

            let manifest = try await gateway.client.send("GET", "/v1/submissions/\(draft)/manifest").json()
            #expect(manifest["readingModels"]?["eng"]?.string == "4.1" && manifest["facts"]?.string?.hasSuffix("/facts") == true)
        }
    }

    private static func record(of submission: Submission) -> ReadingRecord {
        let text = PageText(
            source: .recognized, proportion: 0.7,
            words: ["Invoice", "date:", "3", "March", "2026"].enumerated().map { index, text in
                PageWord(
                    text: text,
                    box: PageBox(left: 1_000 + index * 900, top: 500, right: 1_800 + index * 900, bottom: 700), confidence: 91,
                    line: 0)
            })
        let reading = DocumentReading(
            [text], hints: ReadingHints(today: CalendarDate(submission.changedAt, in: .utc)), kinds: KindReader())
        let document = submission.documents[0]
        return ReadingRecord(
            documents: [
                ReadDocument(
                    document.id,
                    pages: [ReadPage(page: document.pages[0].id, number: 1, source: .recognized, words: 5, confidence: 91)],
                    reading, declared: document.type)
            ], models: ["eng": "4.1"])
    }
}

import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Whose documents a submission expects: for its tenant, and for nobody else.
@Suite(.timeLimit(.minutes(1)))
struct ExpectedPersonTests {
    private static let body =
        #"{"journey": "identity", "expected": {"name": "Ann Zerzinsky", "address": "1 High St", "dateOfBirth": "1990-02-28"}}"#

    @Test func itsTenantReadsWhatItSaid() async throws {
        try await GatewayUnderTest.run { gateway in
            let created = try await gateway.client.send("POST", "/v1/submissions", json: Self.body)
            #expect(created.status == 201, "\(created.text)")
            let id = try #require(try created.json()["id"]?.string)
            let read = try await gateway.client.send("GET", "/v1/submissions/\(id)").json()
            #expect(read["expected"]?["name"]?.string == "Ann Zerzinsky")
            #expect(read["expected"]?["dateOfBirth"]?.string == "1990-02-28")
            let plain = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#).json()
            #expect(plain["expected"] == nil)
        }
    }

    @Test func neitherALinkNorAnEventSaysIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let created = try await gateway.client.send("POST", "/v1/submissions", json: Self.body)
            let id = try #require(try created.json()["id"]?.string)
            let link = try await TestLink.make(gateway, id)
            let seen = try await gateway.client.with(token: nil).send("GET", link.url, headers: [("Accept", "application/json")])
            #expect(seen.status == 200 && !seen.text.contains("Zerzinsky"), "\(seen.text)")
            let rows = try await gateway.pool.query("select convert_from(payload, 'UTF8') as text from events")
            #expect(try rows.count > 0 && rows.allSatisfy { try !$0.decode("text", as: String.self).contains("Zerzinsky") })
        }
    }

    @Test(arguments: [
        (#"{"name": ""}"#, "/expected/name"), (#"{"surname": "A"}"#, "/expected/surname"), (#"[]"#, "/expected"),
        (#"{"dateOfBirth": "28.2.1990"}"#, "/expected/dateOfBirth"),
    ])
    func whatNobodyIsIsRefused(person: String, pointer: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let answer = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "identity", "expected": \#(person)}"#)
            #expect(answer.status == 422 || answer.problem == "invalid-date")
            #expect(try answer.json()["errors"]?[0]?["pointer"]?.string == pointer)
        }
    }

    /// What a person says of themselves is nothing to compare their documents with.
    @Test func aPersonDoesNotSayWhomTheTenantExpects() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await GatewayUnderTest.run(.init(signed: try issuer.access(in: folder))) { gateway in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"]))
            let refused = try await ann.send("POST", "/v1/submissions", json: Self.body)
            #expect(refused.status == 422)
            #expect(try refused.json()["errors"]?[0]?["pointer"]?.string == "/expected")
        }
    }

    @Test func anExpiredDocumentIsToldBeforeItIsSubmitted() async throws {
        try await GatewayUnderTest.run { gateway in
            let id = try #require(
                try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#).json()["id"]?.string)
            let documents = "/v1/submissions/\(id)/documents"
            let added = try await gateway.client.send("POST", documents, json: #"{"type": "passport"}"#).json()
            let document = "\(documents)/\(try #require(added["id"]?.string))"
            func rules() async throws -> [String] {
                try await gateway.client.send("GET", "/v1/submissions/\(id)/check").json()["documents"]?[0]?["reasons"]?.array
                    .compactMap { $0["rule"]?.string } ?? []
            }
            #expect(try await rules().contains("document.expiry-date-required"))
            for (day, isExpired) in [("2020-01-31", true), ("2999-01-31", false)] {
                let changed = try await gateway.client.send("PATCH", document, json: #"{"expiryDate": "\#(day)"}"#)
                #expect(try changed.json()["expiryDate"]?.string == day)
                let found = try await rules()
                #expect(found.contains("document.not-expired") == isExpired && !found.contains("document.expiry-date-required"))
            }
            let taken = try await gateway.client.send("PATCH", document, json: #"{"expiryDate": null}"#)
            #expect(try taken.status == 200 && taken.json()["expiryDate"] == nil)
        }
    }
}

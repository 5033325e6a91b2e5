import Domain
import PostgresStore
import Shared
import Testing

@testable import IntakeGateway

/// What destroys asks first.
@Suite(.timeLimit(.minutes(1)))
struct ConfirmationTests {
    @Test func nothingIsRemovedBeforeItIsConfirmed() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            for path in [page, document, "/v1/submissions/\(draft)"] {
                let asked = try await gateway.client.send("DELETE", path)
                #expect(asked.status == 428)
                #expect(asked.problem == "confirmation-required")
                let question = try asked.json()
                for member in ["title", "message", "actionLabel", "token", "expiresAt"] {
                    #expect(question[member]?.string?.isEmpty == false, "\(member)")
                }
                let expiry = try #require(question["expiresAt"]?.string.flatMap { Timestamp($0) })
                #expect(expiry > .now)
            }
            #expect(try await gateway.submission(draft)["version"]?.integer == 3)

            #expect(try await gateway.confirmed("DELETE", page).status == 204)
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.isEmpty == true)
            let removed = try await gateway.confirmed("DELETE", document)
            #expect(removed.status == 204)
            #expect(removed.headers["etag"] == "\"v5\"")
            #expect(try await gateway.submission(draft)["documents"]?.array.isEmpty == true)
            let withdrawn = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            #expect(withdrawn.status == 200)
            #expect(try withdrawn.json()["state"]?.string == "withdrawn")
            #expect(try await gateway.client.send("DELETE", "/v1/submissions/\(draft)").problem == "not-a-draft")
        }
    }

    @Test func aTokenIsGoodForOneThingOnly() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let token = try #require(try await gateway.client.send("DELETE", page).json()["token"]?.string)
            func refusal(_ method: String, _ path: String, _ token: String) async throws -> (String?, String?) {
                let answer = try await gateway.client.send(method, path, headers: [("Docket-Confirmation", token)])
                return (answer.problem, try answer.json()["reason"]?.string)
            }
            #expect(try await refusal("DELETE", document, token) == ("confirmation-invalid", "mismatch"))
            #expect(try await refusal("DELETE", page, "nonsense") == ("confirmation-invalid", "malformed"))
            #expect(
                try await refusal("DELETE", page, token.replacing("c1.1", with: "c1.2")) == ("confirmation-invalid", "mismatch"))

            // Another of the tenant was not asked.
            let (_, other) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            let ofAnother = try await gateway.client.with(token: other.text).send(
                "DELETE", page, headers: [("Docket-Confirmation", token)])
            #expect(ofAnother.problem == "confirmation-invalid")

            // Its version has moved on.
            _ = try await gateway.client.send("PATCH", page, json: #"{"rotation": 180}"#)
            #expect(try await refusal("DELETE", page, token) == ("confirmation-invalid", "mismatch"))
            #expect(try await gateway.client.send("GET", "\(page)/original").status == 200)
        }
    }

    @Test func anExpiredTokenIsRefused() async throws {
        try await GatewayUnderTest.run(.init(confirmationLifetime: .zero)) { gateway in
            let draft = try await gateway.draft()
            let answer = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            #expect(answer.status == 403)
            #expect(try answer.json()["reason"]?.string == "expired")
            #expect(try await gateway.submission(draft)["state"]?.string == "draft")
        }
    }

    @Test func aFileIsReplacedOnlyWhenThatIsConfirmed() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document, SampleFiles.jpeg(1))
            // It asks without reading the file.
            let asked = try await gateway.client.trickle(
                "PUT", "\(page)/content", headers: [("Content-Type", "image/jpeg")], length: 20_000_000,
                part: SampleFiles.jpeg(2, size: 64_000))
            #expect(asked.response.status == 428)
            #expect(asked.sent < 20_000_000)
            let token = try #require(try asked.response.json()["token"]?.string)
            #expect(try await gateway.client.send("GET", "\(page)/original").body == SampleFiles.jpeg(1))

            let wrong = try await gateway.client.send(
                "PUT", "\(page)/content", headers: [("Content-Type", "image/jpeg"), ("Docket-Confirmation", token)],
                body: SampleFiles.png(2))
            #expect(wrong.problem == "media-type-mismatch")
            let replaced = try await gateway.client.send(
                "PUT", "\(page)/content", headers: [("Content-Type", "image/png"), ("Docket-Confirmation", token)],
                body: SampleFiles.png(2))
            #expect(replaced.status == 200)
            #expect(try replaced.json()["mediaType"]?.string == "image/png")
            #expect(try await gateway.client.send("GET", "\(page)/original").body == SampleFiles.png(2))
        }
    }
}

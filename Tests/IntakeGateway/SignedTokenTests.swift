import Configuration
import FoundationEssentials
import Support
import Testing

@testable import IntakeGateway

/// Who comes in with a token of the tenant's own sign-in, and what each role sees and may.
@Suite(.timeLimit(.minutes(1)))
struct SignedTokenTests {
    private static func run(_ body: (GatewayUnderTest, TokenIssuer) async throws -> Void) async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await GatewayUnderTest.run(.init(signed: try issuer.access(in: folder))) { try await body($0, issuer) }
    }

    @Test func eachRoleMayWhatItIsFor() async throws {
        try await Self.run { gateway, issuer in
            let draft = try await gateway.draft()
            let expected: [(role: String, read: Int, write: Int)] = [
                ("backend", 200, 201), ("reviewer", 200, 403), ("auditor", 200, 403),
            ]
            for (role, read, write) in expected {
                let client = gateway.client.with(token: try issuer.token("jane", [role, "something-else"]))
                #expect(try await client.send("GET", "/v1/submissions/\(draft)").status == read, "\(role)")
                let created = try await client.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#)
                #expect(created.status == write, "\(role)")
                if write == 403 { #expect(created.problem == "forbidden" && created.text.contains("write")) }
            }
            let nobody = try await gateway.client.with(token: try issuer.token("jane", ["superuser"])).send(
                "GET", "/v1/submissions")
            #expect(nobody.status == 403 && nobody.text.contains("names no role"))
            let otherTenant = gateway.client.with(token: try issuer.token("jane", ["backend"], tenant: "other"))
            #expect(try await otherTenant.send("GET", "/v1/submissions/\(draft)").status == 404)
            for (tenant, more) in [(nil, ""), ("No tenant", ""), (nil, #""tenant":7,"#)] as [(String?, String)] {
                let token = try issuer.token("jane", ["backend", "reviewer"], tenant: tenant, more: more)
                let answer = try await gateway.client.with(token: token).send("GET", "/v1/submissions")
                #expect(answer.status == 403 && answer.text.contains("names no tenant"))
            }
            // Who runs the installation names none, and sees no submission, whatever other roles the token has.
            let operators = try issuer.token("jane", ["operator", "reviewer"], tenant: nil)
            let submissions = try await gateway.client.with(token: operators).send("GET", "/v1/submissions")
            #expect(submissions.status == 403 && !submissions.text.contains("names no"))
        }
    }

    /// No glass is broken here: what another role allows beside the operator's is all that there is.
    @Test func whoAlsoOperatesReadsWhatTheOtherRoleAllowsAndNoMore() async throws {
        try await Self.run { gateway, issuer in
            let ann = gateway.client.with(token: try issuer.token("ann", ["backend", "operator"]))
            let own = try await gateway.draft(as: ann)
            let others = try await gateway.draft(
                as: gateway.client.with(token: try issuer.token("zoe", ["backend"], tenant: "other")))
            #expect(try await ann.send("GET", "/v1/submissions/\(own)").status == 200)
            #expect(try await ann.send("GET", "/v1/submissions/\(others)").status == 404)
        }
    }

    @Test func aPersonHasTheirOwnSubmissionsAndNoOthers() async throws {
        try await Self.run { gateway, issuer in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"]))
            let ben = gateway.client.with(token: try issuer.token("ben", ["person"]))
            let own = try await gateway.draft(as: ann)
            let others = [try await gateway.draft(as: ben), try await gateway.draft()]
            #expect(try await gateway.submission(own)["subject"]?.string == "ann")
            for other in others + [UUID().uuidString.lowercased()] {
                for (method, path) in [("GET", ""), ("DELETE", ""), ("GET", "/manifest"), ("POST", "/submit")] {
                    let answer = try await ann.send(
                        method, "/v1/submissions/\(other)\(path)", headers: [("X-Request-Id", "the-same-for-all")])
                    #expect(answer.status == 404, "\(method) \(path)")
                }
                let added = try await ann.send(
                    "POST", "/v1/submissions/\(other)/documents", json: #"{"type": "utility-bill"}"#)
                #expect(added.status == 404)
            }
            #expect(try await ann.send("GET", "/v1/submissions/\(own)").status == 200)
            for query in ["", "?subject=ben", "?not.subject=ann"] {
                let listed = try await ann.send("GET", "/v1/submissions\(query)").json()["items"]?.array ?? []
                #expect(listed.compactMap { $0["id"]?.string }.allSatisfy { $0 == own }, "\(query)")
            }
            #expect(try await ann.send("GET", "/v1/submissions").json()["items"]?.array.count == 1)
            #expect(try await gateway.client.send("GET", "/v1/submissions?subject=ben").json()["items"]?.array.count == 1)
            let forAnother = try await ann.send(
                "POST", "/v1/submissions", json: #"{"journey": "identity", "subject": "ben"}"#)
            #expect(forAnother.status == 422)
        }
    }

    /// “é” can be written in two ways, which are the same to a reader and different to the tenant's sign-in.
    @Test func personsWhoseNamesOnlyLookAlikeAreDifferentOnes() async throws {
        try await Self.run { gateway, issuer in
            let (one, two) = ("jos\u{E9}", "jose\u{301}")
            #expect(one == two)
            let own = try await gateway.draft(as: gateway.client.with(token: try issuer.token(one, ["person"])))
            let other = gateway.client.with(token: try issuer.token(two, ["person"]))
            for (method, path) in [("GET", ""), ("DELETE", ""), ("GET", "/manifest"), ("POST", "/submit"), ("GET", "/events")] {
                #expect(try await other.send(method, "/v1/submissions/\(own)\(path)").status == 404, "\(method) \(path)")
            }
            #expect(try await other.send("GET", "/v1/submissions").json()["items"]?.array.isEmpty == true)
            let forAnother = try await other.send(
                "POST", "/v1/submissions", json: #"{"journey": "identity", "subject": "\#(one)"}"#)
            #expect(forAnother.status == 422)
        }
    }

    /// tus, concatenation: an upload is made of others, which are named by their ids.
    @Test func aPersonJoinsTheirOwnPartsAndNoOthers() async throws {
        try await Self.run { gateway, issuer in
            let content = SampleFiles.jpeg(1, size: 3_000)
            var parts: [String: String] = [:]
            var documents: [String: String] = [:]
            for person in ["ann", "ben"] {
                let client = gateway.client.with(token: try issuer.token(person, ["person"]))
                let document = try await gateway.document(try await gateway.draft(as: client))
                documents[person] = document.split(separator: "/").last.map(String.init)
                let tus = TusClient(wire: client)
                let part = try await tus.begin(document, length: content.count, headers: [("Upload-Concat", "partial")])
                #expect(try await tus.patch(part, at: 0, content).status == 204)
                parts[person] = part
            }
            let (own, foreign) = (try #require(parts["ann"]), try #require(parts["ben"]))
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"]))
            func join(_ names: [String], _ client: WireClient) async throws -> WireResponse {
                try await client.send(
                    "POST", "/v1/uploads?document=\(documents["ann"] ?? "")",
                    headers: [
                        TusClient.version, ("Upload-Concat", "final;" + names.joined(separator: " ")),
                        ("X-Request-Id", "the-same-for-all"),
                    ], body: [])
            }
            let unknown = try await join([own, "/v1/uploads/\(UUID().uuidString.lowercased())"], ann)
            #expect(unknown.status == 404)
            for names in [[foreign], [own, foreign], [foreign, own]] {
                let answer = try await join(names, ann)
                #expect(answer.status == 404)
                #expect(answer.body == unknown.body)
            }
            // To the tenant's own back end it exists, and belongs to another document.
            #expect(try await join([own, foreign], gateway.client).problem == "upload-part-unusable")
            #expect(try await gateway.client.send("GET", foreign).json()["state"]?.string == "completed")
            #expect(try await join([own], ann).status == 201)
        }
    }

    @Test func personsDoNotShareIdempotencyKeys() async throws {
        try await Self.run { gateway, issuer in
            var ids: Set<String> = []
            for person in ["ann", "ben", "ann"] {
                let created = try await gateway.client.with(token: try issuer.token(person, ["person"])).send(
                    "POST", "/v1/submissions", headers: [("Idempotency-Key", "k-1"), ("Content-Type", "application/json")],
                    body: Array(#"{"journey": "identity"}"#.utf8))
                #expect(created.status == 201)
                ids.insert(try #require(try created.json()["id"]?.string))
            }
            #expect(ids.count == 2)
        }
    }

    @Test func whatIsNotBelievedIsToldNothing() async throws {
        try await Self.run { gateway, issuer in
            let stranger = try TokenIssuer()
            let good = try issuer.token("jane", ["backend"])
            for (token, detail) in [
                (try stranger.token("jane", ["backend"]), "not accepted"), (good.dropLast(4) + "AAAA", "not accepted"),
                (try TokenIssuer(id: "key-9").token("jane", ["backend"]), "not accepted"),
                (try issuer.token("jane", ["backend"], expiresIn: -300), "expired"),
            ] {
                let answer = try await gateway.client.with(token: String(token)).send("GET", "/v1/submissions")
                #expect(answer.status == 401)
                #expect(answer.text.contains(detail) == true, "\(answer.text)")
            }
            // Tokens of the configuration go on counting beside them.
            #expect(try await gateway.client.send("GET", "/v1/submissions").status == 200)
        }
    }

    @Test(arguments: [
        (["DOCKET_JWT_ISSUER": "https://a.example"], ["DOCKET_JWT_AUDIENCE", "DOCKET_JWKS_FILE"]),
        (["DOCKET_JWKS_FILE": "/keys"], ["DOCKET_JWT_ISSUER", "DOCKET_JWT_AUDIENCE"]),
        (
            ["DOCKET_JWT_ISSUER": "i", "DOCKET_JWT_AUDIENCE": "a", "DOCKET_JWKS_FILE": "/k", "DOCKET_JWKS_URL": "https://k"],
            ["DOCKET_JWKS_FILE"]
        ),
        (
            ["DOCKET_JWT_ISSUER": "i", "DOCKET_JWT_AUDIENCE": "a", "DOCKET_JWKS_URL": "http://keys.example/"],
            ["DOCKET_JWKS_URL"]
        ),
        (
            [
                "DOCKET_JWT_ISSUER": "i", "DOCKET_JWT_AUDIENCE": "a", "DOCKET_JWKS_FILE": "/k", "DOCKET_DEVELOPMENT": "true",
            ], ["DOCKET_DEVELOPMENT"]
        ),
    ])
    func halfAConfigurationIsNamed(_ environment: [String: String], _ variables: [String]) {
        let storage = ["DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off"]
        var reader = ConfigurationReader(environment: environment.merging(storage) { own, _ in own })
        _ = GatewayConfiguration(reading: &reader)
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(Set(faults?.faults.map(\.name) ?? []) == Set(variables))
    }
}

import Configuration
import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// Who may come in, and what they see of each other: nothing.
@Suite(.timeLimit(.minutes(1)))
struct AccessTests {
    @Test func withoutAKnownTokenNothingIsTold() async throws {
        try await GatewayUnderTest.run { gateway in
            for token in [nil, "wrong-token-0123456789", "token-of-acme-012345678"] {
                let answer = try await gateway.client.with(token: token).send("GET", "/v1/submissions")
                #expect(answer.status == 401)
                #expect(answer.problem == "unauthenticated")
                #expect(answer.headers["www-authenticate"] == "Bearer")
            }
            #expect(try await gateway.client.with(token: nil).send("GET", "/health/live").status == 200)
        }
    }

    @Test func anotherTenantsThingsAreNotThere() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let submission = "/v1/submissions/\(draft)"
            let requests: [(String, String, String?)] = [
                ("GET", submission, nil), ("DELETE", submission, nil), ("POST", "\(submission)/submit", nil),
                ("GET", "\(submission)/manifest", nil), ("POST", "\(submission)/documents", #"{"type": "utility-bill"}"#),
                ("GET", document, nil), ("GET", page, nil), ("PATCH", document, #"{"source": "camera"}"#),
                ("DELETE", document, nil),
                ("PUT", "\(document)/order", #"{"pages": []}"#), ("GET", "\(document)/pdf", nil),
                ("PATCH", page, #"{"rotation": 90}"#), ("DELETE", page, nil), ("GET", "\(page)/original", nil),
                ("GET", "\(page)/image", nil), ("GET", "\(page)/preview", nil),
            ]
            for (method, path, body) in requests {
                let foreign = try await request(gateway.foreigner, method, path, body)
                let unknown = try await request(
                    gateway.foreigner, method, path.replacing(draft, with: SubmissionID.random().description), body)
                #expect(foreign.status == 404, "\(method) \(path)")
                #expect(foreign.body == unknown.body, "\(method) \(path)")
            }
            for (method, path) in [("POST", "\(document)/pages"), ("PUT", "\(page)/content")] {
                let foreign = try await gateway.foreigner.send(
                    method, path, headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg())
                #expect(foreign.status == 404)
            }
            #expect(try await gateway.foreigner.send("GET", "/v1/submissions").json()["items"]?.array.isEmpty == true)
            #expect(try await gateway.submission(draft)["version"]?.integer == 3)
        }
    }

    /// With one request id, so that the answers have nothing of their own.
    private func request(_ client: WireClient, _ method: String, _ path: String, _ body: String?) async throws -> WireResponse {
        var headers = [("X-Request-Id", "the-same-for-all")]
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return try await client.send(method, path, headers: headers, body: body.map { Array($0.utf8) })
    }

    private static let storage = ["DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off"]

    @Test(arguments: [
        (["DOCKET_TOKENS": "acme=short"], "DOCKET_TOKENS"),
        (["DOCKET_TOKENS": "acme=0123456789abcdef", "DOCKET_DEVELOPMENT": "true"], "DOCKET_DEVELOPMENT"),
    ])
    func theGatewayDoesNotStartOpenByAccident(_ environment: [String: String], _ variable: String) {
        var reader = ConfigurationReader(environment: environment.merging(Self.storage) { own, _ in own })
        _ = GatewayConfiguration(reading: &reader)
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.faults.map(\.name) == [variable])
        #expect(faults.map { "\($0)".contains("0123456789abcdef") } == false)
    }

    /// Who is named nowhere in the configuration may have a key of the database; nobody else comes in.
    @Test func keysAloneAreEnoughToStart() throws {
        var reader = ConfigurationReader(environment: Self.storage)
        let configuration = GatewayConfiguration(reading: &reader)
        try reader.finish()
        #expect(configuration.access.isKeysAlone)
        for variables in [["DOCKET_TOKENS": "acme=0123456789abcdef"], ["DOCKET_DEVELOPMENT": "true"]] {
            var reader = ConfigurationReader(environment: variables.merging(Self.storage) { own, _ in own })
            #expect(!GatewayConfiguration(reading: &reader).access.isKeysAlone)
        }
    }

    @Test func aSoundConfigurationIsRead() throws {
        var reader = ConfigurationReader(environment: [
            "DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off", "DOCKET_DEVELOPMENT": "true", "DOCKET_HTTP_ADDRESS": "[::1]:0",
            "DOCKET_PUBLIC_URL": "https://docket.example/", "DOCKET_MAXIMUM_FILE": "5MB",
        ])
        let configuration = GatewayConfiguration(reading: &reader)
        try reader.finish()
        #expect(configuration.maximumFileBytes == 5_000_000)
        #expect(Links(publicURL: configuration.publicURL).submissions == "https://docket.example/v1/submissions")
        #expect(reader.documented.allSatisfy { !$0.help.isEmpty })
    }
}

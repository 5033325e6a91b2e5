import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// What two may change at the same time: who says which version is meant changes that one or none.
@Suite(.timeLimit(.minutes(2)))
struct StaleTagTests {
    /// What insists on the version that `If-Match` names.
    private static let versioned: Set<String> = [
        "withdrawSubmission", "submit", "decide", "addDocument", "changeDocument", "removeDocument", "orderPages", "addPage",
        "changePage",
        "removePage", "replacePage", "createUpload", "appendToUpload", "overrideUploadMethod",
    ]

    @Test func theDescriptionSaysWhatIsVersioned() {
        let described = Endpoint.all.filter { endpoint in endpoint.parameters.contains { $0.name == "If-Match" } }
        #expect(Set(described.map(\.id)) == Self.versioned)
    }

    @Test func aStaleTagStopsEveryChangeAndTheCurrentOneNone() async throws {
        try await GatewayUnderTest.run(.init(journeys: [EndpointJourney.reviewed])) { gateway in
            for id in Self.versioned.sorted() {
                let request = try await EndpointRequest.make(for: id, gateway)
                let path = try #require(request.submission, "\(id)")
                let before = try await gateway.client.send("GET", path)
                let version = try #require(try before.json()["version"]?.integer)
                let stale = try await send(request, "\"v\(version - 1)\"", gateway)
                #expect(stale.status == 412 && stale.problem == "precondition-failed", "\(id): \(stale.status) \(stale.text)")
                #expect(try stale.json()["currentVersion"]?.integer == version, "\(id)")
                let after = try await gateway.client.send("GET", path)
                #expect(after.body == before.body, "\(id) changed it all the same")
                let current = try await send(request, try #require(before.headers["etag"]), gateway)
                // What destroys something asks first.
                let good = request.isConfirmed ? 428...428 : 200...299
                #expect(good.contains(current.status), "\(id): \(current.status) \(current.text)")
            }
        }
    }

    private func send(_ request: EndpointRequest, _ tag: String, _ gateway: GatewayUnderTest) async throws -> WireResponse {
        try await gateway.client.send(
            Endpoint.named(request.id).method.rawValue, request.path, headers: request.headers + [("If-Match", tag)],
            body: request.body)
    }
}

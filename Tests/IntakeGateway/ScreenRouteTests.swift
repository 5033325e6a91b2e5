import FoundationEssentials
import Shared
import Testing

@testable import IntakeGateway

/// A submission as a screen, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ScreenRouteTests {
    @Test func aDraftIsAScreenThatAClientReads() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let path = "/v1/submissions/\(draft)/screen"
            let empty = try await gateway.client.send("GET", path)
            #expect(try empty.json()["state"]?["kind"]?.string == "empty")
            _ = try await gateway.page(try await gateway.document(draft))
            let answer = try await gateway.client.send("GET", path, headers: [("Accept-Language", "de")])
            #expect(answer.status == 200 && answer.headers["content-language"] == "de")
            let screen = try CanonicalJSON.decode(Screen.self, from: answer.body)
            let status = try #require(screen.components.first { $0.reuseIdentifier == StatusModel.reuseIdentifier })
            #expect(try status.model(as: StatusModel.self).isValid)
            // Every route leads somewhere: none of them is unknown to the router.
            for route in screen.components.compactMap(\.route) where route.method == "GET" {
                #expect(try await gateway.client.send("GET", route.path).status == 200, "\(route.path)")
            }
            let tag = try #require(answer.headers["etag"])
            let again = try await gateway.client.send(
                "GET", path, headers: [("If-None-Match", tag), ("Accept-Language", "de")])
            #expect(again.status == 304)
            #expect(try await gateway.foreigner.send("GET", path).status == 404)
        }
    }
}

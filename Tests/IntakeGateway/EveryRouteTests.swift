import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// Every endpoint answers the tenant's own back end as its description says. Whom else it answers is in `WhoMayTests`.
@Suite(.timeLimit(.minutes(2)))
struct EveryRouteTests {
    @Test func eachRouteAnswersItsOwner() async throws {
        try await GatewayUnderTest.run(.init(journeys: [EndpointJourney.reviewed])) { gateway in
            let ofThings = Endpoint.all.filter { endpoint in
                // Of what is in a sandbox alone: `ClockTests`.
                endpoint.needsToken && endpoint.id != "passTime"
                    && ["{submission}", "{upload}", "{endpoint}", "{delivery}", "{mail}"].contains {
                        endpoint.pattern.contains($0)
                    }
            }
            #expect(ofThings.count > 25)
            for endpoint in ofThings {
                try await ownerIsAnswered(endpoint, try await EndpointRequest.make(for: endpoint.id, gateway), gateway)
            }
        }
    }

    private func ownerIsAnswered(
        _ endpoint: Endpoint, _ request: EndpointRequest, _ gateway: GatewayUnderTest
    ) async throws {
        let (owner, method) = (gateway.client, endpoint.method.rawValue)
        if endpoint.answers.contains(where: { $0.content.contains { $0.mediaType == "text/event-stream" } }) {
            // It never ends: its first event is answer enough.
            let follower = EventFollower(gateway, request.path)
            #expect(try await follower.collect(1, cuts: 0).isEmpty == false, "\(endpoint.id)")
            return
        }
        var answer = try await owner.send(method, request.path, headers: request.headers, body: request.body)
        if request.isConfirmed {
            #expect(answer.status == 428, "\(endpoint.id)")
            let token = try #require(try answer.json()["token"]?.string)
            answer = try await owner.send(
                method, request.path, headers: request.headers + [("Docket-Confirmation", token)], body: request.body)
        }
        #expect((200..<300).contains(answer.status), "\(endpoint.id): \(answer.status) \(answer.text.prefix(500))")
        let documented = endpoint.answers.map(\.status)
        #expect(documented.contains(answer.status), "\(endpoint.id) answers \(answer.status)")
    }
}

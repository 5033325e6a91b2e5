import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// Every endpoint answers the tenant's own back end as its description says. Whom else it answers is in `WhoMayTests`.
@Suite(.timeLimit(.minutes(2)))
struct EveryRouteTests {
    @Test func eachRouteAnswersItsOwner() async throws {
        try await GatewayUnderTest.run(.init(journeys: [EndpointJourney.reviewed])) { gateway in
            let ofThings = Operation.all.filter { operation in
                operation.endpoint.needsToken
                    && ["{submission}", "{upload}", "{endpoint}", "{delivery}"].contains {
                        operation.endpoint.pattern.contains($0)
                    }
            }
            #expect(ofThings.count > 25)
            for operation in ofThings {
                try await ownerIsAnswered(operation, try await EndpointRequest.make(for: operation.id, gateway), gateway)
            }
        }
    }

    private func ownerIsAnswered(
        _ operation: Operation, _ request: EndpointRequest, _ gateway: GatewayUnderTest
    ) async throws {
        let (owner, method) = (gateway.client, operation.endpoint.method.rawValue)
        if operation.answers.contains(where: { $0.content.contains { $0.mediaType == "text/event-stream" } }) {
            // It never ends: its first event is answer enough.
            let follower = EventFollower(gateway, request.path)
            #expect(try await follower.collect(1, cuts: 0).isEmpty == false, "\(operation.id)")
            return
        }
        var answer = try await owner.send(method, request.path, headers: request.headers, body: request.body)
        if request.isConfirmed {
            #expect(answer.status == 428, "\(operation.id)")
            let token = try #require(try answer.json()["token"]?.string)
            answer = try await owner.send(
                method, request.path, headers: request.headers + [("Docket-Confirmation", token)], body: request.body)
        }
        #expect((200..<300).contains(answer.status), "\(operation.id): \(answer.status) \(answer.text.prefix(500))")
        let documented = operation.answers.map(\.status)
        #expect(documented.contains(answer.status), "\(operation.id) answers \(answer.status)")
    }
}

import Domain
import EventLoop
import HTTPClient
import Shared
import Support

@testable import NotificationService

/// One process's way to a receiver of webhooks, which is busy at times and whose answers get lost.
struct SimulatedWebhook: DeliveryChannel {
    let name = "webhook"
    let world: World
    let owner: Incarnation

    /// How long an answer is waited for.
    private static let timeout = Duration.seconds(5)
    /// Tries enough for everything that can go wrong in a simulation: a delivery that is given up is a fault.
    private static let decision = DeliveryDecision(
        schedule: RetryPolicy.ofDeliveries([.zero] + [Duration](repeating: .seconds(2), count: 199)))

    func endpoints(for event: EventHeader) -> [String] { ["tenant"] }

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        guard owner.isAlive, let answer = await answer(to: delivery.event), owner.isAlive else { return nil }
        return ToldDelivery(
            end: Self.decision.end(
                of: answer, attempt: delivery.attempt, now: Timestamp(owner.host.now), random: world.drawFraction()))
    }

    /// Nil when the process stops.
    private func answer(to event: RecordedEvent) async -> WebhookAnswer? {
        let reply = AsyncSignal<WebhookAnswer>()
        let (broker, server, faults) = (world.broker, world.server, world.faults)
        let delays = broker.draw { generator in
            (0..<2).map { _ in generator.duration(.milliseconds(1)...faults.slowest) }
        }
        server.spawn { [oracle = world.oracle, trace = world.trace, name = owner.name] in
            try? await server.sleep(for: delays[0])
            guard !broker.strikes(faults.webhooksRefused) else {
                reply.send(.response(status: 503))
                return
            }
            trace.note(name, "tells of \(event.id)")
            oracle.told(event, by: name)
            let isLost = broker.strikes(faults.webhookRepliesLost)
            try? await server.sleep(for: isLost ? Self.timeout : delays[1])
            reply.send(isLost ? .failure(Self.noAnswer) : .response(status: 204))
        }
        return try? await reply.wait()
    }

    private static let noAnswer = HTTPClientError(code: .timedOut, description: "the receiver took too long to answer")
}

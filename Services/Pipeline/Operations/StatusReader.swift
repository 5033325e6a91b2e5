package import EventLoop
package import HTTPClient
package import Postgres
import PostgresStore
import Shared

/// Reads the state of the installation.
package struct StatusReader: Sendable {
    package let loop: EventLoop
    package let addresses: [AdminAddress]
    package let client: HTTPClient
    package let pool: PostgresPool
    package var kafka: KafkaReader?

    package init(loop: EventLoop, addresses: [AdminAddress], client: HTTPClient, pool: PostgresPool, kafka: KafkaReader?) {
        (self.loop, self.addresses, self.client, self.pool, self.kafka) = (loop, addresses, client, pool, kafka)
    }

    private static let patience = Duration.seconds(2)

    package func look() async throws -> StatusLook {
        async let services = metrics()
        async let counts = try? withDeadline(Self.patience, on: loop) { try await OperationsReader(pool: pool).counts() }
        async let hindrances = try? withDeadline(Self.patience, on: loop) { try await Hindrance.all(in: pool) }
        async let brokers = kafka?.look()
        let moment = ContinuousClock.now - Self.start
        return StatusLook(
            at: moment, services: await services, counts: await counts, hindrances: await hindrances, kafka: await brokers)
    }

    private static let start = ContinuousClock.now

    private func metrics() async -> [StatusLook.Service] {
        await withTaskGroup(of: (Int, StatusLook.Service).self) { group in
            for (index, address) in addresses.enumerated() {
                group.addTask {
                    async let metrics = self.metrics(at: address.url)
                    async let condition = try? AdminClient(client: client, limit: Self.patience).condition(at: address.url)
                    return (index, StatusLook.Service(name: address.name, metrics: await metrics, condition: await condition))
                }
            }
            var found: [(Int, StatusLook.Service)] = []
            for await service in group { found.append(service) }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func metrics(at url: String) async -> MetricsText? {
        var request = ClientRequest("GET", "\(url)/metrics")
        request.timeout = Self.patience
        let answer = try? await client.send(request)
        return answer.flatMap { $0.status == 200 ? MetricsText(parsing: String(decoding: $0.body, as: UTF8.self)) : nil }
    }
}

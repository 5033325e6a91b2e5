import EventLoop
import Postgres
import PostgresStore
import Telemetry

/// Listens for publications of other processes. It connects once a stage observes them.
struct ArrivalListener: ServiceComponent {
    let name = "arrival-listener"
    private let arrivals: Arrivals
    private let listener: PostgresListener
    private let stopping = AsyncSignal<Void>()

    init(_ arrivals: Arrivals, _ context: ServiceContext) {
        self.arrivals = arrivals
        listener = PostgresListener(
            channels: [RecordNews.channel], configuration: context.configuration.directPostgres, group: context.group,
            logger: context.logger.labelled("arrivals"))
    }

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await follow() }
            group.addTask { try? await stopping.wait() }
            await group.next()
            group.cancelAll()
        }
        await listener.close()
    }

    func stop() async { stopping.send() }

    private func follow() async throws {
        try await arrivals.isWanted()
        while true {
            switch try await listener.next() {
            case .listening: arrivals.began()
            case .notification(let notification): arrivals.told(notification.payload)
            }
        }
    }
}

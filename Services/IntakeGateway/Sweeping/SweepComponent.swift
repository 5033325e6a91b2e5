import Domain
import EventLoop
import ServiceRuntime
import Shared
import Telemetry

/// Has one gateway of all sweep: the one with the smallest id whose lease is alive. Should two believe so for a moment, no harm is
/// done.
struct SweepComponent: ServiceComponent {
    let name: String
    private let sweep: any Sweep
    private let leases: any LeaseStore
    private let instance: InstanceID
    private let loop: EventLoop
    private let logger: Logger
    private let turn: SweepTurn
    private let stopping: AsyncSignal<Void>

    init(
        _ sweep: any Sweep, leases: any LeaseStore, instance: InstanceID, on loop: EventLoop, logger: Logger,
        metrics: MetricsRegistry
    ) {
        let stopping = AsyncSignal<Void>()
        name = sweep.name
        self.sweep = sweep
        self.leases = leases
        self.instance = instance
        self.loop = loop
        self.logger = logger
        self.stopping = stopping
        turn = SweepTurn(of: sweep.name, logger: logger, metrics: metrics) { stopping.value != nil }
    }

    func run() async throws {
        while !turn.isOver {
            do {
                if try await isMine() { try await sweep.sweep(turn) }
            } catch {
                logger.warning("a sweep was not finished", ["sweep": .string(name), "error": .string(String(reflecting: error))])
            }
            // Ends early when the service stops.
            _ = try? await withDeadline(sweep.interval, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    func stop() async { stopping.send() }

    private func isMine() async throws -> Bool {
        let gateways = try await leases.liveInstances().filter { $0.service == "gateway" }.map(\.instance)
        return gateways.min { $0.description < $1.description } == instance
    }
}

import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Synchronization

/// One run of a simulated process. Once it is dead, the doubles carry out nothing more for it: what its tasks still do on their
/// way out concerns nobody.
final class Incarnation: Sendable {
    let name: String
    let host: SimulatedHost
    let instance: InstanceID
    /// To be notified after each COMMIT that left something to publish.
    let wake = AsyncPulse()
    /// Asks it to stop in good order.
    let stopRequested = AsyncSignal<Void>()
    /// What only a newer version knows; nil if this is the newest.
    let unknownType: EventType?
    private let alive = Mutex(true)

    init(_ name: String, instance: InstanceID, unknownType: EventType? = nil, on scheduler: SimulationScheduler) {
        self.name = name
        self.unknownType = unknownType
        self.instance = instance
        host = SimulatedHost(name, on: scheduler)
    }

    var isAlive: Bool { alive.withLock { $0 } }

    /// False when it was dead already.
    func die() -> Bool {
        alive.withLock { alive in
            defer { alive = false }
            return alive
        }
    }
}

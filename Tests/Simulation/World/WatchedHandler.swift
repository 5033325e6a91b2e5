import Domain
import ServiceRuntime
import Shared
import Support

/// Tells the oracle when a handler runs in a process that is alive.
struct WatchedHandler: StageHandler {
    let inner: any StageHandler
    let owner: Incarnation
    let oracle: Oracle
    /// How long a try takes before it does anything.
    var effort: @Sendable () -> Duration = { .zero }

    var stage: Stage { inner.stage }
    var eventTypes: Set<EventType> { inner.eventTypes.filter { $0 != owner.unknownType } }

    func decide(on event: StageEvent) async -> StageOutcome {
        let key = WorkItemKey(stage: stage, eventID: event.header.id)
        if owner.isAlive { oracle.handlerBegan(key, in: owner.instance) }
        defer { oracle.handlerEnded(key, in: owner.instance) }
        try? await owner.host.sleep(for: effort())
        return await inner.decide(on: event)
    }

    func giveUp(_ event: StageEvent, because failure: ProcessingFailure) -> StageChange? {
        inner.giveUp(event, because: failure)
    }

    func planned() { inner.planned() }
}

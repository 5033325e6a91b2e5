import Domain
import Shared
@testable import Support
import Synchronization

/// What the receiver of webhooks sees.
extension Oracle {
    /// The receiver takes in what it is told. The first time it hears of an event, it has heard of everything that came before it.
    func told(_ event: RecordedEvent, by name: String) {
        let count = state.withLock { state in
            state.told[event.id, default: 0] += 1
            return state.told[event.id] ?? 0
        }
        let recorded = store.state.withLock { state in state.events.filter { $0.submission == event.submission } }
        if !recorded.contains(event) { complain("\(name) told of an event that is not in the log") }
        if !Stage.notification.eventTypes.contains(event.type) { complain("\(name) told of a \(event.type.rawValue)") }
        guard count == 1 else {
            if !faults.explainsRepeatedWebhook { complain("\(event.type.rawValue) was told twice without a fault") }
            return
        }
        // What a version does not know is told after what came later and it does know.
        let untold = recorded.filter { earlier in
            earlier.sequence < event.sequence && Stage.notification.eventTypes.contains(earlier.type)
                && earlier.type != faults.unknownType
                && state.withLock { $0.told[earlier.id] == nil }
        }
        if let first = untold.map(\.sequence).min() {
            complain("\(event.type.rawValue) (\(event.sequence)) was told before \(first)")
        }
    }
}

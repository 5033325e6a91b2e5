import Domain
import FoundationEssentials
import Kafka
import Shared
@testable import Support
import Synchronization

/// Watches everything that passes through the doubles, and knows what must never happen and what must have happened in the end.
final class Oracle: Sendable {
    struct State {
        var violations: [String] = []
        var accepted: [SubmissionID] = []
        var withdrawn: Set<SubmissionID> = []
        /// By the clients' knowledge: a document of these was taken, so they are not given up any more.
        var continued: Set<SubmissionID> = []
        /// Whose persons were told that they came too late.
        var tooLate: Set<SubmissionID> = []
        /// Who claimed an event's row last, and under which epoch.
        var claims: [EventID: Lease] = [:]
        /// Which instances have begun an item, until one has ended it.
        var starters: [WorkItemKey: Set<InstanceID>] = [:]
        var ended: Set<WorkItemKey> = []
        /// The handlers that run in a process, and the item that it runs alone.
        var running: [InstanceID: Set<WorkItemKey>] = [:]
        var alone: [InstanceID: WorkItemKey] = [:]
        /// How often the receiver of webhooks was told of an event.
        var told: [EventID: Int] = [:]
        var publications: [EventID: Int] = [:]
        /// How often each dead letter came to its topic, by its number.
        var deadLetters: [Int64: Int] = [:]
        var emittedAgain = 0
        /// When a process last took retries up.
        var retriesClaimed: [Stage: Date] = [:]
    }

    let scripts: [Script]
    let store: MemoryStore
    let faults: FaultPlan
    private let trace: Trace
    let state = Mutex(State())

    init(_ store: MemoryStore, scripts: [Script], faults: FaultPlan, trace: Trace) {
        self.store = store
        self.scripts = scripts
        self.faults = faults
        self.trace = trace
    }

    var violations: [String] { state.withLock { $0.violations } }
    var publicationCount: Int { state.withLock { $0.publications.values.reduce(0, +) } }
    var emittedAgainCount: Int { state.withLock { $0.emittedAgain } }
    var eventCount: Int { store.state.withLock { $0.events.count } }

    func complain(_ what: String) {
        trace.remark("ORACLE", what)
        state.withLock { $0.violations.append(what) }
    }

    // MARK: - The clients' history

    /// The client was told that its submission is in.
    func accepted(_ id: SubmissionID) { state.withLock { $0.accepted.append(id) } }

    func continued(_ id: SubmissionID) { state.withLock { _ = $0.continued.insert(id) } }

    func tooLate(_ id: SubmissionID) { state.withLock { _ = $0.tooLate.insert(id) } }

    func withdrawn(_ id: SubmissionID) { state.withLock { _ = $0.withdrawn.insert(id) } }

    // MARK: - What must never happen

    /// A row is one relay's at a time: whoever else gets it must have ended the former's epoch.
    func claimed(_ rows: [OutboxRow], by lease: Lease) {
        guard !rows.isEmpty else { return }
        let epochs = store.state.withLock { $0.leases.mapValues(\.epoch) }
        for row in rows {
            let former = state.withLock { state in
                defer { state.claims[row.eventID] = lease }
                return state.claims[row.eventID]
            }
            if let former, former.instance != lease.instance, epochs[former.instance] == former.epoch {
                complain(
                    "\(lease.service) took the row of \(row.eventID) (\(row.sequence)) from \(former.service), "
                        + "whose lease was not ended")
            }
        }
    }

    /// The reconciler is there for a broker that lost what it had. Where none did, it hides a relay that does not do its work.
    func emittedAgain(_ events: [EventID]) {
        guard !events.isEmpty else { return }
        state.withLock { state in
            state.emittedAgain += events.count
            for event in events { state.claims[event] = nil }
        }
        if !faults.erasesBroker, faults.unknownType == nil {
            complain("the reconciler emitted \(events.count) events, and no broker was lost, nor did a version pass any over")
        }
    }

    /// The first publications of a submission's events are in sequence.
    func published(_ message: KafkaMessage, by name: String) {
        if message.topic == Topic.deadLetters.name {
            return publishedDeadLetter(message, by: name)
        }
        guard let header = try? EventReader.header(of: message.value) else {
            return complain("\(name) published what is not an event")
        }
        trace.remark(name, "publishes \(header.submission) \(header.sequence)")
        let count = state.withLock { state in
            state.publications[header.id, default: 0] += 1
            return state.publications[header.id] ?? 0
        }
        if count > 1 {
            if !faults.explainsRepetition { complain("\(header.type.rawValue) was published twice without a fault") }
            return
        }
        let earlier = store.state.withLock { state in
            state.events.filter {
                $0.submission == header.submission && $0.sequence < header.sequence && $0.topic != nil
            }.map(\.id)
        }
        if let missing = earlier.first(where: { id in state.withLock { $0.publications[id] == nil } }) {
            complain("\(header.type.rawValue) (\(header.sequence)) was first published before its predecessor \(missing)")
        }
    }

    private func publishedDeadLetter(_ message: KafkaMessage, by name: String) {
        guard
            let number = message.headers.first(where: { $0.name == "docket-dead-letter" }).flatMap({
                Int64(String(decoding: $0.value, as: UTF8.self))
            }),
            store.state.withLock({ state in state.deadLetters.contains { $0.row.position == number } })
        else { return complain("\(name) published a dead letter that was not committed") }
        let count = state.withLock { state in
            state.deadLetters[number, default: 0] += 1
            return state.deadLetters[number] ?? 0
        }
        if count > 1, !faults.explainsRepetition { complain("a dead letter was published twice without a fault") }
    }

    func began(_ keys: [WorkItemKey], by lease: Lease) {
        state.withLock { state in for key in keys { state.starters[key, default: []].insert(lease.instance) } }
    }

    func ended(_ keys: [WorkItemKey]) {
        state.withLock { state in
            state.ended.formUnion(keys)
            state.alone = state.alone.filter { !keys.contains($0.value) }
        }
    }

    /// Work that was begun is given up by whoever has to stop, and by nobody else.
    func abandoned(_ keys: [WorkItemKey]) {
        guard let key = keys.first, !faults.explainsAbandoning else { return }
        complain("the \(key.stage.rawValue) abandoned \(keys.count) items, and nobody was asked to stop")
    }

    func claimedRetries(_ stage: Stage) { state.withLock { $0.retriesClaimed[stage] = store.now() } }

    /// However much comes in, retries that are due go on to be taken up.
    func lookForStarvedRetries() {
        let limit = store.now().addingTimeInterval(-8)
        let claimed = state.withLock { $0.retriesClaimed }
        let starved = store.state.withLock { state in
            state.items.filter { key, item in
                item.status == .pending && item.start == nil && item.retryAt.map { $0 < limit } ?? false
                    && claimed[key.stage].map { $0 < limit } ?? true
            }
        }
        for stage in Set(starved.keys.map(\.stage.rawValue)).sorted() {
            complain("retries of the \(stage) are due and nobody takes them up")
        }
    }

    // MARK: - Alone

    /// An attempt counts against an item from here on if its process dies: nothing else may be running in it.
    func beganAlone(_ keys: [WorkItemKey], by instance: InstanceID) {
        for key in keys {
            let others = state.withLock { state in
                state.alone[instance] = key
                return (state.running[instance] ?? []).subtracting([key])
            }
            if let other = others.map(\.stage.rawValue).min() {
                complain("an item of the \(key.stage.rawValue) was begun alone beside the \(other) of another")
            }
        }
    }

    func handlerBegan(_ key: WorkItemKey, in instance: InstanceID) {
        let alone = state.withLock { state in
            state.running[instance, default: []].insert(key)
            return state.alone[instance]
        }
        if let alone, alone != key {
            complain("a handler of the \(key.stage.rawValue) began beside the \(alone.stage.rawValue) of an item that runs alone")
        }
    }

    func handlerEnded(_ key: WorkItemKey, in instance: InstanceID) {
        state.withLock { _ = $0.running[instance]?.remove(key) }
    }

    /// These records lie below a position that a consumer stores: an end of each has been committed, or it was somebody else's
    /// to begin with, or of a type that its version does not know.
    func stored(_ records: [ConsumedRecord], stage: Stage, by consumer: Incarnation) {
        for record in records {
            guard let header = try? EventReader.header(of: record.value ?? []), stage.eventTypes.contains(header.type),
                header.type != consumer.unknownType
            else {
                continue
            }
            let key = WorkItemKey(stage: stage, eventID: header.id)
            let (starters, isEnded) = state.withLock { ($0.starters[key] ?? [], $0.ended.contains(key)) }
            if !isEnded, starters.isEmpty || starters == [consumer.instance] {
                complain("\(stage.rawValue) stored the offset of \(header.type.rawValue) before its COMMIT")
            }
        }
    }
}

import DocketStore
import Kafka
import Shared
@testable import Support
import Synchronization

/// Watches everything that passes through the doubles, and knows what must never happen and what must have happened in the end.
final class Oracle: Sendable {
    private struct State {
        var violations: [String] = []
        var accepted: [SubmissionID] = []
        var withdrawn: Set<SubmissionID> = []
        /// Who claimed an event's row last, and under which epoch.
        var claims: [EventID: Lease] = [:]
        /// Which instances have begun an item, until one has ended it.
        var starters: [WorkItemKey: Set<InstanceID>] = [:]
        var ended: Set<WorkItemKey> = []
        var publications: [EventID: Int] = [:]
        var deadLetters: [[UInt8]] = []
        var emittedAgain = 0
    }

    let scripts: [Script]
    private let store: MemoryStore
    private let faults: FaultPlan
    private let trace: Trace
    private let state = Mutex(State())

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
                    "\(lease.service) took the row of \(row.type.rawValue) (\(row.sequence)) from \(former.service), "
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
        if !faults.erasesBroker { complain("the reconciler emitted \(events.count) events, and no broker was lost") }
    }

    /// The first publications of a submission's events are in sequence.
    func published(_ message: KafkaMessage, by name: String) {
        if message.topic == Topic.deadLetters.name {
            state.withLock { $0.deadLetters.append(message.key) }
            return
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

    func began(_ keys: [WorkItemKey], by lease: Lease) {
        state.withLock { state in for key in keys { state.starters[key, default: []].insert(lease.instance) } }
    }

    func ended(_ keys: [WorkItemKey]) { state.withLock { $0.ended.formUnion(keys) } }

    /// These records lie below a position that a consumer stores: an end of each has been committed, or it was somebody else's
    /// to begin with.
    func stored(_ records: [ConsumedRecord], stage: Stage, by instance: InstanceID) {
        for record in records {
            guard let header = try? EventReader.header(of: record.value ?? []), stage.eventTypes.contains(header.type) else {
                continue
            }
            let key = WorkItemKey(stage: stage, eventID: header.id)
            let (starters, isEnded) = state.withLock { ($0.starters[key] ?? [], $0.ended.contains(key)) }
            if !isEnded, starters.isEmpty || starters == [instance] {
                complain("\(stage.rawValue) stored the offset of \(header.type.rawValue) before its COMMIT")
            }
        }
    }

    // MARK: - What must have happened

    /// Whether nothing is under way any more.
    var hasSettled: Bool {
        store.state.withLock { state in
            scripts.allSatisfy { state.submissions[$0.id]?.state.isEnd ?? false }
                && state.outbox.allSatisfy { $0.published != nil }
                && state.items.values.allSatisfy { $0.status != .pending }
                && state.events.allSatisfy { event in
                    Stage.allCases.filter { $0 != .preview && $0.eventTypes.contains(event.type) }
                        .allSatisfy { state.items[WorkItemKey(stage: $0, eventID: event.id)] != nil }
                }
        }
    }

    func judge(broker: SimulatedBroker) {
        let (accepted, withdrawn, publications, deadLetters) = state.withLock {
            ($0.accepted, $0.withdrawn, $0.publications, $0.deadLetters)
        }
        for script in scripts {
            let (submission, events) = store.state.withLock { state in
                (state.submissions[script.id], state.events.filter { $0.submission == script.id })
            }
            guard let submission else {
                complain("\(script.id) does not exist")
                continue
            }
            let who = "\(script.id) (\(script.course))"
            if !accepted.contains(script.id) { complain("\(who) was never accepted") }
            judgeEnd(of: submission, script, wasWithdrawn: withdrawn.contains(script.id), who)
            if events.map(\.sequence) != Array(2..<(submission.version + 1)) {
                complain("\(who): its events are \(events.map(\.sequence)) and its version is \(submission.version)")
            }
            let rounds = events.count { $0.type == .submissionSubmitted }
            let outcomes = events.count {
                Stage.notification.eventTypes.contains($0.type) && $0.type != .submissionWithdrawn
            }
            if outcomes != rounds, submission.state != .withdrawn || outcomes != rounds - 1 {
                complain("\(who): \(rounds) submits have \(outcomes) outcomes")
            }
            if events.count(where: { $0.type == .submissionValidated }) > 1 { complain("\(who) was validated twice") }
            for event in events where event.topic != nil && publications[event.id] == nil {
                complain("\(who): \(event.type.rawValue) was never published")
            }
            if submission.state == .failed, !deadLetters.contains(Array(script.id.description.utf8)) {
                complain("\(who) failed without a dead letter")
            }
            judgePlans(events, who)
        }
        judgeItems()
    }

    private func judgeEnd(of submission: Submission, _ script: Script, wasWithdrawn: Bool, _ who: String) {
        let isRight =
            wasWithdrawn
            ? submission.state == .withdrawn
            : submission.state == script.end || (script.withdrawal != nil && submission.state == .withdrawn)
        if !isRight { complain("\(who) ended as \(submission.state.rawValue)") }
    }

    /// One plan for each outcome, and none for anything else.
    private func judgePlans(_ events: [RecordedEvent], _ who: String) {
        for event in events {
            let plans = store.state.withLock { state in state.deliveries.keys.count { $0.eventID == event.id } }
            let expected = Stage.notification.eventTypes.contains(event.type) ? 1 : 0
            if plans != expected { complain("\(who): \(event.type.rawValue) was planned to be told \(plans) times") }
        }
    }

    /// Only what the scripts name is parked.
    private func judgeItems() {
        let items = store.state.withLock { $0.items }
        for (key, item) in items where item.status != .done {
            let script = scripts.first { $0.id == item.submission }
            if item.status == .parked, script?.end == .failed { continue }
            complain("\(key.stage.rawValue) left an item of \(item.submission) \(item.status): \(item.lastError ?? "begun")")
        }
    }
}

import Domain
import FoundationEssentials
import Shared
import Support
import Synchronization

/// The ports of one process over the simulated database.
final class DatabaseConnection: Sendable {
    private let database: SimulatedDatabase
    let client: Incarnation
    let oracle: Oracle
    let plant: SeededDefect?
    /// The keys whose requests this process runs, as it would know them by itself.
    let isRunning = Mutex<Set<IdempotencyKey>>([])

    init(_ database: SimulatedDatabase, for client: Incarnation, oracle: Oracle, plant: SeededDefect?) {
        self.database = database
        self.client = client
        self.oracle = oracle
        self.plant = plant
    }

    var store: MemoryStore { database.store }

    func ask<Answer: Sendable>(
        _ what: String, _ body: @escaping @Sendable (MemoryStore) async throws -> Answer
    ) async throws(StoreError) -> Answer {
        try await database.carryOut(what, for: client, body)
    }

    /// What the gateway does in one transaction. False when the submission does not take the change (any more).
    func change(
        _ id: SubmissionID, _ what: String, _ decide: @escaping @Sendable (SubmissionEditor) throws -> SubmissionEdit
    ) async throws(StoreError) -> Bool {
        let owner = client.instance
        return try await ask(what) { store in
            do {
                return try store.change(id, owner: owner, decide) != nil
            } catch is EditStop {
                return false
            }
        }
    }

    func insert(_ submission: Submission) async throws(StoreError) {
        try await ask("create") { store in
            if store.submission(submission.id) == nil { store.insert(submission, journey: SampleSubmissions.journey) }
        }
    }
}

extension DatabaseConnection: LeaseStore {
    func acquireLease(instance: InstanceID, service: String, lasting duration: Duration) async throws(StoreError) -> Lease {
        try await ask("acquire lease") {
            try await $0.acquireLease(instance: instance, service: service, lasting: duration)
        }
    }

    func beat(_ lease: Lease, lasting duration: Duration, asking stages: [Stage]) async throws(StoreError) -> Heartbeat? {
        try await ask("renew lease") { try await $0.beat(lease, lasting: duration, asking: stages) }
    }

    func releaseLease(_ lease: Lease) async throws(StoreError) {
        try await ask("release lease") { try await $0.releaseLease(lease) }
    }

    func liveInstances() async throws(StoreError) -> [Lease] { try await ask("instances") { try await $0.liveInstances() } }
}

extension DatabaseConnection: OutboxStore {
    func claimRows(_ lease: Lease, room: OutboxRoom, excluding: [Int64]) async throws(StoreError) -> OutboxClaim {
        try await ask("claim rows") { [oracle, plant] store in
            let claim = try await store.claimRows(lease, room: room, excluding: excluding)
            oracle.claimed(claim.rows, by: lease)
            if plant == .markBeforeReport {
                let place = RecordLocation(cluster: "", topic: "", partition: 0, offset: 0)
                _ = try await store.markPublished(
                    claim.rows.map { PublishedRow(position: $0.position, location: place) }, lease)
            }
            return claim
        }
    }

    func progress(
        of events: [UnfinishedEvent], holding lines: [OutboxLine], _ lease: Lease
    ) async throws(StoreError) -> OutboxProgress {
        try await ask("progress") { try await $0.progress(of: events, holding: lines, lease) }
    }

    func hold(_ lines: Set<OutboxLine>, _ lease: Lease) async throws(StoreError) {
        try await ask("hold") { try await $0.hold(lines, lease) }
    }

    func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64> {
        try await ask("mark rows") { try await $0.markPublished(rows, lease) }
    }

    func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int {
        try await ask("adopt orphans") { [plant] store in
            if plant == .adoptWithoutLease { return store.adoptEverything(lease) }
            return try await store.adoptOrphans(lease, limit: limit)
        }
    }

    func backlog() async throws(StoreError) -> OutboxBacklog { try await ask("backlog") { try await $0.backlog() } }

    func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await ask("purge rows") { try await $0.purgePublished(olderThan: age, limit: limit) }
    }

    func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await ask("purge dead letters") { try await $0.purgeDeadLetters(olderThan: age, limit: limit) }
    }
}

extension DatabaseConnection: WorkItemStore {
    func beginNew(
        _ items: [WorkItemKey], after types: [EventType], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        try await ask("begin \(items.count) new") { [oracle] store in
            let begun = try await store.beginNew(items, after: types, lease)
            oracle.began(items.filter(begun.contains), by: lease)
            return begun
        }
    }

    func begin(
        _ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease
    ) async throws(StoreError) -> [WorkItemAdmission] {
        try await ask("begin \(items.count)") { [oracle, client] store in
            let admissions = try await store.begin(items, mode: mode, lease)
            let begun = zip(items, admissions).filter { if case .begun = $1 { true } else { false } }.map(\.0)
            oracle.began(begun, by: lease)
            if mode == .alone, client.isAlive { oracle.beganAlone(begun, by: lease.instance) }
            return admissions
        }
    }

    func end(_ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease) async throws(StoreError) -> Set<WorkItemKey> {
        try await ask("end \(ends.count)") { [oracle, plant] store in
            if plant == .endDropped, ends.contains(where: { if case .postponed = $0.end { true } else { false } }) { return [] }
            let ended = try await store.end(ends, lease)
            oracle.ended(ends.map(\.key).filter(ended.contains))
            return ended
        }
    }

    func claimDueRetries(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem] {
        try await ask("claim retries") { [oracle] store in
            let claimed = try await store.claimDueRetries(stage: stage, limit: limit, lease)
            if !claimed.isEmpty { oracle.claimedRetries(stage) }
            return claimed
        }
    }

    func claimAbandoned(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem] {
        try await ask("claim abandoned") { try await $0.claimAbandoned(stage: stage, limit: limit, lease) }
    }

    func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey] {
        try await ask("begun") { try await $0.begun(stage: stage, lease) }
    }

    func waiting(stage: Stage) async throws(StoreError) -> WaitingWork {
        try await ask("what waits") { try await $0.waiting(stage: stage) }
    }

    func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await ask("purge items") { try await $0.purgeDone(olderThan: age, limit: limit) }
    }
}

extension DatabaseConnection: StageStore, StageReader {
    func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult] {
        try await ask("commit \(items.count)") { [oracle] store in
            let results = try await store.commit(items, lease)
            oracle.ended(items.map(\.workItem))
            oracle.abandoned(items.filter { $0.end == .abandoned }.map(\.workItem))
            return results
        }
    }

    func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError) {
        try await ask("give up a record") { try await $0.giveUp(notice, lease) }
    }

    func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        try await ask("read") { try await $0.stageSubject(id) }
    }
}

extension DatabaseConnection: EventLog {
    func events(of submission: SubmissionID, afterSequence: Int, limit: Int) async throws(StoreError) -> [RecordedEvent] {
        try await ask("events") { try await $0.events(of: submission, afterSequence: afterSequence, limit: limit) }
    }

    func unfinishedPredecessors(
        of events: [EventID], stage: Stage, types: [EventType]
    ) async throws(StoreError) -> [RecordedEvent] {
        try await ask("predecessors") { try await $0.unfinishedPredecessors(of: events, stage: stage, types: types) }
    }
}

extension DatabaseConnection: DeliveryStore {
    func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> DeliveryClaim {
        try await ask("claim deliveries") {
            try await $0.claimDue(channel: channel, room: room, excluding: excluding, lease)
        }
    }

    func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool {
        try await ask("end delivery") { try await $0.end(key, end, tried: tried, lease) }
    }

    func nextDue(
        channel: String, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> Duration? {
        try await ask("next delivery") { try await $0.nextDue(channel: channel, excluding: excluding, lease) }
    }

    func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await ask("purge deliveries") { try await $0.purgeEnded(olderThan: age, limit: limit) }
    }
}

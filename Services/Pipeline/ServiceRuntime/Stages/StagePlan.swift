import Domain
import Kafka
import Shared

/// What a stage's loop has to do next: which items start, which wait, which offsets are settled, which partitions are read.
/// Pure: it is told what happened and asked for what to do.
///
/// An item goes from waiting to active to finished. Within a lane one item is active at a time, in the order they came. An item
/// that must run alone holds the others back until nothing is active.
struct StagePlan {
    let parallel: Int
    let buffered: Int

    private var nextNumber = 1
    private var nextAssignment = 1
    /// What waits, by lane; a lane without entries has no key.
    private var lanes: [StageItem.Lane: [StageItem]] = [:]
    private var ready = ReadyLanes()
    private(set) var active: [StageItemID: StageItem] = [:]
    private var activeLanes: Set<StageItem.Lane> = []
    /// What has to run with nothing else in progress, and keeps anything else from starting until it has.
    private var toRunAlone: [StageItem] = []
    private(set) var mode = RunMode.together
    private var holds: Set<Hold> = []
    /// Whether nothing is fetched, while whatever is here goes on.
    var rests = false
    /// How many items may be in progress for one to start, where that is less than `parallel`.
    private var limit: Int?
    private var claims = ClaimState()
    /// Retries that were claimed and are not over.
    private var retries: Set<StageItemID> = []
    /// The last look for due retries claimed as many as there was room for.
    private var areRetriesLeft = false
    private var ledgers: [TopicPartition: (assignment: Int, ledger: PartitionLedger)] = [:]
    private var paused: Set<TopicPartition> = []

    init(parallel: Int, buffered: Int) {
        self.parallel = parallel
        self.buffered = buffered
    }

    // MARK: - What happened

    mutating func assigned(_ partitions: [TopicPartition]) {
        for partition in partitions {
            ledgers[partition] = (nextAssignment, PartitionLedger())
            paused.remove(partition)
        }
        nextAssignment += 1
    }

    /// Takes a record in. Nil content means that it concerns the stage not.
    mutating func received(_ content: StageItem.Content?, from partition: TopicPartition, offset: Int64) {
        guard mode != .stopping, var entry = ledgers[partition], entry.ledger.received(offset) else { return }
        if let content {
            let origin = RecordOrigin(partition: partition, offset: offset, assignment: entry.assignment)
            wait(StageItem(id: takeID(), content: content, origin: origin))
        } else {
            entry.ledger.finished(offset)
        }
        ledgers[partition] = entry
    }

    /// Takes in what the store has begun already, before whatever else of its submission does not come earlier.
    mutating func claimed(_ event: StageEvent, attempt: Int) {
        guard mode != .stopping else { return missedAnswer() }
        let item = StageItem(id: takeID(), content: .event(event), origin: nil, begunAttempt: attempt)
        var waiting = lanes[item.lane] ?? []
        let place = waiting.firstIndex { $0.event.map { $0.header.sequence >= event.header.sequence } ?? false }
        waiting.insert(item, at: place ?? waiting.endIndex)
        lanes[item.lane] = waiting
        retries.insert(item.id)
        if !activeLanes.contains(item.lane) { ready.append(item.lane, hasRetry: true) }
    }

    /// Takes in what a dead process left, and this one has taken over.
    mutating func tookOver(_ event: StageEvent) {
        guard mode != .stopping else { return missedAnswer() }
        toRunAlone.append(StageItem(id: takeID(), content: .event(event), origin: nil))
    }

    /// The active item goes back to the head of its lane, behind these events of its submission that come first.
    mutating func foundPredecessors(_ events: [StageEvent], of id: StageItemID) {
        guard var item = active.removeValue(forKey: id) else { return }
        item.hasLetPredecessorsPass = true
        let before = events.map { StageItem(id: takeID(), content: .event($0), origin: nil, hasLetPredecessorsPass: true) }
        lanes[item.lane, default: []].insert(contentsOf: before + [item], at: 0)
        free(item.lane)
    }

    /// The store wants the active item to run alone. Its lane waits for it.
    mutating func mustRunAlone(_ id: StageItemID) {
        if let item = active.removeValue(forKey: id) { toRunAlone.append(item) }
    }

    /// Why nothing may start.
    enum Hold { case paused, outage }

    /// Lets nothing start any more, or lets it again where nothing else holds it. Whether that is a change.
    mutating func hold(_ isWanted: Bool, because hold: Hold) -> Bool {
        guard mode != .stopping else { return false }
        let isChange = isWanted ? holds.insert(hold).inserted : holds.remove(hold) != nil
        mode = mode.after(holds.isEmpty ? .released : .held)
        return isChange
    }

    /// Nil for as many as there is room for. Whether that is a change.
    mutating func limitStarts(to limit: Int?) -> Bool {
        defer { self.limit = limit }
        return limit != self.limit
    }

    /// Gives up what the store has begun for this process and does not run: another may be able to. What is to run alone stays, for
    /// only who took it over may say that it has ended its process.
    mutating func giveBack() -> [StageItem] {
        let begun = lanes.values.flatMap { $0 }.filter { $0.begunAttempt != nil }
        drop { $0.begunAttempt != nil }
        return begun.sorted { $0.id < $1.id }
    }

    private var mostActive: Int { min(parallel, limit ?? parallel) }

    /// The store may have begun items that will not come here: the answer was lost, or came after the stop.
    mutating func missedAnswer() { claims.opened(.lostAnswer) }

    /// Items are being claimed: what the store has begun may not be here yet.
    mutating func claims(_ isClaiming: Bool) {
        if isClaiming { claims.opened(.claim) } else { claims.settled(.claim) }
    }

    /// Whether all that a claim has begun and that is not here never will be.
    var mayGiveBack: Bool { claims.mayGiveBack }

    /// What a claim began whose answer was lost is here or given back.
    mutating func madeUpForAnswer() { claims.settled(.lostAnswer) }

    /// Whether the event is being worked on here, or waits here and is begun.
    func knows(_ event: EventID) -> Bool {
        active.values.contains { $0.event?.header.id == event } || toRunAlone.contains { $0.event?.header.id == event }
            || lanes.values.contains { $0.contains { $0.begunAttempt != nil && $0.event?.header.id == event } }
    }

    /// The item is over and done with.
    mutating func finished(_ id: StageItemID) {
        retries.remove(id)
        guard let item = active.removeValue(forKey: id) else { return }
        if active.isEmpty { mode = mode.after(.cleared) }
        settle(item.origin)
        free(item.lane)
    }

    /// The partitions are another's, or nobody's: what waits of them is dropped, and their positions with it. Answers how many
    /// items of them go on.
    mutating func revoked(_ partitions: [TopicPartition]) -> Int {
        let given = Set(partitions)
        let isGiven: (StageItem) -> Bool = { $0.origin.map { given.contains($0.partition) } ?? false }
        drop(isGiven)
        dropToRunAlone(isGiven)
        for partition in partitions {
            ledgers[partition] = nil
            paused.remove(partition)
        }
        return active.values.count(where: isGiven)
    }

    /// Nothing starts any more, and what waits is dropped. Answers what has been begun in the store and waits here.
    mutating func stopped() -> [StageItem] {
        mode = mode.after(.stopped)
        let begun = lanes.values.flatMap { $0 }.filter { $0.begunAttempt != nil }
        drop { _ in true }
        dropToRunAlone { _ in true }
        return begun.sorted { $0.id < $1.id }
    }

    /// Whether it was stopped, nothing is in progress and nothing is to be given back.
    var hasEnded: Bool { mode == .stopping && active.isEmpty && claims.mayClaim }

    // MARK: - What to do

    /// Items to start now; they are active from here on.
    mutating func takeStartable() -> [StageItem] {
        guard canStart else { return [] }
        var items: [StageItem] = []
        while active.count < mostActive, let item = takeWaiting() {
            active[item.id] = item
            activeLanes.insert(item.lane)
            items.append(item)
        }
        return items
    }

    /// Whether `takeStartable` has something.
    var canStart: Bool {
        mode == .together && toRunAlone.isEmpty && active.count < mostActive && ready.count > 0
    }

    /// Whether something has to run alone, as soon as nothing else is in progress.
    var wantsAlone: Bool { mode == .together && !toRunAlone.isEmpty }

    /// Whether `takeAlone` has something.
    var canRunAlone: Bool { wantsAlone && active.isEmpty }

    /// The item to run alone now, once nothing else is in progress.
    mutating func takeAlone() -> StageItem? {
        guard canRunAlone else { return nil }
        mode = mode.after(.beganAlone)
        let item = toRunAlone.removeFirst()
        active[item.id] = item
        activeLanes.insert(item.lane)
        return item
    }

    /// How much can be taken over of what dead processes left: all that one of them had in progress, so that the others go on
    /// while this one gives way to it.
    var roomToTakeOver: Int { mode == .together && toRunAlone.isEmpty && claims.mayClaim ? parallel * 2 : 0 }

    /// How many due retries can be claimed now: their share, and more where no record would start in their place.
    var roomForRetries: Int {
        guard mode == .together, toRunAlone.isEmpty, claims.mayClaim else { return 0 }
        return max(0, mostActive - active.count - ready.count, retryShare - retries.count)
    }

    /// How many of the items in progress may be retries while records wait.
    private var retryShare: Int { max(1, mostActive / 4) }

    mutating func looked(_ look: RetryLook) { areRetriesLeft = look == .full }

    /// Whether there is room again for what the last look may have left.
    var owesLook: Bool { areRetriesLeft && roomForRetries > 0 }

    /// Positions that have changed.
    mutating func takeStorable() -> [(partition: TopicPartition, next: Int64)] {
        var changed: [(TopicPartition, Int64)] = []
        for partition in ledgers.keys {
            if let next = ledgers[partition]?.ledger.takeStorable() { changed.append((partition, next)) }
        }
        return changed
    }

    /// Where the stage is in each of its partitions; nil where no record came yet.
    var positions: [(partition: TopicPartition, next: Int64?)] { ledgers.map { ($0.key, $0.value.ledger.position) } }

    /// Partitions of which nothing is fetched for now, and those of which nothing came yet.
    var unread: (paused: [TopicPartition], new: [TopicPartition]) {
        let new = ledgers.filter { $0.value.ledger.position == nil && !paused.contains($0.key) }
        return (Array(paused), new.map(\.key))
    }

    /// Partitions of which too much waits here (all of them while the stage is held, or rests), and those that can be read on.
    mutating func takeFlowChanges() -> (pause: [TopicPartition], resume: [TopicPartition]) {
        var pause: [TopicPartition] = []
        var resume: [TopicPartition] = []
        let isNoneRead = mode.isHeld || rests
        for (partition, entry) in ledgers {
            if isNoneRead || entry.ledger.count >= buffered, paused.insert(partition).inserted { pause.append(partition) }
            if !isNoneRead, entry.ledger.count <= buffered / 2, paused.remove(partition) != nil { resume.append(partition) }
        }
        return (pause, resume)
    }

    // MARK: - Parts

    private mutating func takeID() -> StageItemID {
        defer { nextNumber += 1 }
        return StageItemID(number: nextNumber)
    }

    private mutating func wait(_ item: StageItem) {
        let isFirst = lanes[item.lane] == nil && !activeLanes.contains(item.lane)
        lanes[item.lane, default: []].append(item)
        if isFirst { ready.append(item.lane, hasRetry: false) }
    }

    /// The first item of the lane whose turn it is.
    private mutating func takeWaiting() -> StageItem? {
        while let lane = ready.popFirst() {
            guard !activeLanes.contains(lane), var waiting = lanes[lane] else { continue }
            let item = waiting.removeFirst()
            lanes[lane] = waiting.isEmpty ? nil : waiting
            return item
        }
        return nil
    }

    /// No item of the lane is active any more.
    private mutating func free(_ lane: StageItem.Lane) {
        activeLanes.remove(lane)
        guard let waiting = lanes[lane] else { return }
        ready.append(lane, hasRetry: waiting.contains { retries.contains($0.id) })
    }

    private mutating func drop(_ isDropped: (StageItem) -> Bool) {
        for (lane, waiting) in lanes {
            let kept = waiting.filter { !isDropped($0) }
            lanes[lane] = kept.isEmpty ? nil : kept
        }
    }

    /// What waits to run alone is begun in this process's name. Nobody else would come to it while the process lives: it has to
    /// be given back.
    private mutating func dropToRunAlone(_ isDropped: (StageItem) -> Bool) {
        let dropped = toRunAlone.filter(isDropped)
        guard !dropped.isEmpty else { return }
        toRunAlone.removeAll(where: isDropped)
        claims.opened(.lostAnswer)
        for item in dropped { free(item.lane) }
    }

    private mutating func settle(_ origin: RecordOrigin?) {
        guard let origin, var entry = ledgers[origin.partition], entry.assignment == origin.assignment else { return }
        entry.ledger.finished(origin.offset)
        ledgers[origin.partition] = entry
    }
}

import Domain
import Kafka
import Shared

/// Plans the next steps of a stage's loop: which items start or wait, which offsets are settled, which partitions are
/// read. It is pure: the loop reports events, and asks what to do.
///
/// An item is waiting, then active, then finished. In each lane one item is active at a time, in order of arrival. An
/// item that must run alone blocks the others until nothing is active.
struct StagePlan {
    let parallel: Int
    let buffered: Int

    private var nextNumber = 1
    private var nextAssignment = 1
    /// Waiting items by lane. A lane without items has no key.
    private var lanes: [StageItem.Lane: [StageItem]] = [:]
    private var ready: ReadyLanes
    private(set) var active: [StageItemID: StageItem] = [:]
    private var activeLanes: Set<StageItem.Lane> = []
    /// Items that must run alone. Nothing else starts before they have run.
    private var toRunAlone: [StageItem] = []
    private(set) var mode = RunMode.together
    private var holds: Set<Hold> = []
    /// Whether nothing is fetched, while items here continue.
    var rests = false
    /// The number of items in progress below which one may start, if it is less than `parallel`.
    private var limit: Int?
    private var claims = ClaimState()
    /// Claimed retries that have not ended.
    private var retries: Set<StageItemID> = []
    /// The last query for due retries filled all free places.
    private var areRetriesLeft = false
    private var ledgers: [TopicPartition: (assignment: Int, ledger: PartitionLedger)] = [:]
    private var paused: Set<TopicPartition> = []
    /// Given up while they were paused, which the consumer goes on keeping of them.
    private var pausedElsewhere: Set<TopicPartition> = []
    /// Of those, what came again: it has to be told anew whether they are read.
    private var untold: Set<TopicPartition> = []

    init(parallel: Int, buffered: Int, turns: TurnSettings = TurnSettings()) {
        ready = ReadyLanes(turns)
        self.parallel = parallel
        self.buffered = buffered
    }

    // MARK: - What happened

    mutating func assigned(_ partitions: [TopicPartition]) {
        for partition in partitions {
            ledgers[partition] = (nextAssignment, PartitionLedger())
            if pausedElsewhere.remove(partition) != nil { untold.insert(partition) }
        }
        nextAssignment += 1
    }

    /// Adds a record. Nil content means that it does not concern the stage.
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

    /// Adds an item that the store has already begun, before all items of its submission that do not come earlier.
    mutating func claimed(_ event: StageEvent, attempt: Int) {
        guard mode != .stopping else { return missedAnswer() }
        let item = StageItem(id: takeID(), content: .event(event), origin: nil, begunAttempt: attempt)
        var waiting = lanes[item.lane] ?? []
        let place = waiting.firstIndex { $0.event.map { $0.header.sequence >= event.header.sequence } ?? false }
        waiting.insert(item, at: place ?? waiting.endIndex)
        lanes[item.lane] = waiting
        retries.insert(item.id)
        if !activeLanes.contains(item.lane) { ready.append(item.lane, before: item, hasRetry: true) }
    }

    /// Adds an item of a dead process that this one has taken over.
    mutating func tookOver(_ event: StageEvent) {
        guard mode != .stopping else { return missedAnswer() }
        toRunAlone.append(StageItem(id: takeID(), content: .event(event), origin: nil))
    }

    /// Returns the active item to the head of its lane, after these earlier events of its submission.
    mutating func foundPredecessors(_ events: [StageEvent], of id: StageItemID) {
        guard var item = active.removeValue(forKey: id) else { return }
        item.hasLetPredecessorsPass = true
        let before = events.map { StageItem(id: takeID(), content: .event($0), origin: nil, hasLetPredecessorsPass: true) }
        lanes[item.lane, default: []].insert(contentsOf: before + [item], at: 0)
        free(item.lane)
    }

    /// The store requires the active item to run alone. Its lane waits for it.
    mutating func mustRunAlone(_ id: StageItemID) {
        if let item = active.removeValue(forKey: id) { toRunAlone.append(item) }
    }

    /// Why nothing may start.
    enum Hold { case paused, outage }

    /// Stops starts, or allows them again unless something else holds them. Returns whether that is a change.
    mutating func hold(_ isWanted: Bool, because hold: Hold) -> Bool {
        guard mode != .stopping else { return false }
        let isChange = isWanted ? holds.insert(hold).inserted : holds.remove(hold) != nil
        mode = mode.after(holds.isEmpty ? .released : .held)
        return isChange
    }

    /// Nil means no limit. Returns whether that is a change.
    mutating func limitStarts(to limit: Int?) -> Bool {
        defer { self.limit = limit }
        return limit != self.limit
    }

    /// Gives up items that the store has begun for this process and that do not run: another process may run them. Items
    /// to run alone stay: only the process that took them over may judge whether they ended it.
    mutating func giveBack() -> [StageItem] {
        let begun = lanes.values.flatMap { $0 }.filter { $0.begunAttempt != nil }
        drop { $0.begunAttempt != nil }
        return begun.sorted { $0.id < $1.id }
    }

    private var mostActive: Int { min(parallel, limit ?? parallel) }

    /// The store may have begun items that will not arrive: the answer was lost, or came after the stop.
    mutating func missedAnswer() { claims.opened(.lostAnswer) }

    /// Items are being claimed: begun items may not have arrived.
    mutating func claims(_ isClaiming: Bool) {
        if isClaiming { claims.opened(.claim) } else { claims.settled(.claim) }
    }

    /// Whether begun items that are not here will never arrive.
    var mayGiveBack: Bool { claims.mayGiveBack }

    /// Whether begun items that are not here are to be given back now. ``gaveBack(_:)`` ends that.
    mutating func beginsGivingBack() -> Bool {
        guard mayGiveBack else { return false }
        claims.settled(.lostAnswer)
        claims.opened(.giveBack)
        return true
    }

    /// The items of all answers that were lost before it began are here or were given back; or not, if that has failed.
    mutating func gaveBack(_ isDone: Bool) {
        if !isDone { missedAnswer() }
        claims.settled(.giveBack)
    }

    /// Whether the event is in progress here, or begun and waiting here.
    func knows(_ event: EventID) -> Bool {
        active.values.contains { $0.event?.header.id == event } || toRunAlone.contains { $0.event?.header.id == event }
            || lanes.values.contains { $0.contains { $0.begunAttempt != nil && $0.event?.header.id == event } }
    }

    /// The item has ended.
    mutating func finished(_ id: StageItemID) {
        retries.remove(id)
        guard let item = active.removeValue(forKey: id) else { return }
        if active.isEmpty { mode = mode.after(.cleared) }
        settle(item.origin)
        free(item.lane)
    }

    /// The partitions have another owner, or none: drops their waiting items and positions. Returns the number of their
    /// items that continue.
    mutating func revoked(_ partitions: [TopicPartition]) -> Int {
        let given = Set(partitions)
        let isGiven: (StageItem) -> Bool = { $0.origin.map { given.contains($0.partition) } ?? false }
        drop(isGiven)
        dropToRunAlone(isGiven)
        for partition in partitions {
            ledgers[partition] = nil
            let wasPaused = paused.remove(partition) != nil
            if untold.remove(partition) != nil || wasPaused { pausedElsewhere.insert(partition) }
        }
        return active.values.count(where: isGiven)
    }

    /// Stops starts, and drops waiting items. Returns the items that are begun in the store and wait here.
    mutating func stopped() -> [StageItem] {
        mode = mode.after(.stopped)
        let begun = lanes.values.flatMap { $0 }.filter { $0.begunAttempt != nil }
        drop { _ in true }
        dropToRunAlone { _ in true }
        return begun.sorted { $0.id < $1.id }
    }

    /// Whether it was stopped, nothing is in progress, and nothing must be given back.
    var hasEnded: Bool { mode == .stopping && active.isEmpty && claims.mayClaim }

    /// Whether there are no items here, and none that the store may have begun for this process.
    var isIdle: Bool { active.isEmpty && lanes.isEmpty && toRunAlone.isEmpty && claims.mayClaim }

    // MARK: - What to do

    /// The items to start now. They become active.
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

    /// Whether an item must run alone as soon as nothing else is in progress.
    var wantsAlone: Bool { mode == .together && !toRunAlone.isEmpty }

    /// Whether `takeAlone` has something.
    var canRunAlone: Bool { wantsAlone && active.isEmpty }

    /// The item to run alone now, if nothing else is in progress.
    mutating func takeAlone() -> StageItem? {
        guard canRunAlone else { return nil }
        mode = mode.after(.beganAlone)
        let item = toRunAlone.removeFirst()
        active[item.id] = item
        activeLanes.insert(item.lane)
        return item
    }

    /// The number of items of dead processes that may be taken over now: all that one of them had in progress, so that
    /// other processes continue while this one runs them alone.
    var roomToTakeOver: Int { mode == .together && toRunAlone.isEmpty && claims.mayClaim ? parallel * 2 : 0 }

    /// The number of due retries that may be claimed now: their share, and more if no record would start in their place.
    var roomForRetries: Int {
        guard mode == .together, toRunAlone.isEmpty, claims.mayClaim else { return 0 }
        return max(0, mostActive - active.count - ready.count, retryShare - retries.count)
    }

    /// How many of the items in progress may be retries while records wait.
    private var retryShare: Int { max(1, mostActive / 4) }

    mutating func looked(_ look: RetryLook) { areRetriesLeft = look == .full }

    /// Whether there is room again for retries that the last query may have left.
    var owesLook: Bool { areRetriesLeft && roomForRetries > 0 }

    /// Positions that have changed.
    mutating func takeStorable() -> [(partition: TopicPartition, next: Int64)] {
        var changed: [(TopicPartition, Int64)] = []
        for partition in ledgers.keys {
            if let next = ledgers[partition]?.ledger.takeStorable() { changed.append((partition, next)) }
        }
        return changed
    }

    /// The stage's position in each of its partitions; nil before any record.
    var positions: [(partition: TopicPartition, next: Int64?)] { ledgers.map { ($0.key, $0.value.ledger.position) } }

    /// Partitions that are paused, and those without any record so far.
    var unread: (paused: [TopicPartition], new: [TopicPartition]) {
        let new = ledgers.filter { $0.value.ledger.position == nil && !paused.contains($0.key) }
        return (Array(paused), new.map(\.key))
    }

    /// Partitions with too many waiting items to pause (all of them while the stage is held or rests), and those to
    /// resume.
    mutating func takeFlowChanges() -> (pause: [TopicPartition], resume: [TopicPartition]) {
        var pause: [TopicPartition] = []
        var resume: [TopicPartition] = []
        let isNoneRead = mode.isHeld || rests
        for partition in untold {
            if isNoneRead, paused.insert(partition).inserted { pause.append(partition) }
            if !isNoneRead { resume.append(partition) }
        }
        untold = []
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
        if isFirst { ready.append(item.lane, before: item, hasRetry: false) }
    }

    /// The first item of the next lane.
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
        ready.append(lane, before: waiting.first, hasRetry: waiting.contains { retries.contains($0.id) })
    }

    private mutating func drop(_ isDropped: (StageItem) -> Bool) {
        for (lane, waiting) in lanes {
            let kept = waiting.filter { !isDropped($0) }
            lanes[lane] = kept.isEmpty ? nil : kept
        }
    }

    /// Gives back items that wait to run alone: they are begun by this process, and no other would take them while it
    /// lives.
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

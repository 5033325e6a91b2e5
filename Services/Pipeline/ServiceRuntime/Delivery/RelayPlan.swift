import Domain
import FoundationEssentials
import Shared

/// The outbox rows in flight, those that rest after a failure, and the reports that wait to be marked. It is pure.
struct RelayPlan {
    /// The maximum of rows in flight or resting.
    let room: Int
    let firstRest: Duration
    let longestRest: Duration

    private var underWay: Set<Int64> = []
    private var resting: [Int64: Rest] = [:]
    private(set) var reported: [PublishedRow] = []
    /// Whether the last claim left rows that a mark may release.
    private(set) var isMoreWaiting = false
    /// How often rows were marked.
    private(set) var marks = 0
    /// How long to wait for rows behind one that another process marks: nobody tells of that.
    private var patience = Self.shortestPatience
    /// Which tenants' events are under way, and which wait for their turn.
    var turns: RelayTurns

    private static let shortestPatience = Duration.milliseconds(5)
    private static let longestPatience = Duration.milliseconds(500)

    private struct Rest {
        let start: Date
        let length: Duration

        /// The rest of it; nil before its start, too: then the clock was set back.
        func left(at now: Date) -> Duration? {
            let left = length - .seconds(now.timeIntervalSince(start))
            return left > .zero && left <= length ? left : nil
        }
    }

    init(
        room: Int, turns: RelayTurns = RelayTurns(), firstRest: Duration = .milliseconds(200),
        longestRest: Duration = .seconds(30)
    ) {
        self.turns = turns
        self.room = room
        self.firstRest = firstRest
        self.longestRest = longestRest
    }

    /// The number of rows that may still be claimed.
    var free: Int { max(0, room - underWay.count) }

    var isIdle: Bool { underWay.isEmpty }

    /// Rows that may not be claimed now.
    func excluded(at now: Date) -> [Int64] {
        (underWay.union(resting.filter { $0.value.left(at: now) != nil }.keys)).sorted()
    }

    /// The time until the next rest ends; nil if there is none. A row past its rest does not count: if it was not claimed
    /// again, another process has published it or will.
    func nextRestEnds(after now: Date) -> Duration? {
        resting.filter { !underWay.contains($0.key) }.values.compactMap { $0.left(at: now) }.min().map {
            max($0, .milliseconds(1))
        }
    }

    /// The time until rows may be there that nothing tells of; nil if there are none.
    func nextLook(after now: Date) -> Duration? {
        let unmarked = isMoreWaiting && isIdle ? patience : nil
        return [nextRestEnds(after: now), turns.nextQuestion(after: now), unmarked].compactMap { $0 }.min()
    }

    /// A claim that began at so many marks has its answer. Returns whether to claim again at once: a mark meanwhile may
    /// have released what the answer leaves waiting.
    mutating func asked(_ claim: OutboxClaim, since marks: Int) -> Bool {
        let isInVain = isMoreWaiting && claim.isMoreWaiting && claim.rows.isEmpty && claim.deadLetters.isEmpty
        patience = isInVain ? min(patience * 2, Self.longestPatience) : Self.shortestPatience
        isMoreWaiting = claim.isMoreWaiting
        return isMoreWaiting && self.marks != marks
    }

    /// Whether reports are recorded at once: something waits for their marks, or they are many. So are those of uploads, for a client
    /// may hand in next by another gateway, where nothing tells of a mark. Others wait for company, and most of them are marked
    /// meanwhile by the stage that has read the record, with what it says next.
    func mustMark(batch: Int) -> Bool {
        isMoreWaiting || !turns.held.isEmpty || reported.count >= batch
            || reported.contains { $0.location.topic == Topic.uploads.name }
    }

    mutating func claimed(_ positions: [Int64]) { underWay.formUnion(positions) }

    mutating func claimed(_ claim: OutboxClaim) {
        claimed(claim.rows.map(\.position) + claim.deadLetters.map(\.position))
        turns.claimed(claim)
    }

    /// The row has its delivery report. It stays in flight until it is marked.
    mutating func delivered(_ row: PublishedRow) {
        resting[row.position] = nil
        reported.append(row)
    }

    /// The row was not delivered, as far as known. It rests, longer each time.
    mutating func failed(_ position: Int64, at now: Date) {
        underWay.remove(position)
        turns.failed(position)
        forgetOldRests(at: now)
        let length = resting[position].map { min($0.length * 2, longestRest) } ?? firstRest
        resting[position] = Rest(start: now, length: length)
    }

    /// A rest that ended long ago belongs to a row of another process by now.
    private mutating func forgetOldRests(at now: Date) {
        let patience = longestRest * 2
        resting = resting.filter { abs(now.timeIntervalSince($0.value.start)) < (patience / .seconds(1)) }
    }

    /// These reports were recorded, or their rows belong to another process now.
    mutating func marked(_ positions: [Int64]) {
        let done = Set(positions)
        marks &+= 1
        underWay.subtract(done)
        turns.marked(done)
        reported.removeAll { done.contains($0.position) }
    }
}

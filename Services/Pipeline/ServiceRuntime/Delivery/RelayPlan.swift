import Domain
import FoundationEssentials

/// Which outbox rows are under way, which rest after a failure, and which reports wait to be marked. Pure.
struct RelayPlan {
    /// How many rows may be under way or resting.
    let room: Int
    let firstRest: Duration
    let longestRest: Duration

    private var underWay: Set<Int64> = []
    private var resting: [Int64: Rest] = [:]
    private(set) var reported: [PublishedRow] = []
    /// Whether the last claim left rows behind that a mark may set free.
    var isMoreWaiting = false

    private struct Rest {
        let start: Date
        let length: Duration

        /// How much of it is left: nothing before its start either, for then the clock has been put back.
        func left(at now: Date) -> Duration? {
            let left = length - .seconds(now.timeIntervalSince(start))
            return left > .zero && left <= length ? left : nil
        }
    }

    init(room: Int, firstRest: Duration = .milliseconds(200), longestRest: Duration = .seconds(30)) {
        self.room = room
        self.firstRest = firstRest
        self.longestRest = longestRest
    }

    /// How many more rows may be claimed.
    var free: Int { max(0, room - underWay.count) }

    var isIdle: Bool { underWay.isEmpty }

    /// Rows that must not be claimed now.
    func excluded(at now: Date) -> [Int64] {
        (underWay.union(resting.filter { $0.value.left(at: now) != nil }.keys)).sorted()
    }

    /// How long the row that rests shortest still does; nil when none does. A row whose rest is over counts no more: if it has not
    /// been claimed again, somebody else has published it or will.
    func nextRestEnds(after now: Date) -> Duration? {
        resting.filter { !underWay.contains($0.key) }.values.compactMap { $0.left(at: now) }.min().map {
            max($0, .milliseconds(1))
        }
    }

    mutating func claimed(_ positions: [Int64]) { underWay.formUnion(positions) }

    /// The row has its delivery report; it stays under way until it is marked.
    mutating func delivered(_ row: PublishedRow) {
        resting[row.position] = nil
        reported.append(row)
    }

    /// The row was not delivered, as far as is known. It rests, longer each time.
    mutating func failed(_ position: Int64, at now: Date) {
        underWay.remove(position)
        forgetOldRests(at: now)
        let length = resting[position].map { min($0.length * 2, longestRest) } ?? firstRest
        resting[position] = Rest(start: now, length: length)
    }

    /// Rests that ended long ago are of rows that have become somebody else's.
    private mutating func forgetOldRests(at now: Date) {
        let patience = longestRest * 2
        resting = resting.filter { abs(now.timeIntervalSince($0.value.start)) < (patience / .seconds(1)) }
    }

    /// These reports have been recorded, or concern rows that are another process's now.
    mutating func marked(_ positions: [Int64]) {
        let done = Set(positions)
        underWay.subtract(done)
        reported.removeAll { done.contains($0.position) }
    }
}

import DocketStore
import FoundationEssentials

/// Which outbox rows are under way, which rest after a failure, and which reports wait to be marked. Pure.
struct RelayPlan {
    /// How many rows may be under way or resting.
    let room: Int
    let firstRest: Duration
    let longestRest: Duration

    private var underWay: Set<Int64> = []
    private var resting: [Int64: (until: Date, rest: Duration)] = [:]
    private(set) var reported: [PublishedRow] = []
    /// Whether the last claim left rows behind that a mark may set free.
    var isMoreWaiting = false

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
        (underWay.union(resting.filter { $0.value.until > now }.keys)).sorted()
    }

    /// How long the row that rests shortest still does; nil when none does.
    func nextRestEnds(after now: Date) -> Duration? {
        resting.filter { !underWay.contains($0.key) }.values.map(\.until).min().map {
            .milliseconds(max(1, Int64(($0.timeIntervalSince(now) * 1000).rounded(.up))))
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
        let rest = resting[position].map { min($0.rest * 2, longestRest) } ?? firstRest
        resting[position] = (
            now.addingTimeInterval(Double(rest.components.seconds) + Double(rest.components.attoseconds) * 1e-18), rest
        )
    }

    /// These reports have been recorded, or concern rows that are another process's now.
    mutating func marked(_ positions: [Int64]) {
        let done = Set(positions)
        underWay.subtract(done)
        reported.removeAll { done.contains($0.position) }
    }
}

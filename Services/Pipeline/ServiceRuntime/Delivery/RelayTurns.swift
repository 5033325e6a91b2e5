import Domain
import FoundationEssentials
import Shared

/// How much of each line of the outbox is under way, and when the relay asks again what stages have finished. It is pure.
///
/// A line has so many places. A row takes one from its claim until its stage has ended its event, so that no topic ever has more
/// of one tenant's journey before another tenant's event. What a process before this one published is not counted.
struct RelayTurns {
    private let settings: TurnSettings
    /// Rows with a place, by line.
    private var open: [OutboxLine: Set<Int64>] = [:]
    private var rows: [Int64: Row] = [:]
    /// Lines with rows that wait for a place.
    private(set) var held: Set<OutboxLine> = []
    /// How many processes share the places of a line.
    private var holders: [OutboxLine: Int] = [:]
    private var pause = Self.shortestPause
    private var lastAsked: Date?

    private struct Row {
        let line: OutboxLine
        let stage: Stage
        var isMarked = false
    }

    static let shortestPause = Duration.milliseconds(10)
    static let longestPause = Duration.milliseconds(500)
    /// Of a line that many processes hold back: each goes on.
    static let leastPlaces = 4

    init(_ settings: TurnSettings = TurnSettings()) { self.settings = settings }

    func places(_ line: OutboxLine) -> Int {
        max(min(Self.leastPlaces, settings.underWay), settings.underWay / max(1, holders[line] ?? 1))
    }

    func room(limit: Int) -> OutboxRoom {
        OutboxRoom(
            limit: limit, perLine: settings.underWay,
            ofLine: Dictionary(uniqueKeysWithValues: open.map { ($0.key, max(0, places($0.key) - $0.value.count)) }),
            weights: settings.weights)
    }

    // MARK: - Rows

    mutating func claimed(_ claim: OutboxClaim) {
        for row in claim.rows {
            guard row.line.isBounded, let stage = row.type?.stage else { continue }
            rows[row.position] = Row(line: row.line, stage: stage)
            open[row.line, default: []].insert(row.position)
        }
        held = claim.held
        holders = holders.filter { held.contains($0.key) }
    }

    /// The row rests in the outbox, and takes no place there.
    mutating func failed(_ position: Int64) { close(position) }

    /// Only now another process can have it: until then its place is this relay's own knowledge.
    mutating func marked(_ positions: Set<Int64>) { for position in positions { rows[position]?.isMarked = true } }

    private mutating func close(_ position: Int64) {
        guard let row = rows.removeValue(forKey: position) else { return }
        open[row.line]?.remove(position)
        if open[row.line]?.isEmpty ?? false { open[row.line] = nil }
    }

    // MARK: - Asking

    /// Events to ask about: those of lines without a place, once it is time. Where there are none, as without a broker or before their
    /// marks, it is time again after a pause.
    mutating func questions(at now: Date) -> [UnfinishedEvent] {
        guard restUntilQuestion(at: now) == .zero else { return [] }
        let asked = open.filter { $0.value.count >= places($0.key) }.values.joined().compactMap { position in
            rows[position].flatMap { $0.isMarked ? UnfinishedEvent(position: position, stage: $0.stage) : nil }
        }.sorted { $0.position < $1.position }
        if asked.isEmpty, !held.isEmpty {
            lastAsked = now
            pause = min(pause * 2, Self.longestPause)
        }
        return asked
    }

    /// The time until the next question; nil while no line waits.
    func nextQuestion(after now: Date) -> Duration? { held.isEmpty ? nil : max(restUntilQuestion(at: now), .milliseconds(1)) }

    private func restUntilQuestion(at now: Date) -> Duration {
        guard let lastAsked else { return .zero }
        let left = pause - .seconds(now.timeIntervalSince(lastAsked))
        // Longer than the pause means that the clock was set back.
        return left > pause ? .zero : max(.zero, left)
    }

    /// Asks sooner where more than half have ended meanwhile, and later where hardly any has.
    mutating func answered(_ progress: OutboxProgress, of asked: [UnfinishedEvent], at now: Date) {
        lastAsked = now
        for event in asked where progress.finished.contains(event.position) { close(event.position) }
        holders = progress.holders
        let (ended, all) = (progress.finished.count, asked.count)
        if ended > all / 2 {
            pause = max(pause / 2, Self.shortestPause)
        } else if ended <= all / 8 {
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

import Synchronization

/// Hands out submissions at an even pace, and goes on until the faults are over.
final class Schedule: Sendable {
    private let wanted: Int
    private let interval: Double
    private struct State {
        var start = 0.0
        var next = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    /// At most so many a second: what two cores can do beside recovering.
    private static let fastest = 25.0

    /// Spreads `wanted` submissions over `length` seconds.
    init(wanted: Int, over length: Double) {
        self.wanted = wanted
        interval = max(length / Double(max(1, wanted)), 1 / Self.fastest)
    }

    /// The first one is due, in seconds of the run.
    func begin(at moment: Double) { state.withLock { $0.start = moment } }

    var begun: Int { state.withLock { $0.next } }

    /// The next one, and when it is due in seconds of the run.
    func next() -> (number: Int, due: Double)? {
        state.withLock { state in
            if state.isClosed, state.next >= wanted { return nil }
            defer { state.next += 1 }
            return (state.next, state.start + Double(state.next) * interval)
        }
    }

    /// The faults are over: no more than were wanted.
    func close() { state.withLock { $0.isClosed = true } }
}

/// Bounds how many bytes are read in a second. Pure: it is told the time, and says how long to wait.
package struct SealingPace: Sendable {
    private let bytesPerSecond: Int
    /// When the bytes so far should have been read.
    private var due = Duration.zero

    /// What was not read while something else was waited for may be made up for, for so long.
    private static let credit = Duration.milliseconds(250)

    package init(bytesPerSecond: Int) { self.bytesPerSecond = max(1, bytesPerSecond) }

    /// How long to wait before more is read. `now` is the time since the beginning.
    package mutating func pause(after bytes: Int, at now: Duration) -> Duration {
        due = max(due, now - Self.credit) + .seconds(Double(max(0, bytes)) / Double(bytesPerSecond))
        return max(.zero, due - now)
    }
}

/// Decides how long the next bytes of a body may take: an honest slow phone may pause for the whole allowance, a sender that
/// drips bytes uses it up.
///
/// The allowance is time. Waiting spends it, bytes earn it back at the minimum rate, up to where it began.
struct MinimumRate {
    private let full: Duration
    private let bytesPerSecond: Int
    private var allowance: Duration

    /// - Parameters:
    ///   - bytesPerSecond: What a sender must keep up on average; at least one.
    ///   - allowance: How long it may send nothing.
    init(bytesPerSecond: Int, allowance: Duration) {
        full = allowance
        self.bytesPerSecond = max(1, bytesPerSecond)
        self.allowance = allowance
    }

    /// How long the next wait may take.
    var patience: Duration { allowance }

    mutating func received(_ bytes: Int, after waiting: Duration) {
        let earned = Duration.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
        allowance = min(full, max(.zero, allowance - waiting + earned))
    }
}

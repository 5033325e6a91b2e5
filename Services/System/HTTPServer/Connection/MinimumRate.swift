/// Decides how long the next bytes of a body may take. A slow but honest client may pause for the whole allowance; a
/// client that sends byte by byte uses the allowance up.
///
/// The allowance is a time. Waiting reduces it, and bytes restore it at the minimum rate, up to its initial value.
struct MinimumRate {
    private let full: Duration
    private let bytesPerSecond: Int
    private var allowance: Duration

    /// - Parameters:
    ///   - bytesPerSecond: The average rate that a client must reach; at least one.
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

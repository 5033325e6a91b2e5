import EventLoop

/// Waiting on the way out. Who waits for a broker that is gone waits for nothing: it gets a moment to come back, not the whole
/// limit.
struct LastPatience {
    /// How long one look takes.
    static let turn = Duration.milliseconds(50)
    private static let turnsWithoutBroker = 6

    private var turns = 0

    /// Whether to wait for another turn, having waited one.
    mutating func goesOn(seesNoBroker: Bool) -> Bool {
        turns = seesNoBroker ? turns + 1 : 0
        return turns < Self.turnsWithoutBroker
    }
}

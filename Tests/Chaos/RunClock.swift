/// Seconds since the run began.
struct RunClock: Sendable {
    private let start = ContinuousClock.now

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func sleep(until moment: Double) async throws {
        try await Task.sleep(until: start + .seconds(moment), clock: .continuous)
    }
}

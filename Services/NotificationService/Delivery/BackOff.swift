/// Pauses that double while a failure lasts. It is pure.
struct BackOff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var wait: Duration
    /// Whether the current failure has had no pause yet.
    private(set) var isNew = true

    init(from first: Duration, to longest: Duration) {
        self.first = first
        self.longest = longest
        wait = first
    }

    /// The next pause.
    mutating func next() -> Duration {
        defer {
            wait = min(wait * 2, longest)
            isNew = false
        }
        return wait
    }

    /// Resets the back-off. Returns whether there was a failure.
    @discardableResult
    mutating func end() -> Bool {
        defer { self = BackOff(from: first, to: longest) }
        return !isNew
    }
}

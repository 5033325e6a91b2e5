/// Waits that double while something does not work. Pure.
struct BackOff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var wait: Duration
    /// Whether this trouble has not been waited for yet.
    private(set) var isNew = true

    init(from first: Duration, to longest: Duration) {
        self.first = first
        self.longest = longest
        wait = first
    }

    /// How long to wait this time.
    mutating func next() -> Duration {
        defer {
            wait = min(wait * 2, longest)
            isNew = false
        }
        return wait
    }

    /// Forgets the trouble. Returns whether there was any.
    @discardableResult
    mutating func end() -> Bool {
        defer { self = BackOff(from: first, to: longest) }
        return !isNew
    }
}

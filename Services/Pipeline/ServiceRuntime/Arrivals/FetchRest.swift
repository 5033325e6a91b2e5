import FoundationEssentials

/// Whether a stage rests: it stops fetching while no records arrive. A broker that does not hold empty fetches gets
/// hundreds of requests a second for nothing; with notifications they are needless. It is pure.
struct FetchRest {
    /// The time without records before a rest.
    let patience: Duration
    private var lastNews: Date
    private(set) var isOn = false

    init(after patience: Duration, at now: Date) { (self.patience, lastNews) = (patience, now) }

    /// Records have arrived, or may have. Returns whether that ends a rest.
    mutating func heard(at now: Date) -> Bool {
        lastNews = now
        defer { isOn = false }
        return isOn
    }

    /// The time without records until a rest begins; nil during a rest.
    mutating func left(at now: Date) -> Duration? {
        guard !isOn else { return nil }
        let passed = Duration.seconds(now.timeIntervalSince(lastNews))
        // The clock was put back: begin anew.
        guard passed >= .zero else {
            lastNews = now
            return patience
        }
        if passed >= patience { isOn = true }
        return isOn ? nil : patience - passed
    }
}

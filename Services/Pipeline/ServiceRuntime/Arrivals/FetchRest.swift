import FoundationEssentials

/// Whether a stage fetches though nothing comes. A broker that does not hold an empty fetch back until something is there is asked
/// hundreds of times a second for nothing; where somebody tells of what is published, it need not be. Pure.
struct FetchRest {
    /// For so long nothing must have come.
    let patience: Duration
    private var lastNews: Date
    private(set) var isOn = false

    init(after patience: Duration, at now: Date) { (self.patience, lastNews) = (patience, now) }

    /// Something came, or may have. Whether that ends a rest.
    mutating func heard(at now: Date) -> Bool {
        lastNews = now
        defer { isOn = false }
        return isOn
    }

    /// How long nothing must come yet for a rest to begin; nil while it lasts.
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

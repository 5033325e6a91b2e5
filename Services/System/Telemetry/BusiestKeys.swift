/// Counts by key in bounded memory: the busiest keys by their names, and everything else together. Pure.
///
/// Beside the named keys, three times as many others are watched (the “Space-Saving” summary of Metwally and others: a new key
/// takes the place of the least, and owes what that one had counted). Weights fade, so that who was busy last week makes room.
/// Names change hands only when the counts are read, a few at a time: each amount is in exactly one series, and a series that
/// ends has been shown with all that it counted.
struct BusiestKeys {
    /// What is counted under no name of its own. A key of that name is counted there, too.
    static let rest = "other"

    private struct Entry {
        var weight = 0.0
        /// What its weight has from keys that were forgotten for it.
        var owed = 0.0
        /// Nil while it has no name.
        var count: Double?

        /// What it has counted for certain, of late.
        var certain: Double { weight - owed }
    }

    private let named: Int
    private let changesPerReading: Int
    private let fadesAfter: Double
    private var entries: [String: Entry] = [:]
    private var namedCount = 0
    private var others = 0.0
    private var sinceFading = 0.0

    /// Weights are halved whenever `fadesAfter` was counted.
    init(named: Int, changesPerReading: Int = 10, fadesAfter: Double = 100_000) {
        (self.named, self.changesPerReading) = (max(1, named), max(1, changesPerReading))
        self.fadesAfter = max(1, fadesAfter)
    }

    /// Keys that are kept apart, with a name or without.
    var watched: Int { entries.count }

    mutating func add(_ key: String, _ amount: Double = 1) {
        sinceFading += amount
        if sinceFading >= fadesAfter { fade() }
        guard key != Self.rest else {
            others += amount
            return
        }
        var entry = entries[key] ?? newcomer()
        entry.weight += amount
        if let count = entry.count { entry.count = count + amount } else { others += amount }
        entries[key] = entry
    }

    /// The first ones have names at once; later ones wait, in the place of whoever waits with the least.
    private mutating func newcomer() -> Entry {
        if namedCount < named {
            namedCount += 1
            return Entry(count: 0)
        }
        guard entries.count >= 4 * named,
            let least = entries.lazy.filter({ $0.value.count == nil })
                .min(by: { ($0.value.weight, $0.key) < ($1.value.weight, $1.key) })
        else { return Entry() }
        entries[least.key] = nil
        return Entry(weight: least.value.weight, owed: least.value.weight)
    }

    private mutating func fade() {
        sinceFading = 0
        for (key, entry) in entries {
            let (weight, owed) = (entry.weight / 2, entry.owed / 2)
            entries[key] = entry.count == nil && weight < 1 ? nil : Entry(weight: weight, owed: owed, count: entry.count)
        }
    }

    /// The counts by name, in order, those of no name last. After this a few names may have changed hands: who gets one is shown
    /// with nothing, who loses one is shown for the last time.
    mutating func read() -> [(key: String, count: Double)] {
        var shown: [String: Double] = entries.compactMapValues(\.count)
        for _ in 0..<changesPerReading {
            guard
                let weakest = entries.lazy.filter({ $0.value.count != nil })
                    .min(by: { ($0.value.weight, $0.key) < ($1.value.weight, $1.key) }),
                let rising = entries.lazy.filter({ $0.value.count == nil })
                    .max(by: { ($0.value.certain, $1.key) < ($1.value.certain, $0.key) }),
                rising.value.certain > weakest.value.weight
            else { break }
            entries[weakest.key]?.count = nil
            entries[rising.key]?.count = 0
            shown[rising.key] = shown[rising.key] ?? 0
        }
        return shown.sorted { $0.key < $1.key }.map { (key: $0.key, count: $0.value) } + [(key: Self.rest, count: others)]
    }
}

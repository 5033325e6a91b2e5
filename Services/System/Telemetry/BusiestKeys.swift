/// Counts by key in bounded memory: the busiest keys by name, all others together. Pure.
///
/// Each amount is counted in exactly one series, and a series that ends has been read with all of its amounts: names
/// change only on reading, a few at a time. Beside the named keys, three times as many others are watched, by the
/// “Space-Saving” summary of Metwally and others: a new key replaces the one with the least weight and takes over its
/// weight as owed. Weights fade, so that formerly busy keys make room.
struct BusiestKeys {
    /// The name for all keys without their own. A key of that name is counted here, too.
    static let rest = "other"

    private struct Entry {
        var weight = 0.0
        /// The part of its weight that replaced keys had counted.
        var owed = 0.0
        /// Nil for a key without a name.
        var count: Double?

        /// The part of its weight that it has certainly counted, faded.
        var certain: Double { weight - owed }
    }

    private let named: Int
    private let changesPerReading: Int
    private let fadesAfter: Double
    private var entries: [String: Entry] = [:]
    private var namedCount = 0
    private var others = 0.0
    private var sinceFading = 0.0

    /// Weights are halved after each `fadesAfter` counted.
    init(named: Int, changesPerReading: Int = 10, fadesAfter: Double = 100_000) {
        (self.named, self.changesPerReading) = (max(1, named), max(1, changesPerReading))
        self.fadesAfter = max(1, fadesAfter)
    }

    /// The number of keys with an entry, named or not.
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

    /// The first keys get names at once. Later ones wait, and replace the waiting key with the least weight.
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

    /// The counts by name, in order; that of the other keys is last. Afterwards a few names may change: a newly named key
    /// was read with nothing, and a key that loses its name was read for the last time.
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

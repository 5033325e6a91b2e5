/// The results of two builds for the same submissions.
public struct ShadowComparison: Sendable, Hashable, Codable {
    /// A submission with different results.
    public struct Difference: Sendable, Hashable, Codable {
        /// Its ids at both.
        public let ids: [String]
        /// The place of the difference: `state`, `documents[0].verdict`, `documents[0].pages[1].images[0]`.
        public let place: String
        public let found: [String]

        public init(ids: [String], place: String, found: [String]) {
            (self.ids, self.place, self.found) = (ids, place, found)
        }
    }

    static let named = 1000

    /// The two gateways.
    public let targets: [String]
    public private(set) var compared = 0
    /// The number of pictures and PDFs whose digests were compared.
    public private(set) var files = 0
    /// The number of submissions that could not be compared: one of the two had no outcome.
    public private(set) var incomparable = 0
    public private(set) var differenceCount = 0
    public private(set) var differences: [Difference] = []

    public init(targets: [String]) { self.targets = targets }

    /// Adds the results of one submission on both sides; nil for a side without an outcome.
    public mutating func take(_ one: ShadowResult?, _ other: ShadowResult?) {
        guard let one, let other else {
            incomparable += 1
            return
        }
        compared += 1
        files += one.facts.count { $0.isFile }
        let found = ShadowResult.differences(one, other)
        differenceCount += found.isEmpty ? 0 : 1
        differences += found.prefix(max(0, Self.named - differences.count))
    }

    func adding(_ other: ShadowComparison) -> ShadowComparison {
        var sum = self
        sum.compared += other.compared
        sum.files += other.files
        sum.incomparable += other.incomparable
        sum.differenceCount += other.differenceCount
        sum.differences += other.differences.prefix(max(0, Self.named - differences.count))
        return sum
    }
}

/// The comparable results of a submission: no ids, no times, no words.
public struct ShadowResult: Sendable, Hashable {
    public struct Fact: Sendable, Hashable {
        public let place: String
        public let value: String
        /// Whether the value is a file's digest.
        public let isFile: Bool

        public init(_ place: String, _ value: String, isFile: Bool = false) {
            (self.place, self.value, self.isFile) = (place, value, isFile)
        }
    }

    public let id: String
    /// In order, each place once.
    public let facts: [Fact]

    public init(id: String, facts: [Fact]) { (self.id, self.facts) = (id, facts) }

    static func differences(_ one: ShadowResult, _ other: ShadowResult) -> [ShadowComparison.Difference] {
        let (left, right) = (one.values, other.values)
        var places = one.facts.map(\.place)
        places += other.facts.map(\.place).filter { left[$0] == nil }
        return places.compactMap { place in
            let (a, b) = (left[place] ?? "–", right[place] ?? "–")
            return a == b ? nil : ShadowComparison.Difference(ids: [one.id, other.id], place: place, found: [a, b])
        }
    }

    private var values: [String: String] {
        Dictionary(facts.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

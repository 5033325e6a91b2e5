/// A printed name compared with the expected one.
public struct NameComparison: Hashable, Sendable {
    /// From 0 (nothing in common) to 100.
    public let score: Int
    public let differences: [Difference]

    /// Whether a person would take both for the same name.
    public var isSame: Bool { score >= 80 }

    public enum Difference: Hashable, Sendable {
        /// An expected part is not printed.
        case missing(String)
        /// A printed part is not expected.
        case added(String)
        /// One side has only the initial.
        case initial(expected: String, printed: String)
        /// One or two letters differ.
        case spelling(expected: String, printed: String)
        /// The same name without its accents, or in another alphabet.
        case transliterated(expected: String, printed: String)
        /// The parts are in another order.
        case order
        /// The parts are in different places of the page.
        case apart
    }

    public init(expected: some StringProtocol, printed: some StringProtocol) {
        self.init(NamePart.parts(of: expected), NamePart.parts(of: printed))
    }

    init(score: Int, differences: [Difference]) {
        self.score = min(max(score, 0), 100)
        self.differences = differences
    }

    init(_ expected: [NamePart], _ printed: [NamePart]) {
        guard !expected.isEmpty, !printed.isEmpty else {
            self.init(score: 0, differences: expected.map { .missing($0.text) })
            return
        }
        // Kanji stand without blanks.
        if Self.joined(expected) == Self.joined(printed) {
            self.init(score: 100, differences: [])
            return
        }
        self = Assignment(expected, printed).comparison
    }

    private static func joined(_ parts: [NamePart]) -> [Unicode.Scalar] { parts.flatMap(\.short) }
}

/// Assigns the parts of one name to those of the other.
private struct Assignment {
    private var pairs: [(expected: Int, printed: Int, match: NameMatch)] = []
    private let expected: [NamePart]
    private let printed: [NamePart]

    init(_ expected: [NamePart], _ printed: [NamePart]) {
        self.expected = expected
        self.printed = printed
        var candidates: [(expected: Int, printed: Int, match: NameMatch)] = []
        for (first, part) in expected.enumerated() {
            for (second, other) in printed.enumerated() {
                if let match = NameMatch(part, other) { candidates.append((first, second, match)) }
            }
        }
        // The best pairs first; of equal ones, those in their order.
        candidates.sort {
            ($1.match.score, abs($0.expected - $0.printed), $0.expected) < (
                $0.match.score, abs($1.expected - $1.printed), $1.expected
            )
        }
        var usedExpected: Set<Int> = []
        var usedPrinted: Set<Int> = []
        for candidate in candidates where !usedExpected.contains(candidate.expected) && !usedPrinted.contains(candidate.printed) {
            usedExpected.insert(candidate.expected)
            usedPrinted.insert(candidate.printed)
            pairs.append(candidate)
        }
        pairs.sort { $0.expected < $1.expected }
    }

    var comparison: NameComparison {
        let missing = expected.indices.filter { index in !pairs.contains { $0.expected == index } }
        let added = printed.indices.filter { index in !pairs.contains { $0.printed == index } }
        var differences: [NameComparison.Difference] = pairs.compactMap { pair in
            pair.match.difference(expected[pair.expected].text, printed[pair.printed].text)
        }
        if zip(pairs, pairs.dropFirst()).contains(where: { $0.printed > $1.printed }) { differences.append(.order) }
        differences += missing.map { .missing(expected[$0].text) } + added.map { .added(printed[$0].text) }
        return NameComparison(score: score(missing: missing, added: added), differences: differences)
    }

    private func score(missing: [Int], added: [Int]) -> Int {
        let whole = pairs.filter { $0.match.score > 80 && !expected[$0.expected].isParticle }
        // Initials alone are nobody's name.
        guard !whole.isEmpty else { return pairs.isEmpty ? 0 : 20 }
        func weight(_ part: NamePart) -> Int { part.isParticle ? 20 : 100 }
        let matched = pairs.reduce(0) { $0 + weight(expected[$1.expected]) * $1.match.score / 100 }
        let ofPairs = pairs.reduce(0) { $0 + weight(expected[$1.expected]) }
        let lost = missing.filter { !expected[$0].isParticle }
        let more = added.filter { !printed[$0].isParticle }
        // A part on each side that fits none of the other is another name. A second name that is left out is usual; so is one that
        // came with a marriage. One part alone is not a whole name.
        let contradicting = min(lost.count, more.count)
        let isPartial = pairs.count { !expected[$0.expected].isParticle } < 2
        // The last part is the surname, more often than not.
        let surname = lost.contains(expected.count - 1) && contradicting == 0 ? 35 : 0
        let ofMissing = (lost.count - contradicting) * (isPartial ? 90 : 20) + surname + (missing.count - lost.count) * 4
        let ofAdded = (more.count - contradicting) * (isPartial ? 40 : 12)
        return matched * 100 / max(1, ofPairs + contradicting * 110 + ofMissing + ofAdded)
    }
}

/// How well two parts match.
struct NameMatch {
    /// Of 100.
    let score: Int
    private let kind: Kind

    private enum Kind { case same, transliterated, initial, spelling }

    /// Nil if they do not match.
    init?(_ expected: NamePart, _ printed: NamePart) {
        if expected.short == printed.short {
            (score, kind) = (
                100,
                expected.text.hasSameBytes(as: printed.text) || Self.differInCase(expected, printed) ? .same : .transliterated
            )
        } else if expected.long == printed.short || expected.short == printed.long || expected.long == printed.long {
            (score, kind) = (100, .transliterated)
        } else if expected.isInitial || printed.isInitial {
            guard expected.short.first == printed.short.first || expected.long.first == printed.long.first else { return nil }
            (score, kind) = (80, .initial)
        } else if expected.reduced == printed.reduced {
            (score, kind) = (95, .transliterated)
        } else {
            let length = min(expected.short.count, printed.short.count)
            let limit = length >= 9 ? 2 : length >= 6 ? 1 : 0
            guard limit > 0, Self.distance(expected, printed, limit) <= limit else { return nil }
            (score, kind) = (limit == 1 || Self.distance(expected, printed, limit) == 1 ? 88 : 82, .spelling)
        }
    }

    private static func distance(_ expected: NamePart, _ printed: NamePart, _ limit: Int) -> Int {
        min(
            EditDistance.between(expected.short, printed.short, limit: limit),
            EditDistance.between(expected.long, printed.short, limit: limit))
    }

    private static func differInCase(_ expected: NamePart, _ printed: NamePart) -> Bool {
        func small(_ text: String) -> [UInt32] {
            text.unicodeScalars.map {
                (0x41...0x5A).contains($0.value) || (0xC0...0xDE).contains($0.value) ? $0.value + 32 : $0.value
            }
        }
        return small(expected.text) == small(printed.text)
    }

    func difference(_ expected: String, _ printed: String) -> NameComparison.Difference? {
        switch kind {
        case .same: nil
        case .transliterated: .transliterated(expected: expected, printed: printed)
        case .initial: .initial(expected: expected, printed: printed)
        case .spelling: .spelling(expected: expected, printed: printed)
        }
    }
}

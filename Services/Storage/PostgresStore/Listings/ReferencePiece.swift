/// Chooses the piece of a text with which the index of trigrams finds references that contain the text.
///
/// The index intersects the lists of all trigrams of the piece. Most trigrams of “order-004711” are in every reference of
/// a tenant and cost most of the time; “004711” finds hardly more at a twentieth of the cost. A sample of the tenant's
/// references shows the rare trigrams.
enum ReferencePiece {
    /// In characters: four trigrams.
    static let length = 6
    /// The size of the sample of references.
    static let sampleCount = 300
    /// If one in this many references contains the piece, a scan finds enough of them.
    private static let shareThatIsCommon = 20

    /// Nil if the text has no three consecutive letters or digits, or if all its pieces are common. ASCII letters of the
    /// text and the references must be in lower case.
    static func rarest(of text: String, among sample: [String]) -> String? {
        let pieces = pieces(of: Array(text.unicodeScalars))
        let known = sample.map { Array($0.unicodeScalars) }
        var counts = Dictionary(uniqueKeysWithValues: Set(pieces.flatMap(trigrams)).map { ($0, 0) })
        for trigram in known.flatMap({ Set(trigrams(of: $0)) }) { counts[trigram]? += 1 }
        // Of those that are as rare, the last one: what is counted up is at the end.
        let best = pieces.reversed().min { left, right in cost(left, counts) < cost(right, counts) }
        guard let best, !isCommon(known.count { contains($0, best) }, among: known.count) else { return nil }
        return String(String.UnicodeScalarView(best))
    }

    /// Whether so many of a sample contain it that a scan finds enough of them.
    static func isCommon(_ count: Int, among all: Int) -> Bool { count * shareThatIsCommon > all }

    /// The cost of looking up each entry of the rarest list in all others.
    private static func cost(_ piece: [Unicode.Scalar], _ counts: [UInt64: Int]) -> (rarest: Int, all: Int) {
        let all = trigrams(of: piece).map { counts[$0] ?? 0 }
        return (all.min() ?? 0, all.reduce(0, +))
    }

    /// Only letters and digits, which the index knows.
    private static func pieces(of text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        text.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.filter { $0.count >= 3 }.flatMap { run in
            let run = Array(run)
            let length = min(length, run.count)
            return (0..<run.count - length + 1).map { Array(run[$0..<$0 + length]) }
        }
    }

    /// Three scalars of 21 bits each.
    private static func trigrams(of text: [Unicode.Scalar]) -> [UInt64] {
        zip(text, zip(text.dropFirst(), text.dropFirst(2))).map { first, others in
            UInt64(first.value) << 42 | UInt64(others.0.value) << 21 | UInt64(others.1.value)
        }
    }

    private static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        (0..<text.count - part.count + 1).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}

/// The piece of a text by which the index of trigrams is to find what contains the text.
///
/// The index intersects the lists of all trigrams that it is asked for. Of “order-004711” most are in every reference of a tenant, and
/// cost most of the time; “004711” finds hardly more, at a twentieth of it. Which trigrams are rare, some references of the tenant tell.
enum ReferencePiece {
    /// In characters: four trigrams.
    static let length = 6
    /// How many references are to be asked for.
    static let sampleCount = 300
    /// If one in so many references contains the piece, looking at one submission after the other finds enough of them.
    private static let shareThatIsCommon = 20

    /// Nil if the text has no three letters or digits in a row, or if each of its pieces is common. In both the text and the
    /// references ASCII letters are small.
    static func rarest(of text: String, among sample: [String]) -> String? {
        let pieces = pieces(of: Array(text.unicodeScalars))
        let known = sample.map { Array($0.unicodeScalars) }
        var counts = Dictionary(uniqueKeysWithValues: Set(pieces.flatMap(trigrams)).map { ($0, 0) })
        for trigram in known.flatMap({ Set(trigrams(of: $0)) }) { counts[trigram]? += 1 }
        // Of those that are as rare, the last one: what is counted up is at the end.
        let best = pieces.reversed().min { left, right in cost(left, counts) < cost(right, counts) }
        guard let best, known.count(where: { contains($0, best) }) * shareThatIsCommon <= known.count else { return nil }
        return String(String.UnicodeScalarView(best))
    }

    /// Each entry of the rarest list is looked for in all others.
    private static func cost(_ piece: [Unicode.Scalar], _ counts: [UInt64: Int]) -> (rarest: Int, all: Int) {
        let all = trigrams(of: piece).map { counts[$0] ?? 0 }
        return (all.min() ?? 0, all.reduce(0, +))
    }

    /// Of letters and digits alone: the index knows nothing else.
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

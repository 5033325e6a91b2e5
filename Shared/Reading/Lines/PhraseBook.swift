/// Phrases to search for in the lines of a page, each with its meaning.
struct PhraseBook<Meaning: Sendable>: Sendable {
    private struct Entry: Sendable {
        let scalars: [Unicode.Scalar]
        let meaning: Meaning
    }

    /// By the first two scalars, the longest phrase first.
    private let entries: [UInt64: [Entry]]

    init(_ phrases: [(meaning: Meaning, phrases: [String])]) {
        var entries: [UInt64: [Entry]] = [:]
        for (meaning, texts) in phrases {
            for text in texts {
                let scalars = Skeleton(of: FoldedScalars.fold(text)).scalars
                guard let first = scalars.first else { continue }
                entries[Self.key(first, scalars.dropFirst().first), default: []].append(Entry(scalars: scalars, meaning: meaning))
            }
        }
        self.entries = entries.mapValues { $0.sorted { $0.scalars.count > $1.scalars.count } }
    }

    /// Words separated by a vertical line.
    static func list(_ text: String) -> [String] { text.split(at: "|").map { String($0.trimmed) } }

    private static func key(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) -> UInt64 {
        UInt64(first.value) << 32 | UInt64(second?.value ?? 0)
    }

    /// From the left, the longest at each place, without overlaps.
    func occurrences(in line: TextLine) -> [(meaning: Meaning, range: Range<Int>)] {
        let skeleton = line.skeleton
        var found: [(meaning: Meaning, range: Range<Int>)] = []
        var index = 0
        while index < skeleton.scalars.count {
            guard skeleton.begins(at: index), let entry = longest(at: index, of: skeleton) else {
                index += 1
                continue
            }
            let end = index + entry.scalars.count
            found.append((entry.meaning, skeleton.places[index]..<(skeleton.places[end - 1] + 1)))
            index = end
        }
        return found
    }

    private func longest(at index: Int, of skeleton: Skeleton) -> Entry? {
        let first = skeleton.scalars[index]
        let second = index + 1 < skeleton.scalars.count ? skeleton.scalars[index + 1] : nil
        for key in [Self.key(first, second), Self.key(first, nil)] {
            for entry in entries[key] ?? [] where fits(entry, at: index, of: skeleton) { return entry }
        }
        return nil
    }

    private func fits(_ entry: Entry, at index: Int, of skeleton: Skeleton) -> Bool {
        let end = index + entry.scalars.count
        guard end <= skeleton.scalars.count, skeleton.begins(at: end) || entry.scalars.last?.isJapanese == true else {
            return false
        }
        return entry.scalars.indices.allSatisfy { skeleton.scalars[index + $0] == entry.scalars[$0] }
    }
}

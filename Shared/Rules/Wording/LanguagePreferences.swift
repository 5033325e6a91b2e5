/// The languages of an `Accept-Language` header (RFC 9110, section 12.5.4), the most preferred first.
public struct LanguagePreferences: Sendable, Hashable {
    public struct Range: Sendable, Hashable {
        /// In lower case; `*` for any.
        public let tag: String
        /// In thousandths, from 0 (not acceptable) to 1000.
        public let weight: Int
    }

    public let ranges: [Range]

    public static let maximumLength = 1000
    public static let maximumRanges = 50

    /// Skips unreadable parts: an odd header is no reason to refuse an answer.
    public init(_ header: String) {
        let elements = header.utf8.prefix(Self.maximumLength).split(separator: UInt8(ascii: ",")).prefix(Self.maximumRanges)
        let read = elements.compactMap(Self.range)
        // Of equal weight, the earlier one is meant first.
        ranges = read.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
    }

    /// RFC 4647, section 3.4: shortens each range from its end until a tag matches. A weight of 0 excludes a tag; `*` is
    /// the first tag that is not excluded. Nil if nothing matches.
    public func lookup<Choice>(among choices: [Choice], tag: (Choice) -> String) -> Choice? {
        let unwanted = ranges.filter { $0.weight == 0 && $0.tag != "*" }.map(\.tag)
        let candidates = choices.filter { choice in
            let tag = tag(choice).lowercased()
            // A dearer range for the tag itself outweighs what is said of a more general one.
            return !unwanted.contains { tag == $0 || tag.hasPrefix($0 + "-") }
                || ranges.contains { $0.weight > 0 && $0.tag == tag }
        }
        for range in ranges where range.weight > 0 {
            if range.tag == "*" {
                if let first = candidates.first { return first }
                continue
            }
            var subtags = range.tag.split(at: "-")
            while !subtags.isEmpty {
                let wanted = subtags.joined(separator: "-")
                if let found = candidates.first(where: { tag($0).lowercased() == wanted }) { return found }
                subtags.removeLast()
                // A single letter or digit only introduces what followed it.
                if let last = subtags.last, last.utf8.count == 1 { subtags.removeLast() }
            }
        }
        return nil
    }

    private static func range(_ element: Substring.UTF8View) -> Range? {
        let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let name = parts.first.map(trimmed), isRange(name) else { return nil }
        var weight = 1000
        for parameter in parts.dropFirst() {
            let halves = trimmed(parameter).split(at: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0].lowercased() == "q" else { continue }
            guard let value = quality(halves[1]) else { return nil }
            weight = value
        }
        return Range(tag: name.lowercased(), weight: weight)
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return String(decoding: text.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }

    /// RFC 4647, section 2.1: `*`, or subtags of 1 to 8 letters and digits.
    private static func isRange(_ text: String) -> Bool {
        if text == "*" { return true }
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.count)
                    && subtag.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    }
            }
    }

    /// RFC 9110, section 12.4.2: `0` to `1` with up to three digits after the point.
    private static func quality(_ text: Substring) -> Int? {
        let halves = text.split(at: ".", omittingEmptySubsequences: false)
        guard let whole = halves.first, whole == "0" || whole == "1", halves.count <= 2 else { return nil }
        let places = halves.count == 2 ? Array(halves[1].utf8) : []
        guard places.count <= 3 else { return nil }
        let padded = places + [UInt8](repeating: UInt8(ascii: "0"), count: 3 - places.count)
        guard let thousandths = DecimalDigits.value(of: padded[...]) else { return nil }
        let value = (whole == "1" ? 1000 : 0) + thousandths
        return value <= 1000 ? value : nil
    }
}

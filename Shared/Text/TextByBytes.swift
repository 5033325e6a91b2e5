/// Text as its bytes, which is what came from outside and what others read.
///
/// A `Character` is what a person takes for one: “,” with a combining mark behind it or U+0600 before it is another character than “,”,
/// CR LF is one, and `==` takes texts for equal that Unicode calls canonically equivalent. Databases, browsers and other parsers know
/// nothing of that. What is split, compared or looked for in text from outside is so by these.
extension StringProtocol {
    /// Whether both are the same bytes: “é” of one scalar is another name than “é” of two. Who somebody is, and what they may do, is
    /// decided by this.
    public func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether it begins with these bytes.
    public func hasBytes(atStart start: some StringProtocol) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether an ASCII sign is in it.
    public func holds(_ sign: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: sign)) }
}

extension StringProtocol where SubSequence == Substring {
    /// Without blanks, tabs and line ends at its ends.
    package var trimmed: Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let rest = self[...].utf8.drop(while: isBlank)
        return rest.lastIndex { !isBlank($0) }.map { Substring(rest[...$0]) } ?? ""
    }

    /// What stands between ASCII signs.
    public func split(
        at sign: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        self[...].utf8.split(
            separator: UInt8(ascii: sign), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
        ).map { Substring($0) }
    }
}

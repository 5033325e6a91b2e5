/// Operations on text by its bytes, for text from outside.
///
/// A `Character` is what a person perceives as one. “,” with a combining mark after it or U+0600 before it is another
/// `Character` than “,”. CR LF is one, and `==` equates canonically equivalent texts. Databases, browsers and other
/// parsers do none of that. So these operations split, compare and search all text from outside.
extension StringProtocol {
    /// Whether both have the same bytes: “é” of one scalar differs from “é” of two. Identities and permissions are
    /// compared by this.
    public func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    public func hasBytes(atStart start: some StringProtocol) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether it contains an ASCII sign.
    public func holds(_ sign: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: sign)) }
}

extension StringProtocol where SubSequence == Substring {
    /// Without blanks, tabs and line breaks at its ends.
    package var trimmed: Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let rest = self[...].utf8.drop(while: isBlank)
        return rest.lastIndex { !isBlank($0) }.map { Substring(rest[...$0]) } ?? ""
    }

    /// The parts between ASCII signs.
    public func split(
        at sign: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        self[...].utf8.split(
            separator: UInt8(ascii: sign), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
        ).map { Substring($0) }
    }
}

extension UInt8 {
    /// Whether it is a letter or a digit in ASCII.
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

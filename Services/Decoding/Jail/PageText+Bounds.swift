public import Shared

/// The bounds of a page's text. A sound child keeps them; an answer beyond them is refused.
extension PageText {
    public static let mostWords = 20_000
    public static let mostCodes = 32
    /// Of a word, in bytes.
    public static let longestWord = 256
    /// Of a code, in bytes. The largest existing codes hold three thousand.
    public static let longestCode = 4096
    static let proportions = 0.001...1000.0
    /// Of the message, in bytes.
    static let mostBytes = 8 << 20

    /// The part of it within the bounds.
    public func bounded() -> PageText {
        var bounded: [PageWord] = []
        var lines = -1
        var last: Int?
        for word in words where bounded.count < Self.mostWords {
            let text = Self.plain(word.text)
            guard !text.isEmpty else { continue }
            if word.line != last { lines += 1 }
            last = word.line
            bounded.append(PageWord(text: text, box: word.box, confidence: min(max(word.confidence, 0), 100), line: lines))
        }
        let range = Self.proportions
        return PageText(
            source: source,
            proportion: proportion.isNaN ? 1 : min(max(proportion, range.lowerBound), range.upperBound), words: bounded,
            codes: codes.filter { !$0.bytes.isEmpty && $0.bytes.count <= Self.longestCode }.prefix(Self.mostCodes).map(\.self))
    }

    /// Decodes and checks a child's answer.
    ///
    /// - Throws: `protocolViolation` for an answer that no sound child would send.
    init(checking bytes: [UInt8]) throws(JailError) {
        guard bytes.count <= Self.mostBytes else {
            throw .protocolViolation(detail: "a text of \(bytes.count) bytes")
        }
        let text: PageText
        do {
            text = try WireCoding.decode(PageText.self, from: bytes)
        } catch {
            throw .protocolViolation(detail: "no text: \(error)")
        }
        guard text.words.count <= Self.mostWords, text.codes.count <= Self.mostCodes, Self.proportions.contains(text.proportion),
            text.words.allSatisfy(\.isSound), text.codes.allSatisfy({ (1...Self.longestCode).contains($0.bytes.count) })
        else { throw .protocolViolation(detail: "a text out of bounds") }
        var line = 0
        for (index, word) in text.words.enumerated() {
            guard word.line == line || (index > 0 && word.line == line + 1) else {
                throw .protocolViolation(detail: "lines out of order")
            }
            line = word.line
        }
        self = text
    }

    /// Shortened, and without invisible characters.
    fileprivate static func plain(_ text: String) -> String {
        var plain = ""
        var count = 0
        for scalar in text.unicodeScalars where isPlain(scalar) {
            count += scalar.utf8Length
            guard count <= longestWord else { break }
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// Excludes blanks, controls, changes of direction and unassigned characters.
    fileprivate static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
        default: true
        }
    }
}

extension PageWord {
    fileprivate var isSound: Bool {
        (1...PageText.longestWord).contains(text.utf8.count) && (0...100).contains(confidence) && line >= 0
            && text.unicodeScalars.allSatisfy(PageText.isPlain)
    }
}

extension Unicode.Scalar {
    fileprivate var utf8Length: Int { UTF8.width(self) }
}

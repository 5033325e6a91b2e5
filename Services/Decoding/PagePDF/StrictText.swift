/// Parses text that must be exactly as expected, from its beginning.
struct StrictText {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Steps over these words if they come next. Compares bytes: texts may be equal to a reader only.
    mutating func take(_ words: String) -> Bool {
        guard rest.starts(with: words.utf8) else { return false }
        rest = rest.dropFirst(words.utf8.count)
        return true
    }

    /// A decimal number, as written.
    mutating func number() -> String? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
        guard (1...12).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return String(decoding: digits, as: UTF8.self)
    }

    /// An integer in its only notation.
    mutating func count() -> Int? {
        guard let text = number(), let count = Int(text), String(count).utf8.elementsEqual(text.utf8) else { return nil }
        return count
    }

    /// Hundredths of a number with two digits after its point.
    mutating func hundredths() -> Int? {
        guard let text = number(), let hundredths = Int(text.filter { $0 != "." }),
            PaperSize.points(hundredths: hundredths).utf8.elementsEqual(text.utf8)
        else { return nil }
        return hundredths
    }

    /// A byte as two lower-case hexadecimal digits.
    mutating func byte() -> UInt8? {
        var value: UInt8 = 0
        for digit in rest.prefix(2) {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | (digit &- UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (digit &- UInt8(ascii: "a") &+ 10)
            default: return nil
            }
        }
        guard rest.count >= 2 else { return nil }
        rest = rest.dropFirst(2)
        return value
    }

    /// The decimal numbers of a line that consists of these words with a number between each two.
    static func numbers(in line: ArraySlice<UInt8>, between words: [String]) -> [String]? {
        var text = StrictText(line)
        var found: [String] = []
        for (index, word) in words.enumerated() {
            if index > 0 {
                guard let number = text.number() else { return nil }
                found.append(number)
            }
            guard text.take(word) else { return nil }
        }
        return text.rest.isEmpty ? found : nil
    }
}

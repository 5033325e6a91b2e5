/// JSON in the canonical form of RFC 8785 (JSON Canonicalization Scheme), so that equal values have equal digests.
public enum JSONCanonicalization {
    /// Writes an infinite number or not-a-number, which JSON lacks, as `null`.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, to: &output)
        return output
    }

    private static func write(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .number(let value): output += number(value).utf8
        case .string(let text): write(text, to: &output)
        case .array(let elements):
            write(elements, between: ("[", "]"), to: &output) { write($0, to: &$1) }
        case .object(let members):
            // By UTF-16 code units (section 3.2.3), whatever the language.
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            write(sorted, between: ("{", "}"), to: &output) { member, output in
                write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                write(member.value, to: &output)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between marks: (String, String), to output: inout [UInt8],
        _ one: (Element, inout [UInt8]) -> Void
    ) {
        output += marks.0.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            one(element, &output)
        }
        output += marks.1.utf8
    }

    /// Section 3.2.2.2: escapes only what must be.
    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x08: output += #"\b"#.utf8
            case 0x09: output += #"\t"#.utf8
            case 0x0A: output += #"\n"#.utf8
            case 0x0C: output += #"\f"#.utf8
            case 0x0D: output += #"\r"#.utf8
            case 0x22: output += #"\""#.utf8
            case 0x5C: output += #"\\"#.utf8
            case 0..<0x20: output += (#"\u00"# + (byte < 0x10 ? "0" : "1") + String(byte % 16, radix: 16)).utf8
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Section 3.2.2.3, which is ECMAScript's Number::toString.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        guard value != 0 else { return "0" }
        let sign = value < 0 ? "-" : ""
        // The fewest digits that give the same number, which Swift's description has, too; it sets them another way.
        let (digits, exponent) = parts(of: value.magnitude.description)
        let text = String(decoding: digits, as: UTF8.self)
        if exponent > 21 || exponent < -5 {
            let power = exponent - 1
            let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
            return sign + String(decoding: digits.prefix(1), as: UTF8.self) + (rest.isEmpty ? "" : "." + rest) + "e"
                + (power < 0 ? "-" : "+") + String(power.magnitude)
        }
        if exponent >= digits.count { return sign + text + zeros(exponent - digits.count) }
        if exponent <= 0 { return sign + "0." + zeros(-exponent) + text }
        return sign + String(decoding: digits.prefix(exponent), as: UTF8.self) + "."
            + String(decoding: digits.dropFirst(exponent), as: UTF8.self)
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    /// The digits without zeros at either end, and the place of the point: 0.DIGITS × 10^exponent.
    private static func parts(of description: String) -> (digits: [UInt8], exponent: Int) {
        let halves = description.utf8.split(separator: UInt8(ascii: "e"))
        let power = halves.count > 1 ? Int(String(Substring(halves[1]))) ?? 0 : 0
        let mantissa = halves[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let whole = Array(mantissa[0])
        let digits = whole + (mantissa.count > 1 ? Array(mantissa[1]) : [])
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        var kept = Array(digits.dropFirst(leading))
        while kept.last == UInt8(ascii: "0") { kept.removeLast() }
        return (kept, whole.count - leading + power)
    }
}

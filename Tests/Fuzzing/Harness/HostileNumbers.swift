/// Numbers at and around the ends of what types of numbers hold, for seeds: each field that is a number gets each of them.
enum HostileNumbers {
    /// 2³¹, 2³², 2⁵³, 2⁶³ and 2⁶⁴, what lies beside them, and what lies beyond all of them.
    static let texts = [
        "-1", "0", "1", "2147483647", "2147483648", "2147483649", "4294967295", "4294967296", "4294967297",
        "9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775806", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "18446744073709551617", "-2147483648",
        "-2147483649", "-9223372036854775808", "-9223372036854775809", "999999999999999", "999999999999999999",
        "340282366920938463463374607431768211456",
    ]

    /// The text as it is, and with each of its numbers replaced by each of these. A number stands between `‹` and `›`.
    static func seeds(_ template: String) -> [[UInt8]] {
        // Every other part is a number.
        let parts = template.split(omittingEmptySubsequences: false) { $0 == "‹" || $0 == "›" }
        var seeds = [Array(parts.joined().utf8)]
        for index in stride(from: 1, to: parts.count, by: 2) {
            for text in texts {
                var parts = parts
                parts[index] = text[...]
                seeds.append(Array(parts.joined().utf8))
            }
        }
        return seeds
    }

    /// JSON as it is, and with each of its numbers replaced by each of these.
    static func seeds(json: [UInt8]) -> [[UInt8]] {
        var template = ""
        var isNumber = false
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            let isDigit = "0" <= scalar && scalar <= "9"
            if isNumber, !isDigit {
                template += "›"
                isNumber = false
            } else if isDigit, !isNumber, let last = template.unicodeScalars.last, [":", ",", "["].contains(last) {
                template += "‹"
                isNumber = true
            }
            template.unicodeScalars.append(scalar)
        }
        return seeds(template)
    }

    /// Bytes as they are, and with eight of them at each place replaced by each end of what 64 bits hold, in network order.
    static func seeds(binary bytes: [UInt8]) -> [[UInt8]] {
        let ends: [UInt64] = [1 << 31, 1 << 32, 1 << 53, .max >> 1, 1 << 63, .max]
        guard bytes.count >= 8 else { return [bytes] }
        return [bytes]
            + (0...bytes.count - 8).flatMap { place in
                ends.map { end in
                    var seed = bytes
                    seed.replaceSubrange(place..<place + 8, with: bigEndian(end))
                    return seed
                }
            }
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// A dictionary of libFuzzer: the same numbers as digits, and as bytes in either order, for it to put anywhere.
    static var dictionary: String {
        let binary = [UInt64(1) << 31, 1 << 32, 1 << 53, 1 << 63, .max].flatMap { [$0 &- 1, $0, $0 &+ 1] }
        let bytes = binary.map(bigEndian).flatMap { [$0, $0.reversed(), Array($0.suffix(4)), $0.suffix(4).reversed()] }
        let words = texts.map { Array($0.utf8) } + bytes
        let lines = words.map { word in
            let escaped = word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\"\(escaped)\"\n"
        }
        return Set(lines).sorted().joined()
    }
}

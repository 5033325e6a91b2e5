import Crypto
import Shared

/// The shapes of structured fields (RFC 9651) that resumable uploads use. It is pure. Nil means that the field is
/// ignored, as the draft says.
enum StructuredField {
    /// Section 4.2.8. Ignores parameters.
    static func boolean(_ text: String?) -> Bool? {
        switch item(text) {
        case "?1": true
        case "?0": false
        default: nil
        }
    }

    /// Section 4.2.4: a non-negative integer of at most 15 digits.
    static func integer(_ text: String?) -> Int? {
        guard let item = item(text), (1...15).contains(item.utf8.count), item.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(item)
    }

    /// Section 4.2.2, only for dictionaries of byte sequences (RFC 9530): `sha-256=:…:, sha-512=:…:`. Nil for other text.
    static func bytes(byKey text: String) -> [String: [UInt8]]? {
        var members: [String: [UInt8]] = [:]
        for member in text.split(at: ",", omittingEmptySubsequences: false) {
            let trimmed = trim(member)
            let halves = trimmed.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            let key = String(halves[0])
            let value = trim(withoutParameters(halves[1])).utf8
            guard !key.isEmpty, value.count >= 2, value.first == UInt8(ascii: ":"), value.last == UInt8(ascii: ":"),
                let bytes = Base64.decode(Substring(value.dropFirst().dropLast()))
            else { return nil }
            members[key] = bytes
        }
        return members
    }

    /// The bare item of a field, without parameters.
    private static func item(_ text: String?) -> Substring? {
        guard let text, !text.holds(",") else { return nil }
        return trim(withoutParameters(text[...]))
    }

    private static func withoutParameters(_ text: Substring) -> Substring {
        text.split(at: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
    }

    private static func trim(_ text: Substring) -> Substring {
        var scalars = text.unicodeScalars
        while scalars.first == " " || scalars.first == "\t" { scalars.removeFirst() }
        while scalars.last == " " || scalars.last == "\t" { scalars.removeLast() }
        return Substring(scalars)
    }
}

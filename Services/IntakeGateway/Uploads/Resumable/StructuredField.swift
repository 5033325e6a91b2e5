import Crypto

/// The few shapes of structured fields (RFC 9651) that resumable uploads use. Pure; nil is "ignore the field", as the draft says.
enum StructuredField {
    /// Section 4.2.8, with parameters passed over.
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

    /// Section 4.2.2, for dictionaries of byte sequences alone (RFC 9530): `sha-256=:…:, sha-512=:…:`. Nil if it is none.
    static func bytes(byKey text: String) -> [String: [UInt8]]? {
        var members: [String: [UInt8]] = [:]
        for member in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = trim(member)
            guard let equals = trimmed.firstIndex(of: "=") else { return nil }
            let key = String(trimmed[..<equals])
            let value = trim(trimmed[trimmed.index(after: equals)...].prefix { $0 != ";" })
            guard !key.isEmpty, value.count >= 2, value.hasPrefix(":"), value.hasSuffix(":"),
                let bytes = Base64.decode(value.dropFirst().dropLast())
            else { return nil }
            members[key] = bytes
        }
        return members
    }

    /// The bare item of a field, without what describes it.
    private static func item(_ text: String?) -> Substring? {
        guard let text, !text.contains(",") else { return nil }
        return trim(text.prefix { $0 != ";" })
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

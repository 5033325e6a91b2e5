/// The meaning of an unquoted scalar by the core schema of YAML 1.2 (section 10.3.2). So `no` and `12:30` are texts.
enum YAMLScalar {
    static func value(plain text: String) -> YAMLNode.Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .double(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .double(-.infinity)
        case ".nan", ".NaN", ".NAN": return .double(.nan)
        default: return number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> YAMLNode.Value? {
        if text.hasPrefix("0x") { return digits(text, radix: 16) }
        if text.hasPrefix("0o") { return digits(text, radix: 8) }
        guard text.utf8.contains(where: isDigit), text.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }) else {
            return nil
        }
        // Swift reads the same forms as the schema, but for a dot with nothing before and after it, or after it.
        if let whole = Int(text) { return .integer(whole) }
        return Double(text.hasSuffix(".") ? text + "0" : text).map(YAMLNode.Value.double)
    }

    private static func digits(_ text: String, radix: Int) -> YAMLNode.Value? {
        let digits = text.dropFirst(2)
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return Int(digits, radix: radix).map(YAMLNode.Value.integer)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

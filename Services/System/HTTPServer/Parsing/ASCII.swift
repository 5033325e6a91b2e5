/// Bytes with a meaning in HTTP, and its character classes.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let slash = UInt8(ascii: "/")
    static let percent = UInt8(ascii: "%")
    static let dash = UInt8(ascii: "-")
    static let delete: UInt8 = 0x7F

    static func lowercased(_ byte: UInt8) -> UInt8 { 0x41 <= byte && byte <= 0x5A ? byte | 0x20 : byte }

    static func isDigit(_ byte: UInt8) -> Bool { 0x30 <= byte && byte <= 0x39 }

    /// The value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// `tchar` (RFC 9110 §5.6.2): the characters of methods and field names.
    static func isToken(_ byte: UInt8) -> Bool { tokens[Int(byte)] }

    /// The characters of a field value: tab, space, visible characters, and bytes beyond ASCII (obs-text).
    static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != delete || byte == tab }

    /// The characters of a host that is a name or an IPv4 address (`reg-name` of RFC 3986 §3.2.2, without `;` and `,`).
    static func isHostName(_ byte: UInt8) -> Bool { hostNames[Int(byte)] }

    private static let alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    private static let tokens = table(of: "!#$%&'*+-.^_`|~" + alphanumerics)
    private static let hostNames = table(of: "-._~%!$&'()*+=" + alphanumerics)

    private static func table(of characters: String) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in characters.utf8 { table[Int(byte)] = true }
        return table
    }
}

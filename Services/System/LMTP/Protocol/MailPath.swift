/// An address as the envelope of a message names it (RFC 5321, section 4.1.2).
public struct MailPath: Hashable, Sendable {
    /// Without quotes and backslashes.
    public let local: String
    /// In small letters where they are ASCII's.
    public let domain: String

    public init(local: String, domain: String) {
        self.local = local
        self.domain = String(decoding: domain.utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Bytes of each part (RFC 5321, section 4.5.3.1).
    static let longestLocal = 64
    static let longestDomain = 255

    /// Reads `local@domain`; the local part may be quoted, the domain an address in brackets. Nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestLocal * 2 + Self.longestDomain + 1, let (local, rest) = Self.local(bytes),
            (1...Self.longestLocal).contains(local.count), rest.first == UInt8(ascii: "@")
        else { return nil }
        let domain = rest.dropFirst()
        guard Self.isDomain(domain), let name = String(validating: local, as: UTF8.self),
            let host = String(validating: domain, as: UTF8.self)
        else { return nil }
        self.init(local: name, domain: host)
    }

    /// Whether it has letters beyond ASCII's, which need SMTPUTF8 (RFC 6531).
    public var isInternational: Bool { local.utf8.contains { $0 >= 0x80 } || domain.utf8.contains { $0 >= 0x80 } }

    private static func local(_ bytes: [UInt8]) -> (local: [UInt8], rest: ArraySlice<UInt8>)? {
        guard bytes.first == UInt8(ascii: "\"") else {
            let end = bytes.firstIndex(of: UInt8(ascii: "@")) ?? bytes.endIndex
            let atoms = bytes[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAtomText) }) else { return nil }
            return (Array(bytes[..<end]), bytes[end...])
        }
        var local: [UInt8] = []
        var index = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return (local, bytes[(index + 1)...])
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.count, (0x20...0x7e).contains(bytes[index]) else { return nil }
                local.append(bytes[index])
            case let byte where byte < 0x20 || byte == 0x7f: return nil
            case let byte: local.append(byte)
            }
            index += 1
        }
        return nil
    }

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count <= longestDomain else { return false }
        if bytes.first == UInt8(ascii: "[") {
            let inner = bytes.dropFirst().dropLast()
            return bytes.last == UInt8(ascii: "]") && !inner.isEmpty
                && inner.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
        }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { $0.isLetterOrDigit || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte >= 0x80 || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

extension MailPath: CustomStringConvertible {
    public var description: String { "\(local)@\(domain)" }
}

extension UInt8 {
    var isLetterOrDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x7a).contains(asciiLowercased) }

    /// A capital letter of ASCII as the small one; everything else as it is.
    var asciiLowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}

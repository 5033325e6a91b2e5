/// The header by which a proxy names the client at the beginning of a connection (the PROXY protocol, versions 1 and 2).
///
/// It is read only if the configuration expects it, and only from trusted addresses: any other sender could claim any
/// address.
enum ProxyHeader {
    struct Malformed: Error, Hashable {}

    enum Step: Hashable {
        case needMore
        /// The header has `length` bytes. The source is nil if the proxy speaks for itself (`LOCAL`, `UNKNOWN`: its own
        /// checks) or for a client without an IP address.
        case whole(length: Int, source: IPAddress?)
    }

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// The longest line of version 1, with its CR LF (§2.1).
    private static let lineLimit = 107
    /// The most bytes of addresses and extensions in version 2. The format allows 65,535; proxies send a few hundred.
    private static let extensionLimit = 4096

    /// Parses the beginning of a connection.
    ///
    /// - Throws: ``Malformed`` as soon as the bytes cannot become a header.
    static func read(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Step {
        guard let first = bytes.first else { return .needMore }
        return first == signature[0] ? try binary(bytes) : try line(bytes)
    }

    // MARK: - Version 1

    private static func line(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Step {
        let mark = Array("PROXY ".utf8)
        guard bytes.prefix(mark.count).elementsEqual(mark.prefix(bytes.count)) else { throw Malformed() }
        guard let end = bytes.prefix(lineLimit).firstIndex(of: ASCII.lineFeed) else {
            guard bytes.count < lineLimit else { throw Malformed() }
            return .needMore
        }
        let length = end + 1 - bytes.startIndex
        guard length >= 2, bytes[end - 1] == ASCII.carriageReturn else { throw Malformed() }
        let words = bytes[..<(end - 1)].split(separator: ASCII.space, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // What follows UNKNOWN is to be ignored.
        if words.count >= 2, words[1] == "UNKNOWN" { return .whole(length: length, source: nil) }
        guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6", let source = IPAddress(parsing: words[2]),
            let destination = IPAddress(parsing: words[3]), isPort(words[4]), isPort(words[5])
        else { throw Malformed() }
        if words[1] == "TCP4" {
            guard source.isIPv4, destination.isIPv4 else { throw Malformed() }
        } else {
            guard words[2].contains(":"), words[3].contains(":") else { throw Malformed() }
        }
        return .whole(length: length, source: source)
    }

    private static func isPort(_ text: String) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isDigit) && UInt16(text) != nil
    }

    // MARK: - Version 2

    private static func binary(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Step {
        guard bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count)) else { throw Malformed() }
        let header = Array(bytes.prefix(16))
        guard header.count == 16 else { return .needMore }
        let (command, family) = (header[12], header[13])
        let extra = Int(header[14]) << 8 | Int(header[15])
        guard command == 0x20 || command == 0x21, extra <= extensionLimit else { throw Malformed() }
        let length = 16 + extra
        guard bytes.count >= length else { return .needMore }
        guard command == 0x21 else { return .whole(length: length, source: nil) }
        let addresses = bytes.dropFirst(16).prefix(extra)
        switch family {
        case 0x11:
            guard addresses.count >= 12 else { throw Malformed() }
            return .whole(length: length, source: IPAddress(bytes: addresses.prefix(4)))
        case 0x21:
            guard addresses.count >= 36 else { throw Malformed() }
            return .whole(length: length, source: IPAddress(bytes: addresses.prefix(16)))
        case 0x00, 0x31: return .whole(length: length, source: nil)
        default: throw Malformed()
        }
    }
}

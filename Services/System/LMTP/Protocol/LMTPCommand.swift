/// A line of a client, read.
enum LMTPCommand: Hashable, Sendable {
    case lhlo
    /// SMTP's own greetings, which LMTP has not.
    case foreignGreeting
    case mail(Result<SenderLine, SyntaxFault>)
    case recipient(Result<MailPath, SyntaxFault>)
    case data, reset, nothing, quit, verify
    /// Known to SMTP, and not done here.
    case notDone
    case unknown

    /// What MAIL says.
    struct SenderLine: Hashable, Sendable {
        /// Nil for `<>`: a report of some mail server.
        let path: MailPath?
        /// Bytes, where it was said.
        let size: Int?
        let isInternational: Bool
    }

    enum SyntaxFault: Error, Hashable, Sendable {
        case syntax, path, parameter
    }

    /// Reads a line without its end.
    init(_ line: [UInt8]) {
        guard let text = String(validating: line, as: UTF8.self), !line.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            self = .unknown
            return
        }
        let verb = String(decoding: line.prefix { $0 != UInt8(ascii: " ") }.map(\.asciiUppercased), as: UTF8.self)
        switch verb {
        case "LHLO": self = text.utf8.count > 5 ? .lhlo : .unknown
        case "HELO", "EHLO": self = .foreignGreeting
        case "MAIL": self = .mail(Result { () throws(SyntaxFault) in try Self.sender(line) })
        case "RCPT": self = .recipient(Result { () throws(SyntaxFault) in try Self.recipient(line) })
        case "DATA": self = .data
        case "RSET": self = .reset
        case "NOOP": self = .nothing
        case "QUIT": self = .quit
        case "VRFY": self = .verify
        case "EXPN", "HELP", "AUTH", "STARTTLS", "BDAT", "ETRN": self = .notDone
        default: self = .unknown
        }
    }

    private static func sender(_ line: [UInt8]) throws(SyntaxFault) -> SenderLine {
        let (path, parameters) = try pathLine(line, "MAIL FROM:")
        var size: Int?
        var isInternational = false
        for parameter in parameters {
            let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
            let name = String(decoding: (parts.first ?? []).map(\.asciiUppercased), as: UTF8.self)
            let value = parts.count > 1 ? String(decoding: parts[1].map(\.asciiUppercased), as: UTF8.self) : nil
            switch (name, value) {
            case ("SIZE", let text?):
                // Twenty digits are allowed (RFC 1870, section 4): what is beyond all numbers is too large like any other.
                guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                    throw .parameter
                }
                size = Int(text) ?? .max
            case ("BODY", "7BIT"?), ("BODY", "8BITMIME"?): break
            case ("SMTPUTF8", nil): isInternational = true
            default: throw .parameter
            }
        }
        guard !path.isEmpty else { return SenderLine(path: nil, size: size, isInternational: isInternational) }
        guard let sender = MailPath(String(decoding: path, as: UTF8.self)) else { throw .path }
        return SenderLine(path: sender, size: size, isInternational: isInternational)
    }

    private static func recipient(_ line: [UInt8]) throws(SyntaxFault) -> MailPath {
        let (path, parameters) = try pathLine(line, "RCPT TO:")
        guard parameters.isEmpty else { throw .parameter }
        guard let recipient = MailPath(String(decoding: path, as: UTF8.self)) else { throw .path }
        return recipient
    }

    /// The path within `<` and `>`, without a route of hosts in front of it, and the parameters behind it.
    private static func pathLine(
        _ line: [UInt8], _ start: String
    ) throws(SyntaxFault) -> (path: ArraySlice<UInt8>, parameters: [ArraySlice<UInt8>]) {
        guard line.prefix(start.utf8.count).map(\.asciiUppercased) == Array(start.utf8) else { throw .syntax }
        let rest = line.dropFirst(start.utf8.count).drop { $0 == UInt8(ascii: " ") }
        guard rest.first == UInt8(ascii: "<") else { throw .syntax }
        // A quoted local part may hold the sign that ends the path.
        var isQuoted = false
        var isEscaped = false
        var end: Int?
        for index in rest.indices where end == nil {
            switch rest[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ">") where !isQuoted: end = index
            default: break
            }
        }
        guard let end else { throw .syntax }
        var path = rest[(rest.startIndex + 1)..<end]
        if path.first == UInt8(ascii: "@"), let colon = path.firstIndex(of: UInt8(ascii: ":")) { path = path[(colon + 1)...] }
        let parameters = rest[(end + 1)...]
        guard parameters.isEmpty || parameters.first == UInt8(ascii: " ") else { throw .syntax }
        return (path, parameters.split(separator: UInt8(ascii: " ")))
    }
}

extension UInt8 {
    /// A small letter of ASCII as the capital one; everything else as it is.
    var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self & 0xdf : self }
}

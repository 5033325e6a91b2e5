internal import Shared

/// A field `Authentication-Results` (RFC 8601): what one server has found out about whoever has sent a message. Pure, and bounded by the
/// field that it reads.
public struct AuthenticationResults: Sendable, Hashable {
    /// One method and what it came to, such as `dkim=pass header.d=example.org`.
    public struct Entry: Sendable, Hashable {
        /// In small letters, such as `dkim`.
        public let method: String
        /// In small letters, such as `pass`.
        public let result: String
        /// What it was found out about, by names in small letters such as `header.d`.
        public let properties: [String: String]
    }

    /// Who says so: the `authserv-id`, in small letters.
    public let server: String
    public let entries: [Entry]

    /// Reads the value of a field. Nil where it names no server.
    public init?(_ field: String) {
        var statements = Self.statements(Array(field.utf8))
        guard let head = statements.first, let server = head.first, !server.isEmpty else { return nil }
        statements.removeFirst()
        self.server = server.lowercased()
        entries = statements.compactMap(Self.entry)
    }

    private static func entry(_ words: [String]) -> Entry? {
        guard let first = words.first, let (name, result) = pair(first) else { return nil }
        // `dkim/1` is the method in its version.
        let method = name.split(at: "/", omittingEmptySubsequences: false).first.map(String.init) ?? name
        var properties: [String: String] = [:]
        for word in words.dropFirst() {
            if let (name, value) = pair(word), properties[name] == nil { properties[name] = value }
        }
        return Entry(method: method, result: result.lowercased(), properties: properties)
    }

    /// The name in small letters.
    private static func pair(_ word: String) -> (name: String, value: String)? {
        let parts = word.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        return (parts[0].lowercased(), String(parts[1]))
    }

    /// The words of each statement, without comments and quotes; blanks beside a `=` are none.
    private static func statements(_ field: [UInt8]) -> [[String]] {
        var statements: [[[UInt8]]] = [[]]
        var word: [UInt8] = []
        var comments = 0
        var isQuoted = false
        var isEscaped = false
        func joins(_ bytes: [UInt8]) -> Bool { bytes.last == UInt8(ascii: "=") }
        func end() {
            guard !word.isEmpty else { return }
            let last = statements.count - 1
            if let before = statements[last].last, joins(before) || word.first == UInt8(ascii: "=") {
                statements[last][statements[last].count - 1] = before + word
            } else {
                statements[last].append(word)
            }
            word = []
        }
        for byte in field {
            switch byte {
            case _ where isEscaped:
                isEscaped = false
                if comments == 0 { word.append(byte) }
            case UInt8(ascii: "\\") where isQuoted || comments > 0: isEscaped = true
            case UInt8(ascii: "(") where !isQuoted:
                end()
                comments += 1
            case UInt8(ascii: ")") where comments > 0: comments -= 1
            case _ where comments > 0: break
            case UInt8(ascii: "\""): isQuoted.toggle()
            case _ where isQuoted: word.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): end()
            case UInt8(ascii: ";"):
                end()
                statements.append([])
            default: word.append(byte)
            }
        }
        end()
        return statements.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    }
}

/// What a mail server of one's own says of whoever has sent a message.
public struct MailAuthentication: Sendable, Hashable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The domain of `From` has vouched for the message.
        case passed
        /// It says that the message is not its own.
        case failed
        /// Nobody knows, or nobody was asked.
        case unknown
    }

    public let verdict: Verdict
    /// What each method came to, in their order: for the audit trail, and without an address.
    public let words: String

    /// - Parameters:
    ///   - fields: The values of `Authentication-Results`. Those of other servers, which anybody may write, are passed over.
    ///   - server: The `authserv-id` of one's own; nil where there is none.
    ///   - domain: Of the address in `From`.
    public init(_ fields: [String], by server: String?, domain: String?) {
        let own = server.map { server in
            fields.compactMap(AuthenticationResults.init).filter { $0.server.hasSameBytes(as: server.lowercased()) }
        }
        let entries = (own ?? []).flatMap(\.entries)
        let known = entries.filter { Self.methods.contains($0.method) && Self.results.contains($0.result) }
        words = known.prefix(Self.mostWords).map { "\($0.method)=\($0.result)" }.joined(separator: " ")
        verdict = Self.verdict(known, domain?.lowercased() ?? "")
    }

    private static let methods: Set<String> = ["spf", "dkim", "dmarc", "arc"]
    private static let results: Set<String> = [
        "none", "pass", "fail", "softfail", "neutral", "policy", "temperror", "permerror", "hardfail", "bestguesspass",
    ]
    private static let mostWords = 8

    private static func verdict(_ entries: [AuthenticationResults.Entry], _ domain: String) -> Verdict {
        guard !domain.isEmpty else { return .unknown }
        let dmarc = entries.filter { $0.method == "dmarc" }
        // Who was asked about another domain has read another sender in the message.
        let isOfAnother = dmarc.contains { entry in
            entry.properties["header.from"].map { !$0.lowercased().hasSameBytes(as: domain) } ?? false
        }
        if isOfAnother || dmarc.contains(where: { $0.result == "fail" }) { return .failed }
        if dmarc.contains(where: { $0.result == "pass" }) { return .passed }
        let passes = entries.contains { entry in
            guard entry.result == "pass" else { return false }
            return switch entry.method {
            case "dkim": vouches(entry.properties["header.d"] ?? entry.properties["header.i"], for: domain)
            case "spf": vouches(entry.properties["smtp.mailfrom"], for: domain)
            default: false
            }
        }
        if passes { return .passed }
        let isSaidFalse = entries.contains { $0.method == "spf" && ["fail", "hardfail", "softfail"].contains($0.result) }
        let couldNotBeTold = dmarc.contains { ["temperror", "permerror"].contains($0.result) }
        return isSaidFalse || couldNotBeTold ? .failed : .unknown
    }

    /// Whether it is that domain's, or one's above it: whoever answers for `example.org` answers for `mail.example.org`.
    private static func vouches(_ name: String?, for domain: String) -> Bool {
        guard let name, let host = name.split(at: "@", omittingEmptySubsequences: false).last?.lowercased(), host.holds(".")
        else {
            return false
        }
        return domain.hasSameBytes(as: host) || domain.utf8.reversed().starts(with: ".\(host)".utf8.reversed())
    }
}

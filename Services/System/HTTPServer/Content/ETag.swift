/// An entity tag (RFC 9110 §8.8.3).
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// Without its quotes.
    public let opaque: String
    /// Whether it stands for equivalent rather than identical representations.
    public let isWeak: Bool

    /// A tag is visible ASCII without double quotes; other characters are left out.
    public init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = String(
            String.UnicodeScalarView(opaque.unicodeScalars.filter { "\u{21}" <= $0 && $0 <= "\u{7E}" && $0 != "\"" }))
        self.isWeak = isWeak
    }

    /// As in a header.
    public var description: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

    /// Strong comparison (§8.8.3.2), for changes and ranges.
    public func isIdentical(to other: ETag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Weak comparison, which suffices for a 304.
    public func isEquivalent(to other: ETag) -> Bool { opaque == other.opaque }

    private static let quote = UInt8(ascii: "\"")

    /// One tag; nil if the text is not one.
    static func parse(_ text: Substring) -> ETag? {
        var rest = text.trimmingBlanks().utf8[...]
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == quote, rest.last == quote else { return nil }
        let opaque = rest.dropFirst().dropLast()
        // What holds other bytes is no tag of ours, and must not pass for the one that is left without them.
        guard opaque.allSatisfy({ (0x21...0x7E).contains($0) && $0 != quote }) else { return nil }
        return ETag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak)
    }
}

/// The value of If-Match or If-None-Match (RFC 9110 §13.1).
public enum ETagCondition: Hashable, Sendable {
    /// `*`
    case any
    case tags([ETag])

    /// Nil if none of the fields exists. A malformed tag matches nothing.
    init?(_ values: [String]) {
        guard !values.isEmpty else { return nil }
        if values.count == 1, values[0].trimmingBlanks() == "*" {
            self = .any
            return
        }
        var tags: [ETag] = []
        for value in values {
            for part in Self.splitOutsideQuotes(value) {
                if let tag = ETag.parse(part) { tags.append(tag) }
            }
        }
        self = .tags(tags)
    }

    private static func splitOutsideQuotes(_ text: String) -> [Substring] {
        var isQuoted = false
        return text.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == ASCII.comma && !isQuoted
        }.map { Substring($0) }
    }
}

extension HTTPRequest {
    /// The version that the client requires.
    public var ifMatch: ETagCondition? { ETagCondition(headers.values(for: "if-match")) }

    /// The version that the client already has.
    public var ifNoneMatch: ETagCondition? { ETagCondition(headers.values(for: "if-none-match")) }

    /// Refuses a change if the resource is not the version that the client saw.
    ///
    /// - Parameters:
    ///   - current: The tag of the current version.
    ///   - isRequired: Whether a request without If-Match is refused as well (428).
    ///   - difference: Extension members of the 412 that show the current version.
    /// - Throws: ``Problem`` 412 `stale-version`, 428 `if-match-required`.
    public func requireMatch(
        _ current: ETag, isRequired: Bool = false, difference: @autoclosure () -> [String: ProblemValue] = [:]
    ) throws(Problem) {
        switch ifMatch {
        case nil:
            guard isRequired else { return }
            throw Problem(
                status: 428, type: "if-match-required", detail: "Send the ETag of what you are changing in If-Match.",
                headers: ["ETag": current.description])
        case .any: return
        case .tags(let tags):
            guard !tags.contains(where: current.isIdentical) else { return }
            throw Problem(
                status: 412, type: "stale-version",
                detail: "It was changed after you last read it. Read it again and repeat the change with its new ETag.",
                extensions: difference(), headers: ["ETag": current.description])
        }
    }

    /// Whether the client already has this version, so that a 304 suffices.
    public func hasCurrent(_ current: ETag) -> Bool {
        switch ifNoneMatch {
        case nil: false
        case .any: true
        case .tags(let tags): tags.contains(where: current.isEquivalent)
        }
    }
}

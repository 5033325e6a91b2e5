import HTTPServer
import Shared

/// The cookies of a request (RFC 6265, section 4.2), of which only our own are looked at.
///
/// Whoever can write a cookie for a neighbouring host can add one of our name: which of two is the true one cannot be told, so
/// neither counts.
struct RequestCookies: Sendable {
    /// More is read by nobody.
    static let maximumBytes = 16_384
    static let maximumCount = 100

    enum Fault: Error, Hashable { case tooMany, twice }

    private let pairs: [(name: Substring.UTF8View, value: Substring.UTF8View)]

    init(_ fields: [String]) throws(Fault) {
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumBytes else { throw .tooMany }
        let parts = fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ";"), maxSplits: Self.maximumCount) }
        guard parts.count <= Self.maximumCount else { throw .tooMany }
        pairs = parts.compactMap { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (Self.trimmed(part[..<equals]), Self.trimmed(part[part.index(after: equals)...]))
        }
    }

    /// Nil if there is none of this name.
    func value(of name: String) throws(Fault) -> String? {
        let values = pairs.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
        guard values.count < 2 else { throw .twice }
        return values.first.map { String(Substring($0)) }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}

/// The cookies of a request (RFC 6265, section 4.2); others than the desk's are ignored.
///
/// Of two cookies with one name neither is accepted: a neighbouring host can add one, and the two cannot be told apart.
struct RequestCookies: Sendable {
    /// The most bytes of the header fields.
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

    /// Nil if there is no cookie of this name.
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

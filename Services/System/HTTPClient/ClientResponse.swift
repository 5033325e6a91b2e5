/// An answer.
public struct ClientResponse: Sendable {
    public let status: Int
    public let headers: ClientHeaders
    /// Empty if a sink received the body.
    public let body: [UInt8]
    /// The peer, as `ip:port`; nil for a Unix socket.
    public let remoteAddress: String?

    public var isSuccess: Bool { (200..<300).contains(status) }
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// Collects a response's head from the lines that libcurl delivers.
struct ResponseHead {
    static let maximumBytes = 65_536
    static let maximumFields = 256

    private(set) var status = 0
    private(set) var headers = ClientHeaders()
    /// The final head is complete; later lines are trailers.
    private(set) var isComplete = false
    private var bytes = 0

    /// Adds a line with its line break. False if the head is larger than allowed.
    mutating func add(line raw: UnsafeRawBufferPointer) -> Bool {
        bytes += raw.count
        guard bytes <= Self.maximumBytes, headers.count < Self.maximumFields else { return false }
        guard !isComplete else { return true }
        let bytes = raw.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        // By bytes: a character may join the colon before it.
        let line = String(decoding: bytes, as: UTF8.self).utf8
        if line.isEmpty {
            // The end of an interim answer (1xx) is the beginning of the next.
            isComplete = status >= 200
        } else if line.starts(with: "HTTP/".utf8) {
            status = line.split(separator: UInt8(ascii: " ")).dropFirst().first.flatMap { Int(Substring($0)) } ?? 0
            headers = ClientHeaders()
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            headers.add(String(Substring(line[..<colon])), Self.trimmed(line[line.index(after: colon)...]))
        }
        return true
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(Substring(text))
    }
}

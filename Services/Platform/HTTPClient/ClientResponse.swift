/// An answer.
public struct ClientResponse: Sendable {
    public let status: Int
    public let headers: ClientHeaders
    /// Empty when the body went to a sink.
    public let body: [UInt8]
    /// The peer, as `ip:port`; nil for a Unix socket.
    public let remoteAddress: String?

    public var isSuccess: Bool { (200..<300).contains(status) }
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// Collects a response's head from the lines in which libcurl delivers it.
struct ResponseHead {
    static let maximumBytes = 65_536
    static let maximumFields = 256

    private(set) var status = 0
    private(set) var headers = ClientHeaders()
    /// The final head is there; what follows are trailers.
    private(set) var isComplete = false
    private var bytes = 0

    /// Takes a line with its line break. False when the head is larger than allowed.
    mutating func add(line raw: UnsafeRawBufferPointer) -> Bool {
        bytes += raw.count
        guard bytes <= Self.maximumBytes, headers.count < Self.maximumFields else { return false }
        guard !isComplete else { return true }
        let line = String(decoding: raw, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if line.isEmpty {
            // The end of an interim answer (1xx) is the beginning of the next.
            isComplete = status >= 200
        } else if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            headers = ClientHeaders()
        } else if let colon = line.firstIndex(of: ":") {
            headers.add(String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...]))
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

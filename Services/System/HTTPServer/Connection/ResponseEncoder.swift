/// Encodes the heads of responses.
enum ResponseEncoder {
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// Fields that only the connection may set. If a handler could set them, two parsers might disagree about the
    /// message.
    private static let reserved = ["content-length", "transfer-encoding", "connection", "date", "keep-alive", "upgrade"]

    /// A size that nearly all heads fit into, in bytes.
    static let usualSize = 1024

    static func interim(status: Int, headers: HTTPHeaders) -> [UInt8] {
        var bytes = statusLine(status)
        append(headers, to: &bytes)
        bytes += "\r\n".utf8
        return bytes
    }

    /// The beginning of a head, up to the fields of the connection.
    static func start(status: Int, headers: HTTPHeaders) -> [UInt8] {
        var bytes = statusLine(status)
        append(headers, to: &bytes)
        return bytes
    }

    /// The rest of a head.
    static func finish(_ bytes: inout [UInt8], framing: Framing, connection: String?, date: String) {
        switch framing {
        case .none: break
        case .length(let count):
            bytes += "Content-Length: ".utf8
            append(count, to: &bytes)
            bytes += "\r\n".utf8
        case .chunked: bytes += "Transfer-Encoding: chunked\r\n".utf8
        }
        if let connection {
            bytes += "Connection: ".utf8
            bytes += connection.utf8
            bytes += "\r\n".utf8
        }
        bytes += "Date: ".utf8
        bytes += date.utf8
        bytes += "\r\n\r\n".utf8
    }

    static func append(_ headers: HTTPHeaders, to bytes: inout [UInt8]) {
        for field in headers.fields where !isReserved(field.name) { append(field.name, field.value, to: &bytes) }
    }

    private static func statusLine(_ status: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(usualSize)
        if status == 200 {
            bytes += "HTTP/1.1 200 OK\r\n".utf8
            return bytes
        }
        bytes += "HTTP/1.1 ".utf8
        append(status, to: &bytes)
        bytes.append(ASCII.space)
        bytes += HTTPStatus.phrase(status).utf8
        bytes += "\r\n".utf8
        return bytes
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number >= 10 { append(number / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    private static func isReserved(_ name: String) -> Bool { reserved.contains { HTTPHeaders.isSame($0, name) } }

    /// Leaves out a name that is no token, and replaces control characters in a value with spaces: no value of a handler
    /// can begin a new line.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let nameBytes = name.utf8.span
        guard !nameBytes.isEmpty else { return }
        for index in nameBytes.indices where !ASCII.isToken(nameBytes[index]) { return }
        bytes += name.utf8
        bytes += ": ".utf8
        let start = bytes.count
        bytes += value.utf8
        for index in start..<bytes.count where !ASCII.isFieldValue(bytes[index]) { bytes[index] = ASCII.space }
        bytes += "\r\n".utf8
    }
}

/// Writes the heads of responses.
enum ResponseEncoder {
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// Fields that only the connection may set: a handler that does would make two parsers disagree.
    private static let reserved = ["content-length", "transfer-encoding", "connection", "date", "keep-alive", "upgrade"]

    static func interim(status: Int, headers: HTTPHeaders) -> [UInt8] {
        var bytes = statusLine(status)
        for field in headers.fields where !isReserved(field.name) { append(field.name, field.value, to: &bytes) }
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
        return bytes
    }

    static func head(status: Int, headers: HTTPHeaders, framing: Framing, connection: String?, date: String) -> [UInt8] {
        var bytes = statusLine(status)
        for field in headers.fields where !isReserved(field.name) { append(field.name, field.value, to: &bytes) }
        switch framing {
        case .none: break
        case .length(let count): append("Content-Length", String(count), to: &bytes)
        case .chunked: append("Transfer-Encoding", "chunked", to: &bytes)
        }
        if let connection { append("Connection", connection, to: &bytes) }
        append("Date", date, to: &bytes)
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
        return bytes
    }

    private static func statusLine(_ status: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 ".utf8
        bytes += String(status).utf8
        bytes.append(ASCII.space)
        bytes += HTTPStatus.phrase(status).utf8
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
        return bytes
    }

    private static func isReserved(_ name: String) -> Bool { reserved.contains { HTTPHeaders.isSame($0, name) } }

    /// A name that is no token is left out, a control character in a value becomes a space: nothing that a handler passes on
    /// can begin a line of its own.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isToken) else { return }
        bytes += name.utf8
        bytes += [ASCII.colon, ASCII.space]
        for byte in value.utf8 { bytes.append(ASCII.isFieldValue(byte) ? byte : ASCII.space) }
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
    }
}

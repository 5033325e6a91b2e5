public import EventLoop

extension HTTPResponse {
    /// An open file as the answer to a GET or HEAD: 200, 206 for a range, 304 if the client has it, 412 if the client
    /// requires another version, 416.
    ///
    /// The file stays open until it was sent. `length` is its size in bytes, `etag` a strong tag of its content.
    public static func content(
        of file: OwnedDescriptor, length: Int64, contentType: String, etag: ETag, for request: HTTPRequest,
        headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        content(length: length, contentType: contentType, etag: etag, for: request, headers: headers) { range in
            .file(file, offset: range.lowerBound, length: Int(range.count))
        }
    }

    /// The same for bytes in memory.
    public static func content(
        of bytes: [UInt8], contentType: String, etag: ETag, for request: HTTPRequest, headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        content(length: Int64(bytes.count), contentType: contentType, etag: etag, for: request, headers: headers) { range in
            .bytes(range.count == bytes.count ? bytes : Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }

    /// The same for content that is read in pieces: `read` is called with one range after another and returns all bytes
    /// of it. The next piece is read while one is sent.
    public static func content(
        length: Int64, contentType: String, etag: ETag, for request: HTTPRequest, headers: HTTPHeaders = [:],
        read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
    ) -> HTTPResponse {
        content(length: length, contentType: contentType, etag: etag, for: request, headers: headers) { range in
            let (start, end) = (Int(range.lowerBound), Int(range.upperBound))
            let first = end - start <= 2 * pieceSize ? end : start + pieceSize
            return .pieces(length: end - start) { writer in
                var bytes = try await read(start..<first)
                for next in stride(from: first, to: end, by: pieceSize) {
                    async let following = read(next..<min(end, next + pieceSize))
                    try await writer.write(bytes)
                    bytes = try await following
                }
                try await writer.write(bytes)
            }
        }
    }

    /// Two of them are in memory for one client. What is not longer than two is read at once: waking a thread for each piece takes
    /// longer than opening what is sealed in it.
    private static let pieceSize = 524_288

    private static func content(
        length: Int64, contentType: String, etag: ETag, for request: HTTPRequest, headers: HTTPHeaders,
        body: (Range<Int64>) -> ResponseBody
    ) -> HTTPResponse {
        var headers = headers
        headers["ETag"] = etag.description
        headers["Accept-Ranges"] = "bytes"
        // The order is that of RFC 9110 §13.2.2. Conditions on dates say nothing about content that has a tag and no date.
        do throws(Problem) { try request.requireMatch(etag) } catch { return error.response }
        if request.hasCurrent(etag) { return HTTPResponse(status: 304, headers: headers) }
        headers["Content-Type"] = contentType
        switch request.range(of: length, etag: etag) {
        case .whole: return HTTPResponse(status: 200, headers: headers, body: body(0..<length))
        case .part(let range):
            headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return HTTPResponse(status: 206, headers: headers, body: body(range))
        case .unsatisfiable:
            return Problem(
                status: 416, type: "range-not-satisfiable", detail: "There are only \(length) bytes.",
                headers: ["Content-Range": "bytes */\(length)", "Accept-Ranges": "bytes"]
            ).response
        }
    }
}

extension HTTPRequest {
    /// The requested range: only for GET, and only if If-Range still names this content (RFC 9110 §13.1.5, §14.2).
    func range(of length: Int64, etag: ETag) -> ByteRange {
        guard method == .get else { return .whole }
        if let condition = headers["if-range"] {
            // A date says too little about content that is addressed by its tag.
            guard let expected = ETag.parse(condition[...]), expected.isIdentical(to: etag) else { return .whole }
        }
        return ByteRange(headers["range"], length: length)
    }
}

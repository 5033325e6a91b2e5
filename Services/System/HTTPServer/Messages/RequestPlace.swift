/// The parsed target of a request.
struct RequestPlace: Sendable {
    /// The path as sent, still percent-encoded, without the query; `*` for `OPTIONS *`.
    let path: String
    /// The decoded segments of the path.
    let segments: [String]
    let query: QueryParameters

    /// - Throws: ``Problem`` 400 for a path or query that cannot be decoded.
    init(_ target: RequestHead.Target) throws(Problem) {
        let query: String?
        switch target {
        case .asterisk: (path, query) = ("*", nil)
        case .origin(let origin, let following): (path, query) = (origin, following)
        }
        guard let segments = path == "*" ? [] : PercentEncoding.segments(ofPath: path) else {
            throw Problem(
                status: 400, type: "malformed-path",
                detail: "The path is not percent-encoded UTF-8, or has an encoded slash, `.` or `..` as a segment.")
        }
        self.segments = segments
        self.query = try QueryParameters(query)
    }
}

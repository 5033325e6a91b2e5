/// One of several faults of a problem: its place, its kind, and the broken rule.
public struct ProblemItem: Hashable, Sendable, Encodable {
    /// A JSON Pointer (RFC 6901) into the request's body.
    public var pointer: String?
    /// The name of a query or path parameter or a header.
    public var parameter: String?
    public var detail: String
    /// The id of the rule, if there is one.
    public var rule: String?

    public init(pointer: String? = nil, parameter: String? = nil, detail: String, rule: String? = nil) {
        self.pointer = pointer
        self.parameter = parameter
        self.detail = detail
        self.rule = rule
    }
}

/// An error response (RFC 9457). Handlers throw it. The client may read all of it.
public struct Problem: Error, Hashable, Sendable {
    /// The type of the problem: the last part of its URI, `not-found` for `/problems/not-found`, or a whole URI that is
    /// registered elsewhere.
    public var type: String
    /// A short text, the same for every problem of this type and status.
    public var title: String
    public var status: Int
    /// What happened in this case, to which resource, and what to do.
    public var detail: String?
    /// The occurrence; the server sets the request's id.
    public var instance: String?
    public var errors: [ProblemItem]
    public var extensions: [String: ProblemValue]
    /// Headers of the answer, such as Retry-After.
    public var headers: HTTPHeaders

    public init(
        status: Int, type: String, title: String? = nil, detail: String? = nil, errors: [ProblemItem] = [],
        extensions: [String: ProblemValue] = [:], headers: HTTPHeaders = [:]
    ) {
        self.type = type
        self.title = title ?? HTTPStatus.phrase(status)
        self.status = status
        self.detail = detail
        self.errors = errors
        self.extensions = extensions
        self.headers = headers
    }

    public var typeURI: String { type.hasPrefix("https://") ? type : "/problems/\(type)" }

    /// The response, `application/problem+json`.
    public var response: HTTPResponse {
        var headers = headers
        headers["Content-Type"] = "application/problem+json"
        if status >= 400 { headers["Cache-Control"] = headers["Cache-Control"] ?? "no-store" }
        var response = HTTPResponse(status: status, headers: headers, body: .bytes(JSON.bytes(of: self)))
        response.problem = type
        return response
    }
}

extension Problem: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { return nil }
    }

    /// The members that an extension cannot replace.
    private static let reserved: Set<String> = ["type", "title", "status", "detail", "instance", "errors"]

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(typeURI, forKey: Key("type"))
        try container.encode(title, forKey: Key("title"))
        try container.encode(status, forKey: Key("status"))
        try container.encodeIfPresent(detail, forKey: Key("detail"))
        try container.encodeIfPresent(instance, forKey: Key("instance"))
        if !errors.isEmpty { try container.encode(errors, forKey: Key("errors")) }
        for (name, value) in extensions where !Self.reserved.contains(name) {
            try container.encode(value, forKey: Key(name))
        }
    }
}

/// An error with a problem for the client. Any other error of a handler becomes a 500 without details.
public protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

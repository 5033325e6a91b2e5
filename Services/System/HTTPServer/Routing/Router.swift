public import Telemetry

/// Answers a request. It stays on the thread of its connection: a change of executors costs as much as a small answer.
public typealias Handler = nonisolated(nonsending) @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse

/// The decoded values of a pattern's `{names}`.
public struct PathParameters: Hashable, Sendable {
    private let values: [String: String]

    public init(_ values: [String: String] = [:]) { self.values = values }

    /// The value of a `{name}`; nil only if the pattern has no such name.
    public subscript(name: String) -> String? { values[name] }
}

/// A method and a pattern with its handler.
public final class Route: Sendable {
    public let method: HTTPMethod
    /// Such as `/v1/submissions/{submission}`; the route's name in logs and metrics.
    public let pattern: String
    /// The level of its line in the access log.
    public let accessLog: LogLevel
    /// Whether its answers are lasting streams. The handler then runs in a task of its own: a task keeps the memory of
    /// its deepest call until it ends, and the connection's task lasts as long as the stream.
    let answersLast: Bool
    let handler: Handler
    /// Its index among the routes of its router.
    let number: Int

    init(
        method: HTTPMethod, pattern: String, accessLog: LogLevel, answersLast: Bool, handler: @escaping Handler, number: Int
    ) {
        self.method = method
        self.pattern = pattern
        self.accessLog = accessLog
        self.answersLast = answersLast
        self.handler = handler
        self.number = number
    }
}

/// Finds the handler for a method and a path. Literal segments win over `{parameters}`; a trailing slash is a different
/// path.
///
/// A known path with another method is a 405 with `Allow`. GET's handler answers HEAD, and its body is left out. OPTIONS
/// lists the methods.
public struct Router: Sendable {
    private final class Node: Sendable {
        let literals: [String: Node]
        let parameter: Node?
        /// The parameter names belong to each route: two routes may name the same segment differently.
        let routes: [HTTPMethod: (route: Route, names: [String])]

        init(literals: [String: Node], parameter: Node?, routes: [HTTPMethod: (route: Route, names: [String])]) {
            self.literals = literals
            self.parameter = parameter
            self.routes = routes
        }
    }

    private var root = Node(literals: [:], parameter: nil, routes: [:])
    public private(set) var routes: [Route] = []

    public init() {}

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - method: HEAD and OPTIONS need no routes.
    ///   - pattern: Begins with `/`; a segment is literal or `{name}`, which matches one segment that is not empty.
    ///   - accessLog: The level of the route's lines in the access log: `debug` for frequent requests.
    ///   - answersLast: Whether its answers are streams that last long after the handler has returned. The handler's
    ///     memory is then released on its return, at the cost of a task.
    ///   - handler: Runs on the connection's loop and must not block.
    /// - Precondition: The pattern is well-formed and not yet taken for this method.
    public mutating func on(
        _ method: HTTPMethod, _ pattern: String, accessLog: LogLevel = .info, answersLast: Bool = false,
        _ handler: @escaping Handler
    ) {
        precondition(pattern.hasPrefix("/"), "a route's pattern begins with a slash: \(pattern)")
        let segments = pattern.utf8.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        let names = segments.filter(Self.isParameter).map { String($0.dropFirst().dropLast()) }
        precondition(Set(names).count == names.count, "a route's parameters have different names: \(pattern)")
        let route = Route(
            method: method, pattern: pattern, accessLog: accessLog, answersLast: answersLast, handler: handler,
            number: routes.count)
        root = Self.adding(route, names, segments[...], to: root)
        routes.append(route)
    }

    private static func isParameter(_ segment: String) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

    private static func adding(_ route: Route, _ names: [String], _ segments: ArraySlice<String>, to node: Node?) -> Node {
        var literals = node?.literals ?? [:]
        var parameter = node?.parameter
        var routes = node?.routes ?? [:]
        if let first = segments.first {
            let rest = segments.dropFirst()
            if isParameter(first) {
                parameter = adding(route, names, rest, to: parameter)
            } else {
                literals[first] = adding(route, names, rest, to: literals[first])
            }
        } else {
            precondition(routes[route.method] == nil, "\(route.method) \(route.pattern) is routed twice")
            routes[route.method] = (route, names)
        }
        return Node(literals: literals, parameter: parameter, routes: routes)
    }

    // MARK: - Matching

    /// The route of a request, or what else answers it.
    enum Match {
        case route(Route, PathParameters)
        /// OPTIONS of a path, or of the server (`*`, `/`).
        case options(allow: String)
        case wrongMethod(allow: String)
        case notFound
    }

    func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
        // The server as a whole: `OPTIONS *`, and `OPTIONS /`, which load balancers check with.
        if method == .options, segments.isEmpty || segments == [""] { return .options(allow: "GET, HEAD, OPTIONS") }
        var values: [String] = []
        guard let node = Self.find(segments[...], from: root, &values) else { return .notFound }
        if let (route, names) = node.routes[method] ?? (method == .head ? node.routes[.get] : nil) {
            let parameters = names.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: zip(names, values))
            return .route(route, PathParameters(parameters))
        }
        let allow = Self.allow(node)
        return method == .options ? .options(allow: allow) : .wrongMethod(allow: allow)
    }

    private static func find(_ segments: ArraySlice<String>, from node: Node, _ values: inout [String]) -> Node? {
        guard let first = segments.first else { return node.routes.isEmpty ? nil : node }
        if let literal = node.literals[first], let found = find(segments.dropFirst(), from: literal, &values) { return found }
        guard !first.isEmpty, let parameter = node.parameter else { return nil }
        values.append(first)
        if let found = find(segments.dropFirst(), from: parameter, &values) { return found }
        values.removeLast()
        return nil
    }

    /// The methods of a path in the form of `Allow`; nil for a path without a route.
    func allow(_ segments: [String]) -> String? {
        var values: [String] = []
        return Self.find(segments[...], from: root, &values).map(Self.allow)
    }

    private static func allow(_ node: Node) -> String {
        var methods = Set(node.routes.keys.map(\.rawValue))
        if node.routes[.get] != nil { methods.insert("HEAD") }
        methods.insert("OPTIONS")
        return methods.sorted().joined(separator: ", ")
    }

    // MARK: - Answering

    /// Answers a request without a socket, as the server would: for tests.
    public func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        try await Self.respond(to: request, match(request.method, request.segments))
    }

    nonisolated(nonsending) static func respond(to request: HTTPRequest, _ match: Match) async throws -> HTTPResponse {
        switch match {
        case .route(let route, let parameters): return try await route.handler(request, parameters)
        case .options(let allow): return HTTPResponse(status: 204, headers: ["Allow": allow])
        case .wrongMethod(let allow):
            throw Problem(
                status: 405, type: "method-not-allowed",
                detail: "\(request.method.rawValue) is not possible here. Allowed: \(allow).", headers: ["Allow": allow])
        case .notFound:
            throw Problem(status: 404, type: "not-found", detail: "There is nothing at this path.")
        }
    }
}

import Telemetry

/// Who a request is in logs and traces.
struct RequestIdentity: Sendable {
    let id: String
    let trace: TraceContext
    private let echoesClientID: Bool

    /// The caller's `traceparent` and `X-Request-Id` where they are sane, else new ones.
    init(_ headers: HTTPHeaders) {
        trace =
            headers["traceparent"].flatMap { TraceContext(traceparent: $0, tracestate: headers["tracestate"]) }?.child()
            ?? .root()
        if let given = headers["x-request-id"], Self.isSane(given) {
            id = given
            echoesClientID = true
        } else {
            id = trace.spanID.description
            echoesClientID = false
        }
    }

    /// What goes into a log must be short and plain.
    private static func isSane(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                ASCII.isDigit(byte) || 0x61 <= ASCII.lowercased(byte) && ASCII.lowercased(byte) <= 0x7A
                    || "-._".utf8.contains(byte)
            }
    }

    var responseHeaders: HTTPHeaders {
        var headers: HTTPHeaders = ["Docket-Request-Id": id, "traceparent": trace.traceparent]
        if echoesClientID { headers.add("X-Request-Id", id) }
        return headers
    }
}

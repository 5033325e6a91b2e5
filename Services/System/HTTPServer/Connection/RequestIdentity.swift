import Telemetry

/// The ids of a request in logs and traces.
struct RequestIdentity: Sendable {
    let trace: TraceContext
    /// The caller's span; nil if the trace begins here.
    let parent: SpanID?
    /// The caller's request id, if it is valid.
    private let given: String?

    /// The caller's `traceparent` and `X-Request-Id` if they are valid, else new ones.
    init(_ headers: HTTPHeaders) {
        let caller = Self.caller(headers)
        trace = caller.map { SpanRecorder.shared.received($0).child() } ?? .root()
        parent = caller?.spanID
        given = headers["x-request-id"].flatMap { Self.isSane($0) ? $0 : nil }
    }

    /// Two `traceparent` fields are ignored, and so is a `tracestate` without a `traceparent`. Its members may be spread
    /// over several fields (W3C Trace Context, sections 3.2.2 and 3.3.1).
    private static func caller(_ headers: HTTPHeaders) -> TraceContext? {
        let parents = headers.values(for: "traceparent")
        guard parents.count == 1 else { return nil }
        let states = headers.values(for: "tracestate")
        return TraceContext(traceparent: parents[0], tracestate: states.isEmpty ? nil : states.joined(separator: ","))
    }

    init(trace: TraceContext) {
        self.trace = trace
        parent = nil
        given = nil
    }

    var id: String { given ?? trace.spanID.description }

    /// Whether an id is short and plain enough for a log.
    private static func isSane(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                ASCII.isDigit(byte) || 0x61 <= ASCII.lowercased(byte) && ASCII.lowercased(byte) <= 0x7A
                    || "-._".utf8.contains(byte)
            }
    }

    /// Appends the header fields that tell the client the ids.
    func append(to bytes: inout [UInt8]) {
        bytes += "Docket-Request-Id: ".utf8
        if let given { bytes += given.utf8 } else { trace.spanID.append(to: &bytes) }
        if let given {
            bytes += "\r\nX-Request-Id: ".utf8
            bytes += given.utf8
        }
        bytes += "\r\ntraceparent: ".utf8
        trace.appendTraceparent(to: &bytes)
        bytes += "\r\n".utf8
    }
}

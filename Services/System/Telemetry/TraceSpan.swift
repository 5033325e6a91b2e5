/// An operation with a beginning and an end, in the form of a trace collector (OpenTelemetry).
public struct TraceSpan: Sendable, Hashable {
    /// The numbers of OTLP's `SpanKind`.
    public enum Kind: Int, Sendable, Hashable {
        case `internal` = 1
        case server = 2
        case client = 3
        case consumer = 5
    }

    public var context: TraceContext
    /// The span that caused it; nil for the first of its trace.
    public var parent: SpanID?
    /// A name from a small set: a route's pattern, a stage. Never an id.
    public var name: String
    public var kind: Kind
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var start: UInt64
    public var end: UInt64
    /// Never contents, secrets or personal data.
    public var attributes: [String: LogValue]
    public var isError: Bool
    /// Related spans of other traces.
    public var links: [TraceContext] = []

    public init(
        _ context: TraceContext, parent: SpanID?, name: String, kind: Kind, start: UInt64, end: UInt64,
        attributes: [String: LogValue] = [:], isError: Bool = false
    ) {
        self.context = context
        self.parent = parent
        self.name = name
        self.kind = kind
        self.start = start
        self.end = max(start, end)
        self.attributes = attributes
        self.isError = isError
    }

    /// A span that ends now.
    public init(
        _ context: TraceContext, parent: SpanID?, name: String, kind: Kind, lasting duration: Duration,
        attributes: [String: LogValue] = [:], isError: Bool = false
    ) {
        let end = UInt64(max(0, LogRecord.clock())) * 1_000
        let (seconds, attoseconds) = duration.components
        let length = UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
        self.init(
            context, parent: parent, name: name, kind: kind, start: end - min(end, length), end: end, attributes: attributes,
            isError: isError)
    }
}

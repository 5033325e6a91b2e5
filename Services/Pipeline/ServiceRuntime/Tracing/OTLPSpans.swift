public import Telemetry

/// Spans in the JSON encoding of OTLP 1.x (`opentelemetry/proto/collector/trace/v1`). It is pure.
public struct OTLPSpans: Encodable, Sendable {
    private let service: String
    private let spans: [TraceSpan]

    public init(_ spans: [TraceSpan], service: String) {
        self.spans = spans
        self.service = service
    }

    private enum RequestKey: String, CodingKey { case resourceSpans }
    private enum ResourceKey: String, CodingKey { case resource, attributes, scopeSpans, scope, name, spans }

    public func encode(to encoder: any Encoder) throws {
        var request = encoder.container(keyedBy: RequestKey.self)
        var resources = request.nestedUnkeyedContainer(forKey: .resourceSpans)
        var resourceSpans = resources.nestedContainer(keyedBy: ResourceKey.self)
        var resource = resourceSpans.nestedContainer(keyedBy: ResourceKey.self, forKey: .resource)
        try resource.encode([Attribute("service.name", .string(service))], forKey: .attributes)
        var scopes = resourceSpans.nestedUnkeyedContainer(forKey: .scopeSpans)
        var scopeSpans = scopes.nestedContainer(keyedBy: ResourceKey.self)
        var scope = scopeSpans.nestedContainer(keyedBy: ResourceKey.self, forKey: .scope)
        try scope.encode("docket", forKey: .name)
        try scopeSpans.encode(spans.map(Line.init), forKey: .spans)
    }

    /// 64-bit integers are strings in OTLP's JSON, and ids are hexadecimal.
    private struct Line: Encodable {
        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let links: [Link]
        let status: Status

        struct Link: Encodable {
            let traceId: String
            let spanId: String
        }

        struct Status: Encodable {
            /// 0 is unset, 2 is error.
            let code: Int
        }

        init(_ span: TraceSpan) {
            traceId = span.context.traceID.description
            spanId = span.context.spanID.description
            parentSpanId = span.parent?.description
            name = span.name
            kind = span.kind.rawValue
            startTimeUnixNano = String(span.start)
            endTimeUnixNano = String(span.end)
            attributes = span.attributes.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) }
            links = span.links.map { Link(traceId: $0.traceID.description, spanId: $0.spanID.description) }
            status = Status(code: span.isError ? 2 : 0)
        }
    }

    private struct Attribute: Encodable {
        let key: String
        let value: Value

        init(_ key: String, _ value: LogValue) {
            self.key = key
            self.value = Value(value: value)
        }

        struct Value: Encodable {
            let value: LogValue

            private enum Key: String, CodingKey { case stringValue, intValue, boolValue, doubleValue }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                switch value {
                case .string(let text): try container.encode(text, forKey: .stringValue)
                case .integer(let number): try container.encode(String(number), forKey: .intValue)
                case .boolean(let flag): try container.encode(flag, forKey: .boolValue)
                case .double(let number):
                    // JSON has no word for infinity.
                    if number.isFinite {
                        try container.encode(number, forKey: .doubleValue)
                    } else {
                        try container.encode("\(number)", forKey: .stringValue)
                    }
                }
            }
        }
    }
}

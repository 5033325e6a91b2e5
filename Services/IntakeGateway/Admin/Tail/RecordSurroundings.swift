import Domain
import Shared
import Telemetry

/// The context of a record.
struct RecordSurroundings: Encodable, Sendable {
    struct Neighbour: Encodable, Sendable {
        let event: String
        let type: String
        let sequence: Int
        let isThis: Bool
    }

    /// The address of its event's schema in the description of events.
    private(set) var schema: String?
    private(set) var trace: String?
    /// The events of its submission nearest in time.
    private(set) var neighbours: [Neighbour] = []

    init() {}

    init(_ header: EventHeader, _ others: [RecordedEvent]) {
        schema = "/asyncapi.json#/components/schemas/\(header.type.shortName)"
        trace = header.traceparent.flatMap { TraceContext(traceparent: $0) }.map { "\($0.traceID)" }
        neighbours = others.map {
            Neighbour(event: $0.id.description, type: $0.type.rawValue, sequence: $0.sequence, isThis: $0.id == header.id)
        }
    }
}

import Domain
import Shared
import Telemetry

/// What belongs to a record besides what it says.
struct RecordSurroundings: Encodable, Sendable {
    struct Neighbour: Encodable, Sendable {
        let event: String
        let type: String
        let sequence: Int
        let isThis: Bool
    }

    /// Where the schema of its event stands in the description of events.
    private(set) var schema: String?
    private(set) var trace: String?
    /// What else happened to its submission, nearest in time.
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

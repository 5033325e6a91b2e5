import Kafka
import Shared

/// An event as it is watched: what it says, what the broker says of it, and how long the step before it took.
struct WatchedEvent: Sendable {
    let header: EventHeader
    let topic: String
    let partition: Int32
    let offset: Int64
    /// When the broker got it; nil where the topic keeps no times.
    let published: Timestamp?
    /// Since the event before it of the same submission; nil for the first that was seen.
    let step: Duration?
    /// The whole event; null unless somebody asks for more than its header.
    var body: JSONValue

    /// With what is personal hidden.
    var masked: WatchedEvent {
        var event = self
        event.body = EventMask.masked(body)
        return event
    }

    /// The state that the submission has entered with it; nil if it tells of something else.
    var state: SubmissionState? { Self.states[header.type] }

    private static let states = Dictionary(
        SubmissionState.allCases.map { (EventType(entering: $0), $0) }, uniquingKeysWith: { first, _ in first })
}

extension WatchedEvent {
    /// What is found under a path such as `data.documents.documentType`: of lists, what each of their members has there. Names
    /// that stand for the record (`topic`, `partition`, `offset`, `key`, `published`, `latency`, `state`) come first.
    func values(at path: [String]) -> [JSONValue] {
        if path.count == 1, let own = ownValues(path[0]) { return own }
        var found = [body]
        for name in path {
            found = found.flatMap(\.flattened).compactMap { value in
                guard case .object(let members) = value else { return nil }
                return members[name]
            }
        }
        return found.flatMap(\.flattened)
    }

    private func ownValues(_ name: String) -> [JSONValue]? {
        switch name {
        case "topic": [.string(topic), .string(EventLine.shortTopic(topic))]
        case "partition": [.number(Double(partition))]
        case "offset": [.number(Double(offset))]
        case "key", "submission": [.string(header.submission.description)]
        case "published": published.map { [.string($0.description)] } ?? []
        case "latency": step.map { [.number($0.inMilliseconds)] } ?? []
        case "state": state.map { [.string($0.rawValue)] } ?? []
        case "type": [.string(header.type.rawValue), .string(EventLine.shortType(header.type.rawValue))]
        case "sequence": [.number(Double(header.sequence))]
        default: nil
        }
    }
}

extension JSONValue {
    /// A list's members, down to what is none.
    fileprivate var flattened: [JSONValue] {
        if case .array(let values) = self { values.flatMap(\.flattened) } else { [self] }
    }
}

extension Duration {
    var inMilliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}

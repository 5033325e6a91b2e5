package import Kafka
package import Shared

/// A record under observation: its event, and the broker's data.
package struct WatchedEvent: Sendable {
    /// The event's header, or its fault.
    package let content: Result<EventHeader, EventFault>
    package let topic: String
    package let partition: Int32
    package let offset: Int64
    package let key: [UInt8]?
    package let headers: [KafkaHeader]
    /// When the broker received it; nil if the topic has no times.
    package let published: Timestamp?
    /// The whole event; null unless more than the header is requested.
    package var body: JSONValue
    /// For `docket.custody`, which has no events of submissions.
    package let custodyHead: CustodyHeadEvent?
    /// For `docket.usage`, which has none either.
    package let usage: UsageEvent?
    /// The reasons for a refusal or a warning; empty unless requested.
    package var reasons: [Reason] = []

    package init(_ record: ConsumedRecord, readsBody: Bool, readsReasons: Bool = false) {
        let value = record.value ?? []
        do throws(EventFault) {
            content = .success(try EventReader.header(of: value))
        } catch {
            content = .failure(error)
        }
        topic = record.topicPartition.topic
        custodyHead =
            topic == Topic.custody.name && value.count <= EventReader.maximumSize
            ? try? CanonicalJSON.decode(CustodyHeadEvent.self, from: value) : nil
        usage =
            topic == Topic.usage.name && value.count <= EventReader.maximumSize
            ? try? CanonicalJSON.decode(UsageEvent.self, from: value) : nil
        partition = record.topicPartition.partition
        offset = record.offset
        key = record.key
        headers = record.headers
        published = record.timestamp.map(Timestamp.init(millisecondsSinceEpoch:))
        body = .null
        guard let header else { return }
        if readsBody { body = (try? CanonicalJSON.decode(JSONValue.self, from: value)) ?? .null }
        if readsReasons, header.type.tellsOfReasons { reasons = EventReader.reasons(of: value) }
    }

    package var header: EventHeader? { try? content.get() }

    /// With masked personal values.
    package var masked: WatchedEvent {
        var event = self
        event.body = EventMask.masked(body)
        return event
    }

    /// The state that the submission entered by it; nil for another event.
    package var state: SubmissionState? { header.flatMap { Self.states[$0.type] } }

    private static let states = Dictionary(
        SubmissionState.allCases.map { (EventType(entering: $0), $0) }, uniquingKeysWith: { first, _ in first })

    /// The values of the headers with that name, without control characters.
    package func texts(ofHeader name: String) -> [String] {
        headers.filter { $0.name == name }.map { ByteDump.text($0.value) }
    }

    /// Why it is a dead letter; nil if it is none.
    package var deadLetter: DeadLetterCause? { topic == Topic.deadLetters.name ? DeadLetterCause(self) : nil }
}

/// The headers of a dead letter.
package struct DeadLetterCause: Sendable, Hashable {
    package let stage: String
    package let attempts: String
    package let code: String
    package let problem: String
    package let failedAt: Timestamp?

    fileprivate init?(_ event: WatchedEvent) {
        guard let code = event.texts(ofHeader: RecordHeader.errorCode).first else { return nil }
        self.code = code
        stage = event.texts(ofHeader: RecordHeader.stage).first ?? "a stage"
        attempts = event.texts(ofHeader: RecordHeader.attempts).first ?? "?"
        problem = event.texts(ofHeader: RecordHeader.error).first ?? ""
        failedAt = event.texts(ofHeader: RecordHeader.failedAt).first.flatMap(Timestamp.init)
    }

    package var words: String { "given up by \(stage) after \(attempts) attempts: \(code): \(problem)" }
}

/// The duration of the step that an event ends: since the submission's previous event.
package enum StepTime: Sendable, Hashable {
    /// The submission's first event, without a previous step.
    case first
    case took(Duration)
    /// The event does not have it, such as an event of an earlier version.
    case unknown
}

extension EventHeader {
    /// Never negative: the clocks of two processes may differ slightly.
    package var step: StepTime {
        guard let previousTime else { return sequence <= 1 ? .first : .unknown }
        return .took(max(.zero, .milliseconds(time.millisecondsSinceEpoch - previousTime.millisecondsSinceEpoch)))
    }
}

extension WatchedEvent {
    /// The values at a path such as `data.documents.documentType`; for a list, those of all members. Names of record
    /// fields (`TailField.own`) win.
    package func values(at path: [String]) -> [JSONValue] {
        if path.count == 1, let own = ownValues(path[0]) { return own }
        if let name = TailField.header(path) { return texts(ofHeader: name).map(JSONValue.string) }
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
        case "topic": [.string(topic), .string(EventWords.shortTopic(topic))]
        case "partition": [.number(Double(partition))]
        case "offset": [.number(Double(offset))]
        case "key": key.map { [.string(String(decoding: $0, as: UTF8.self))] } ?? []
        case "submission": header.map { [.string($0.submission.description)] } ?? []
        case "published": published.map { [.string($0.description)] } ?? []
        case "latency": if case .took(let time)? = header?.step { [.number(time.inMilliseconds)] } else { [] }
        case "state": state.map { [.string($0.rawValue)] } ?? []
        case "type": header.map { [.string($0.type.rawValue), .string(EventWords.shortType($0.type.rawValue))] } ?? []
        case "sequence": header.map { [.number(Double($0.sequence))] } ?? []
        default: nil
        }
    }
}

extension JSONValue {
    /// The members of nested lists.
    fileprivate var flattened: [JSONValue] {
        if case .array(let values) = self { values.flatMap(\.flattened) } else { [self] }
    }
}

extension Duration {
    package var inMilliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}

package import Kafka
package import Shared

/// A record as it is watched: what it says, and what the broker says of it.
package struct WatchedEvent: Sendable {
    /// What the event says of itself; what is wrong where there is none.
    package let content: Result<EventHeader, EventFault>
    package let topic: String
    package let partition: Int32
    package let offset: Int64
    package let key: [UInt8]?
    package let headers: [KafkaHeader]
    /// When the broker got it; nil where the topic keeps no times.
    package let published: Timestamp?
    /// The whole event; null unless somebody asks for more than its header.
    package var body: JSONValue
    /// Of `docket.custody`, which has no events of submissions.
    package let custodyHead: CustodyHeadEvent?
    /// Why something did not pass; empty unless somebody asks.
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

    /// With what is personal hidden.
    package var masked: WatchedEvent {
        var event = self
        event.body = EventMask.masked(body)
        return event
    }

    /// The state that the submission has entered with it; nil if it tells of something else.
    package var state: SubmissionState? { header.flatMap { Self.states[$0.type] } }

    private static let states = Dictionary(
        SubmissionState.allCases.map { (EventType(entering: $0), $0) }, uniquingKeysWith: { first, _ in first })

    /// The values of the headers of that name, as text that steers no terminal.
    package func texts(ofHeader name: String) -> [String] {
        headers.filter { $0.name == name }.map { ByteDump.text($0.value) }
    }

    /// Why it lies among the dead letters; nil for what does not.
    package var deadLetter: DeadLetterCause? { topic == Topic.deadLetters.name ? DeadLetterCause(self) : nil }
}

/// What the headers of a dead letter tell.
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

/// How long the step took that an event ends: since the submission's event before it.
package enum StepTime: Sendable, Hashable {
    /// The submission's first event: there is no step before it.
    case first
    case took(Duration)
    /// The event does not say it, as those of earlier versions do not.
    case unknown
}

extension EventHeader {
    /// Two processes' clocks may differ by a hair: nothing takes less than no time.
    package var step: StepTime {
        guard let previousTime else { return sequence <= 1 ? .first : .unknown }
        return .took(max(.zero, .milliseconds(time.millisecondsSinceEpoch - previousTime.millisecondsSinceEpoch)))
    }
}

extension WatchedEvent {
    /// What is found under a path such as `data.documents.documentType`: of lists, what each of their members has there. Names
    /// that stand for the record (`TailField.own`) come first.
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
    /// A list's members, down to what is none.
    fileprivate var flattened: [JSONValue] {
        if case .array(let values) = self { values.flatMap(\.flattened) } else { [self] }
    }
}

extension Duration {
    package var inMilliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}

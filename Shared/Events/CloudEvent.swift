/// The context attributes of an event (CloudEvents 1.0, section 2, and the extensions that Docket adds).
public struct EventHeader: Sendable, Hashable {
    /// The same in Kafka, webhooks, the live stream and the audit trail.
    public var id: EventID
    public var type: EventType
    /// The component that made it, a URI reference such as `/docket/gateway`.
    public var source: String
    /// The `subject` attribute: the submission of the event.
    public var submission: SubmissionID
    public var time: Timestamp
    /// The submission's version after the change. Its text is ten digits with leading zeros, `"0000000012"`: the sequence
    /// extension requires that it sorts like the number.
    public var sequence: Int
    public var tenant: TenantID
    public var journey: JourneyID
    /// The time of the submission's event before this one, whose sequence is one less; the difference is the duration of
    /// the step. Nil for a submission's first event, and for events of versions without this attribute.
    public var previousTime: Timestamp?
    /// W3C Trace Context, section 3.2 (the distributed tracing extension).
    public var traceparent: String?

    public init(
        id: EventID, type: EventType, source: String, submission: SubmissionID, time: Timestamp, sequence: Int,
        tenant: TenantID, journey: JourneyID, previousTime: Timestamp? = nil, traceparent: String? = nil
    ) {
        self.id = id
        self.type = type
        self.source = source
        self.submission = submission
        self.time = time
        self.sequence = sequence
        self.tenant = tenant
        self.journey = journey
        self.previousTime = previousTime
        self.traceparent = traceparent
    }
}

/// The data of an event: ids and facts, never file names, references or contacts.
public protocol EventData: Sendable, Hashable, Codable {
    /// The types of event that carry this data.
    static var eventTypes: Set<EventType> { get }
}

/// An event in the structured JSON mode of CloudEvents 1.0 (JSON event format, section 3), on one line.
///
/// Its bytes depend on the value alone (`CanonicalJSON`), so that they can be stored, published again and signed.
public struct CloudEvent<Content: EventData>: Sendable, Hashable {
    public let header: EventHeader
    public let data: Content

    public init(header: EventHeader, data: Content) {
        self.header = header
        self.data = data
    }

    /// The exact bytes that are stored and published.
    public func encoded() throws -> [UInt8] {
        try CanonicalJSON.encode(self)
    }
}

// MARK: - JSON

extension EventHeader {
    /// The `content-type` of a record or a request that is one event.
    public static let contentType = "application/cloudevents+json"
}

extension EventHeader: Codable {
    private enum CodingKeys: String, CodingKey {
        case specversion, id, type, source, subject, time, datacontenttype, sequence, tenant, journey, traceparent
        case previousTime = "previoustime"
    }

    static let specificationVersion = "1.0"
    static let dataContentType = "application/json"
    static let sequenceWidth = 10

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(String.self, forKey: .specversion) == Self.specificationVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .specversion, in: container, debugDescription: "Only CloudEvents 1.0 is read.")
        }
        let number = try container.decode(String.self, forKey: .sequence)
        guard let sequence = Int(number), sequence >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .sequence, in: container, debugDescription: "The sequence is not a number.")
        }
        self.init(
            id: try container.decode(EventID.self, forKey: .id), type: try container.decode(EventType.self, forKey: .type),
            source: try container.decode(String.self, forKey: .source),
            submission: try container.decode(SubmissionID.self, forKey: .subject),
            time: try container.decode(Timestamp.self, forKey: .time), sequence: sequence,
            tenant: try container.decode(TenantID.self, forKey: .tenant),
            journey: try container.decode(JourneyID.self, forKey: .journey),
            previousTime: try container.decodeIfPresent(Timestamp.self, forKey: .previousTime),
            traceparent: try container.decodeIfPresent(String.self, forKey: .traceparent))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.specificationVersion, forKey: .specversion)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(source, forKey: .source)
        try container.encode(submission, forKey: .subject)
        try container.encode(time, forKey: .time)
        try container.encode(Self.dataContentType, forKey: .datacontenttype)
        try container.encode(DecimalDigits.padded(sequence, to: Self.sequenceWidth), forKey: .sequence)
        try container.encode(tenant, forKey: .tenant)
        try container.encode(journey, forKey: .journey)
        try container.encodeIfPresent(previousTime, forKey: .previousTime)
        try container.encodeIfPresent(traceparent, forKey: .traceparent)
    }
}

extension CloudEvent: Codable {
    private enum CodingKeys: String, CodingKey { case data }

    public init(from decoder: any Decoder) throws {
        header = try EventHeader(from: decoder)
        data = try decoder.container(keyedBy: CodingKeys.self).decode(Content.self, forKey: .data)
    }

    public func encode(to encoder: any Encoder) throws {
        try header.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(data, forKey: .data)
    }
}

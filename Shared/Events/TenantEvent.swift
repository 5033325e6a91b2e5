/// What an event tells that belongs to a tenant, and to no submission.
public protocol TenantEventData: Sendable, Hashable, Codable {
    /// The `type` attribute.
    static var type: String { get }
    /// The summary that AsyncAPI has.
    static var summary: String { get }
}

/// An event that belongs to a tenant, and neither to a submission nor to the tenant's stream (CloudEvents 1.0, JSON event
/// format, section 3). Its `subject` is the tenant.
public struct TenantEvent<Content: TenantEventData>: Sendable, Hashable {
    public static var type: String { Content.type }
    public static var summary: String { Content.summary }

    public let id: EventID
    /// The component that made it, a URI reference such as `/docket/gateway`.
    public let source: String
    public let time: Timestamp
    public let tenant: TenantID
    /// Positive. A later event of the tenant has a higher one.
    public let sequence: Int
    public let data: Content

    public init(id: EventID, source: String, time: Timestamp, tenant: TenantID, sequence: Int, data: Content) {
        (self.id, self.source, self.time) = (id, source, time)
        (self.tenant, self.sequence, self.data) = (tenant, sequence, data)
    }

    /// The exact bytes that are stored and published.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(self) }
}

extension TenantEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case specversion, id, type, source, subject, time, datacontenttype, sequence, tenant, data
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(String.self, forKey: .specversion) == EventHeader.specificationVersion,
            try container.decode(String.self, forKey: .type) == Content.type,
            let sequence = Int(try container.decode(String.self, forKey: .sequence)), sequence > 0
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "This is no event of the type \(Content.type).")
        }
        self.init(
            id: try container.decode(EventID.self, forKey: .id), source: try container.decode(String.self, forKey: .source),
            time: try container.decode(Timestamp.self, forKey: .time),
            tenant: try container.decode(TenantID.self, forKey: .tenant), sequence: sequence,
            data: try container.decode(Content.self, forKey: .data))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(EventHeader.specificationVersion, forKey: .specversion)
        try container.encode(id, forKey: .id)
        try container.encode(Content.type, forKey: .type)
        try container.encode(source, forKey: .source)
        try container.encode(tenant, forKey: .subject)
        try container.encode(time, forKey: .time)
        try container.encode(EventHeader.dataContentType, forKey: .datacontenttype)
        try container.encode(DecimalDigits.padded(sequence, to: EventHeader.sequenceWidth), forKey: .sequence)
        try container.encode(tenant, forKey: .tenant)
        try container.encode(data, forKey: .data)
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A day of a tenant is over: an event of `docket.usage` (CloudEvents 1.0). It belongs to no submission and to no tenant's
/// stream. The key of its record is the tenant.
public struct UsageEvent: Sendable, Hashable {
    public static let type = "com.docket.usage.day.v1"
    /// The summary that AsyncAPI has.
    public static let summary = "What a tenant has used on a day that is over"

    /// The same for the same tenant, day and era.
    public let id: EventID
    /// The component that made it, a URI reference such as `/docket/gateway`.
    public let source: String
    public let time: Timestamp
    public let tenant: TenantID
    public let data: Content

    public struct Content: Sendable, Hashable {
        /// In UTC.
        public let day: CalendarDate
        /// One more with each restore and failover. Of two records of a day, that of the later era holds.
        public let era: Int
        /// Whether the tenant is a sandbox, where nothing is billed.
        public let test: Bool
        public let counts: UsageCounts

        public init(day: CalendarDate, era: Int, test: Bool, counts: UsageCounts) {
            (self.day, self.era, self.test, self.counts) = (day, era, test, counts)
        }
    }

    public init(source: String, time: Timestamp, tenant: TenantID, day: CalendarDate, era: Int, counts: UsageCounts) {
        self.init(
            id: Self.name("\(tenant.rawValue)/\(day)/\(era)"), source: source, time: time, tenant: tenant,
            data: Content(day: day, era: era, test: tenant.isSandbox, counts: counts))
    }

    private init(id: EventID, source: String, time: Timestamp, tenant: TenantID, data: Content) {
        (self.id, self.source, self.time, self.tenant, self.data) = (id, source, time, tenant, data)
    }

    /// Days in the order of their numbers.
    public var sequence: Int { data.day.daysSinceEpoch }

    /// What a tenant's records are ordered by in the outbox.
    public static func order(of tenant: TenantID) -> SubmissionID { name(tenant.rawValue) }

    /// A UUID made of a name (RFC 9562, section 5.8).
    private static func name<Tag>(_ text: String) -> Identifier<Tag> {
        var bytes = Array(ContentDigest(of: Array("docket.usage/\(text)".utf8)).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Identifier(
            UUID(
                uuid: (
                    bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                    bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
                )))
    }

    /// The exact bytes that are stored and published.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(self) }
}

extension UsageEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case specversion, id, type, source, subject, time, datacontenttype, sequence, tenant, data
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(String.self, forKey: .specversion) == EventHeader.specificationVersion,
            try container.decode(String.self, forKey: .type) == Self.type
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "This is no event of a day's usage.")
        }
        self.init(
            id: try container.decode(EventID.self, forKey: .id), source: try container.decode(String.self, forKey: .source),
            time: try container.decode(Timestamp.self, forKey: .time),
            tenant: try container.decode(TenantID.self, forKey: .tenant), data: try container.decode(Content.self, forKey: .data))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(EventHeader.specificationVersion, forKey: .specversion)
        try container.encode(id, forKey: .id)
        try container.encode(Self.type, forKey: .type)
        try container.encode(source, forKey: .source)
        try container.encode(tenant, forKey: .subject)
        try container.encode(time, forKey: .time)
        try container.encode(EventHeader.dataContentType, forKey: .datacontenttype)
        try container.encode(DecimalDigits.padded(sequence, to: EventHeader.sequenceWidth), forKey: .sequence)
        try container.encode(tenant, forKey: .tenant)
        try container.encode(data, forKey: .data)
    }
}

extension UsageEvent.Content: Codable {
    private enum CodingKeys: String, CodingKey { case day, era, test }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            day: try container.decode(CalendarDate.self, forKey: .day), era: try container.decode(Int.self, forKey: .era),
            test: try container.decode(Bool.self, forKey: .test), counts: try UsageCounts(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(day, forKey: .day)
        try container.encode(era, forKey: .era)
        try container.encode(test, forKey: .test)
        try counts.encode(to: encoder)
    }
}

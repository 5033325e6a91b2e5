/// An installation signed a head of a tenant's log: an event of `docket.custody` (CloudEvents 1.0). It belongs to no
/// submission and to no tenant's stream. The key of its record is the log's id.
public struct CustodyHeadEvent: Sendable, Hashable {
    public static let type = "com.docket.custody.head.v1"
    /// The summary that AsyncAPI has.
    public static let summary = "A head of a tenant's log of custody was signed"

    public let id: EventID
    /// The component that made it, a URI reference such as `/docket/gateway`.
    public let source: String
    public let time: Timestamp
    public let tenant: TenantID
    /// 1 for the first head of a log; each later one adds 1.
    public let number: Int
    public let data: Content

    public struct Content: Sendable, Hashable, Codable {
        public let era: Int
        /// The number of leaves.
        public let size: Int
        /// In hexadecimal digits.
        public let root: String
        /// The signed head (RFC 7515, compact form).
        public let head: String

        public init(era: Int, size: Int, root: String, head: String) {
            (self.era, self.size, self.root, self.head) = (era, size, root, head)
        }
    }

    public init(id: EventID, source: String, time: Timestamp, tenant: TenantID, number: Int, data: Content) {
        (self.id, self.source, self.time) = (id, source, time)
        (self.tenant, self.number, self.data) = (tenant, number, data)
    }

    /// The exact bytes that are stored and published.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(self) }
}

extension CustodyHeadEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case specversion, id, type, source, subject, time, datacontenttype, sequence, tenant, data
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(String.self, forKey: .specversion) == EventHeader.specificationVersion,
            try container.decode(String.self, forKey: .type) == Self.type,
            let number = Int(try container.decode(String.self, forKey: .sequence)), number > 0
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "This is no event of a signed head.")
        }
        self.init(
            id: try container.decode(EventID.self, forKey: .id), source: try container.decode(String.self, forKey: .source),
            time: try container.decode(Timestamp.self, forKey: .time),
            tenant: try container.decode(TenantID.self, forKey: .tenant), number: number,
            data: try container.decode(Content.self, forKey: .data))
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
        try container.encode(DecimalDigits.padded(number, to: EventHeader.sequenceWidth), forKey: .sequence)
        try container.encode(tenant, forKey: .tenant)
        try container.encode(data, forKey: .data)
    }
}

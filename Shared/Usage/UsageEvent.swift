#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A day of a tenant is over: an event of `docket.usage`. The key of its record is the tenant. Its id is the same for the same
/// tenant, day and era; its sequence is the day's number.
public typealias UsageEvent = TenantEvent<UsageContent>

public struct UsageContent: TenantEventData {
    public static let type = "com.docket.usage.day.v1"
    public static let summary = "What a tenant has used on a day that is over"

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

extension TenantEvent<UsageContent> {
    public init(source: String, time: Timestamp, tenant: TenantID, day: CalendarDate, era: Int, counts: UsageCounts) {
        self.init(
            id: Self.name("\(tenant.rawValue)/\(day)/\(era)"), source: source, time: time, tenant: tenant,
            sequence: day.daysSinceEpoch, data: UsageContent(day: day, era: era, test: tenant.isSandbox, counts: counts))
    }

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
}

extension UsageContent: Codable {
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

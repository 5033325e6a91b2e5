public import Domain
public import PostgresStore
public import Shared

/// A delivery in JSON, for the API and the command line.
public struct DeliveryDescription: Codable, Sendable {
    /// One attempt.
    public struct Try: Codable, Sendable {
        public let attempt: Int
        public let beganAt: Timestamp
        public let milliseconds: Int
        public let status: Int?
        public let error: String?
        public let request: DeliveryTry.Request
        public let response: DeliveryTry.Response?

        public init(_ record: DeliveryTryRecord) {
            attempt = record.attempt
            beganAt = Timestamp(record.tried.beganAt)
            milliseconds = Int(record.tried.duration / .milliseconds(1))
            status = record.status
            error = record.error
            request = record.tried.request
            response = record.tried.response
        }
    }

    public let id: DeliveryID
    /// Only for callers who see several tenants.
    public let tenant: TenantID?
    public let channel: String
    public let endpoint: String
    /// The id of the event, as in Kafka, the live stream and the audit trail.
    public let event: EventID
    public let type: String
    public let submission: SubmissionID
    public let state: String
    public let attempts: Int
    public let plannedAt: Timestamp
    public let changedAt: Timestamp
    public let nextAt: Timestamp?
    public let status: Int?
    public let error: String?
    public let tries: [Try]?
    /// By relation.
    public let links: [String: String]?

    public init(
        _ delivery: DeliveryRecord, tries: [DeliveryTryRecord]? = nil, withTenant: Bool = false, links: [String: String]? = nil
    ) {
        id = delivery.id
        tenant = withTenant ? delivery.tenant : nil
        channel = delivery.key.channel
        endpoint = delivery.key.endpoint
        event = delivery.key.eventID
        type = delivery.type.rawValue
        submission = delivery.submission
        state = delivery.state.rawValue
        attempts = delivery.attempts
        plannedAt = delivery.plannedAt
        changedAt = delivery.changedAt
        nextAt = delivery.nextAt
        status = delivery.lastStatus
        error = delivery.lastError
        self.tries = tries?.map(Try.init)
        self.links = links
    }
}

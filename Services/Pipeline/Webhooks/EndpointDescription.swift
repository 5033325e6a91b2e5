internal import Domain
public import PostgresStore
public import Shared

/// An endpoint in JSON, for the API and the command line.
public struct EndpointDescription: Codable, Sendable {
    public let id: WebhookEndpointID
    /// Only for callers who see several tenants. They see the address without its query.
    public let tenant: TenantID?
    public let url: String
    public let name: String?
    /// Empty for every outcome.
    public let events: [String]
    /// Empty for every journey.
    public let journeys: [String]
    /// The paths of the event's data to deliver; empty for all.
    public let fields: [String]
    public let contact: String?
    /// Whether there is a contact that no key opens here, or not now.
    public let contactUnopened: Bool?
    /// Whether it belongs to a sandbox.
    public let test: Bool?
    /// `enabled`, `failing` or `disabled`.
    public let state: String
    public let disabledBecause: String?
    public let disabledAt: Timestamp?
    public let failingSince: Timestamp?
    public let createdAt: Timestamp
    public let createdBy: String
    /// Shown only at creation and rotation: the key to verify signatures.
    public let secret: String?
    /// By relation.
    public let links: [String: String]?

    public init(
        _ endpoint: WebhookEndpointRecord, key: WebhookKey? = nil, withTenant: Bool = false, links: [String: String]? = nil
    ) {
        id = endpoint.id
        tenant = withTenant ? endpoint.tenant : nil
        url = withTenant ? Redaction.address(endpoint.url) : endpoint.url
        name = endpoint.name
        events = endpoint.events.map(\.type)
        journeys = endpoint.journeys.map(\.rawValue)
        fields = endpoint.fields
        contact = endpoint.contact
        contactUnopened = endpoint.isContactUnopened ? true : nil
        test = endpoint.tenant.isSandbox ? true : nil
        state = endpoint.state
        disabledBecause = endpoint.disabledBecause?.rawValue
        disabledAt = endpoint.disabledAt
        failingSince = endpoint.failingSince
        createdAt = endpoint.createdAt
        createdBy = endpoint.createdBy
        secret = key?.receiverText
        self.links = links
    }
}

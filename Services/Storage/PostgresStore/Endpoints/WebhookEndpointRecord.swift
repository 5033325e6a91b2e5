public import Domain
public import Shared

/// Names a webhook endpoint in the type system only.
public enum WebhookEndpointTag: Sendable {}

public typealias WebhookEndpointID = Identifier<WebhookEndpointTag>

/// A webhook endpoint of a tenant, without its secrets.
public struct WebhookEndpointRecord: Sendable, Hashable {
    public enum DisabledBecause: String, Sendable, Hashable, CaseIterable {
        /// A person disabled it.
        case `operator`
        /// It answered 410.
        case gone
        /// All attempts failed for days.
        case failing
    }

    public let id: WebhookEndpointID
    public let tenant: TenantID
    public let url: String
    /// The name for people.
    public let name: String?
    /// The events to deliver; empty for every outcome.
    public let events: [WebhookEvent]
    /// The journeys to deliver; empty for all.
    public let journeys: [JourneyID]
    /// The paths of the event's data to deliver; empty for all.
    public let fields: [String]
    /// The address for a notice if the endpoint is disabled. Nil while it is not opened, too.
    public let contact: String?
    /// Whether the contact is sealed by a key that is not here, or not now.
    public let isContactUnopened: Bool
    /// Counts changes by people.
    public let version: Int
    public let createdAt: Timestamp
    public let createdBy: String
    public let disabledAt: Timestamp?
    public let disabledBecause: DisabledBecause?
    /// Since when no attempt has succeeded; nil if the last one did.
    public let failingSince: Timestamp?

    public var isEnabled: Bool { disabledAt == nil }

    /// The name of its state in the API, on screens and in metrics.
    public var state: String { isEnabled ? failingSince == nil ? "enabled" : "failing" : "disabled" }
}

/// A key that signs an endpoint's messages.
public struct WebhookKey: Sendable {
    /// The scheme, as the prefix of a signature.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA256: 32 random bytes that both sides know.
        case symmetric = "v1"
        /// ed25519: the seed, which only this side knows.
        case asymmetric = "v1a"
    }

    public let kind: Kind
    public let bytes: [UInt8]
    public let createdAt: Timestamp
}

/// An endpoint with its keys, the newest first, for a delivery.
public struct KeyedWebhookEndpoint: Sendable {
    public let record: WebhookEndpointRecord
    public let keys: [WebhookKey]
}

/// An endpoint of which it may be that its keys cannot be opened. It wants its events all the same.
public struct SigningWebhookEndpoint: Sendable {
    public let record: WebhookEndpointRecord
    /// The newest first. A failure is that of the newest; of older ones, those that can be opened are here.
    public let keys: Result<[WebhookKey], StoreError>
}

/// A new endpoint.
public struct NewWebhookEndpoint: Sendable {
    public var tenant: TenantID
    /// `EndpointAddress` has accepted it.
    public var url: String
    public var name: String?
    public var events: [WebhookEvent]
    public var journeys: [JourneyID]
    public var fields: [String]
    public var contact: String?
    public var kind: WebhookKey.Kind

    public init(
        tenant: TenantID, url: String, name: String? = nil, events: [WebhookEvent] = [], journeys: [JourneyID] = [],
        fields: [String] = [], contact: String? = nil, kind: WebhookKey.Kind = .symmetric
    ) {
        self.tenant = tenant
        self.url = url
        self.name = name
        self.events = events
        self.journeys = journeys
        self.fields = fields
        self.contact = contact
        self.kind = kind
    }
}

/// A change of an endpoint. A nil member stays unchanged.
public struct WebhookEndpointChange: Sendable {
    public var url: String?
    public var name: String??
    public var events: [WebhookEvent]?
    public var journeys: [JourneyID]?
    public var fields: [String]?
    public var contact: String??
    public var isEnabled: Bool?

    public init() {}
}

public import Shared

/// Names a webhook endpoint in the type system only.
public enum WebhookEndpointTag: Sendable {}

public typealias WebhookEndpointID = Identifier<WebhookEndpointTag>

/// Somebody of a tenant who is told over HTTP, without the secrets.
public struct WebhookEndpointRecord: Sendable, Hashable {
    public enum DisabledBecause: String, Sendable, Hashable, CaseIterable {
        /// Somebody wanted it so.
        case `operator`
        /// It answered 410.
        case gone
        /// Every try had failed for days.
        case failing
    }

    public let id: WebhookEndpointID
    public let tenant: TenantID
    public let url: String
    /// What people call it.
    public let name: String?
    /// What it wants to hear of; empty for every outcome.
    public let eventTypes: [EventType]
    /// Of which journeys; empty for all of them.
    public let journeys: [JourneyID]
    /// What of an event's data it is told, as paths; empty for all of it.
    public let fields: [String]
    /// The address of who is told when it has to be disabled.
    public let contact: String?
    /// Counts the changes that people made.
    public let version: Int
    public let createdAt: Timestamp
    public let createdBy: String
    public let disabledAt: Timestamp?
    public let disabledBecause: DisabledBecause?
    /// Since when no try has succeeded; nil while the last one has.
    public let failingSince: Timestamp?

    package init(
        id: WebhookEndpointID, tenant: TenantID, url: String, name: String?, eventTypes: [EventType], journeys: [JourneyID],
        fields: [String], contact: String?, version: Int, createdAt: Timestamp, createdBy: String, disabledAt: Timestamp?,
        disabledBecause: DisabledBecause?,
        failingSince: Timestamp?
    ) {
        self.id = id
        self.tenant = tenant
        self.url = url
        self.name = name
        self.eventTypes = eventTypes
        self.journeys = journeys
        self.fields = fields
        self.contact = contact
        self.version = version
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.disabledAt = disabledAt
        self.disabledBecause = disabledBecause
        self.failingSince = failingSince
    }

    public var isEnabled: Bool { disabledAt == nil }

    /// What the API, the screens and the metrics call its state.
    public var state: String { isEnabled ? failingSince == nil ? "enabled" : "failing" : "disabled" }
}

/// What an endpoint's messages are signed with.
public struct WebhookKey: Sendable {
    /// The scheme, as it stands before a signature.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA256: 32 random bytes that both sides know.
        case symmetric = "v1"
        /// ed25519: the seed, which only this side knows.
        case asymmetric = "v1a"
    }

    public let kind: Kind
    public let bytes: [UInt8]
    public let createdAt: Timestamp
    /// When it stops signing; nil for the current one.
    public let expiresAt: Timestamp?

    package init(kind: Kind, bytes: [UInt8], createdAt: Timestamp, expiresAt: Timestamp?) {
        self.kind = kind
        self.bytes = bytes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// An endpoint with its keys, the newest first: what a delivery needs.
public struct KeyedWebhookEndpoint: Sendable {
    public let record: WebhookEndpointRecord
    public let keys: [WebhookKey]

    package init(record: WebhookEndpointRecord, keys: [WebhookKey]) {
        self.record = record
        self.keys = keys
    }
}

/// An endpoint that is to be made.
public struct NewWebhookEndpoint: Sendable {
    public var tenant: TenantID
    /// Judged by `EndpointAddress` before.
    public var url: String
    public var name: String?
    public var eventTypes: [EventType]
    public var journeys: [JourneyID]
    public var fields: [String]
    public var contact: String?
    public var kind: WebhookKey.Kind

    public init(
        tenant: TenantID, url: String, name: String? = nil, eventTypes: [EventType] = [], journeys: [JourneyID] = [],
        fields: [String] = [], contact: String? = nil, kind: WebhookKey.Kind = .symmetric
    ) {
        self.tenant = tenant
        self.url = url
        self.name = name
        self.eventTypes = eventTypes
        self.journeys = journeys
        self.fields = fields
        self.contact = contact
        self.kind = kind
    }
}

/// What is changed about an endpoint; what is nil stays as it is.
public struct WebhookEndpointChange: Sendable {
    public var url: String?
    public var name: String??
    public var eventTypes: [EventType]?
    public var journeys: [JourneyID]?
    public var fields: [String]?
    public var contact: String??
    public var isEnabled: Bool?

    public init() {}
}

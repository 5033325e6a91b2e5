import DocketStore
import Shared
import Webhooks

/// An endpoint as its tenant sees it.
struct EndpointResource: Encodable, Sendable {
    let id: WebhookEndpointID
    let url: String
    let name: String?
    /// Empty for every outcome.
    let events: [String]
    let contact: String?
    /// `enabled`, `failing` or `disabled`.
    let state: String
    let disabledBecause: String?
    let disabledAt: Timestamp?
    let failingSince: Timestamp?
    let createdAt: Timestamp
    let createdBy: String
    /// Told once, when it is made or rotated: what to verify signatures with.
    let secret: String?
    let links: SelfLink

    init(_ endpoint: WebhookEndpointRecord, key: WebhookKey? = nil, links: Links) {
        id = endpoint.id
        url = endpoint.url
        name = endpoint.name
        events = endpoint.eventTypes.map(\.rawValue)
        contact = endpoint.contact
        state = endpoint.state
        disabledBecause = endpoint.disabledBecause?.rawValue
        disabledAt = endpoint.disabledAt
        failingSince = endpoint.failingSince
        createdAt = endpoint.createdAt
        createdBy = endpoint.createdBy
        secret = key?.receiverText
        self.links = SelfLink(self: links.endpoint(endpoint.id))
    }
}

/// How a test message fared.
struct EndpointTestResource: Encodable, Sendable {
    enum CodingKeys: String, CodingKey {
        case isTaken = "taken"
        case status, error
    }

    let isTaken: Bool
    let status: Int?
    let error: String?
}

/// How much an endpoint is told that it had missed.
struct RecoveryResource: Encodable, Sendable {
    let deliveries: Int
}

extension Links {
    func endpoint(_ id: WebhookEndpointID) -> String { "\(base)/v1/webhook-endpoints/\(id)" }
    var deliveries: String { "\(base)/v1/deliveries" }
    func delivery(_ id: DeliveryID) -> String { "\(deliveries)/\(id)" }
}

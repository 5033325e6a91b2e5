import PostgresStore
import Webhooks

/// An endpoint in the tenant's view.
typealias EndpointResource = EndpointDescription

extension EndpointDescription {
    init(_ endpoint: WebhookEndpointRecord, key: WebhookKey? = nil, links: Links) {
        self.init(endpoint, key: key, links: ["self": links.endpoint(endpoint.id)])
    }
}

/// A delivery in the tenant's view.
typealias DeliveryResource = DeliveryDescription

extension DeliveryDescription {
    init(_ delivery: DeliveryRecord, tries: [DeliveryTryRecord]? = nil, links: Links) {
        self.init(delivery, tries: tries, links: ["self": links.delivery(delivery.id)])
    }
}

/// How many missed deliveries an endpoint will get.
struct RecoveryResource: Resource {
    let deliveries: Int

    static let shape = Shape<Self>(.required("deliveries", .integer(), "How many.") { $0.deliveries })
}

extension Links {
    func endpoint(_ id: WebhookEndpointID) -> String { "\(base)/v1/webhook-endpoints/\(id)" }
    var deliveries: String { "\(base)/v1/deliveries" }
    func delivery(_ id: DeliveryID) -> String { "\(deliveries)/\(id)" }
}

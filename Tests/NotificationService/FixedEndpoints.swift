import Shared

@testable import NotificationService

/// Endpoints that are always the same, whichever tenant's the event is.
struct FixedEndpoints: EndpointDirectory {
    let endpoints: [WebhookEndpoint]

    func endpoints(of _: TenantID) -> [WebhookEndpoint] { endpoints }
}

import Configuration
import ServiceRuntime

/// The variables of the notification service, besides those that all services read.
struct NotificationConfiguration: Sendable {
    /// Nil when nobody is to be told: outcomes are then passed over.
    var webhook: WebhookConfiguration?
    var stage: StageConfiguration

    init(reading reader: inout ConfigurationReader) {
        webhook = WebhookConfiguration(reading: &reader)
        stage = StageConfiguration(reading: &reader)
    }
}

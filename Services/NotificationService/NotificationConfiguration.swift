import Configuration
import Sealing
import ServiceRuntime

/// The configuration of the notification service, in addition to that of all services.
struct NotificationConfiguration: Sendable {
    var webhook: WebhookConfiguration
    var callOuts: CallOutConfiguration
    /// The sealing of endpoints' keys.
    var sealing: SealingConfiguration
    /// Nil without mail.
    var mail: MailConfiguration?
    /// Nil without push notifications.
    var push: PushConfiguration?
    /// The age of an undelivered outcome that raises an alarm.
    var deadline: Duration
    var stage: StageConfiguration

    init(reading reader: inout ConfigurationReader) {
        webhook = WebhookConfiguration(reading: &reader)
        callOuts = CallOutConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        mail = MailConfiguration(reading: &reader)
        push = PushConfiguration(reading: &reader)
        deadline = reader.duration(
            "DOCKET_NOTIFICATION_DEADLINE", default: .seconds(3600), in: .seconds(1) ... .seconds(30 * 86_400),
            "How long an outcome may stay untold before the metrics raise an alarm")
        stage = StageConfiguration(reading: &reader)
    }
}

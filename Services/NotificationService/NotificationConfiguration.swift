import Configuration
import Sealing
import ServiceRuntime

/// The variables of the notification service, besides those that all services read.
struct NotificationConfiguration: Sendable {
    var webhook: WebhookConfiguration
    var callOuts: CallOutConfiguration
    /// What the keys of endpoints are sealed with.
    var sealing: SealingConfiguration
    /// Nil when nobody is told by mail.
    var mail: MailConfiguration?
    /// Nil when nobody is told on their device.
    var push: PushConfiguration?
    /// An outcome that nobody was told of for longer than this is an alarm.
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

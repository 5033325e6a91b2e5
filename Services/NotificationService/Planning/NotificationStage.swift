import Domain
import ServiceRuntime
import Shared

/// Decides who is to be told of an outcome. Telling them is the delivery loops' work: an endpoint that is away holds no record
/// back.
///
/// The store keeps one row per (event, channel, endpoint), so an event that comes again, or a decision that is made again, adds
/// nothing. Telling of an outcome never changes the submission.
struct NotificationStage: StageHandler {
    let stage = Stage.notification
    let eventTypes = Stage.notification.eventTypes

    let channels: [any DeliveryChannel]
    /// Called when there may be something new to deliver.
    let wake: @Sendable () -> Void

    func decide(on event: StageEvent) async -> StageOutcome {
        do throws(StoreError) {
            var deliveries: [PlannedDelivery] = []
            for channel in channels {
                for endpoint in try await channel.endpoints(for: event.header) {
                    let key = DeliveryKey(eventID: event.header.id, channel: channel.name, endpoint: endpoint)
                    deliveries.append(PlannedDelivery(key, after: channel.delay))
                }
            }
            return deliveries.isEmpty ? .nothing : .tell(deliveries)
        } catch {
            return StageOutcome(ProcessingFailure(error))
        }
    }

    func planned() { wake() }
}

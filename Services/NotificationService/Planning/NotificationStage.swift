import Domain
import ServiceRuntime
import Shared

/// Plans the deliveries of an outcome. The delivery loops make them: an unavailable endpoint delays no record.
///
/// The store has one row per (event, channel, endpoint), so a repeated event or plan adds nothing. A delivery never
/// changes the submission.
struct NotificationStage: StageHandler {
    let stage = Stage.notification
    let eventTypes = Stage.notification.eventTypes

    let channels: [any DeliveryChannel]
    /// Called when there may be a new delivery.
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

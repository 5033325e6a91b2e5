import Domain
import ServiceRuntime
import Shared

/// Writes down who is to be told of an outcome. Telling them is the delivery loops' work: an endpoint that is away holds no
/// record back.
///
/// The store keeps one row per (event, channel, endpoint), so an event that comes again, or a decision that is made again, adds
/// nothing. Telling of an outcome never changes the submission.
struct NotificationStage: StageHandler {
    let stage = Stage.notification
    let eventTypes = Stage.notification.eventTypes

    let channels: [any DeliveryChannel]
    let store: any DeliveryStore
    /// Called when there is something new to deliver.
    let planned: @Sendable () -> Void

    func decide(on event: StageEvent) async -> StageOutcome {
        do throws(StoreError) {
            var isNews = false
            for channel in channels {
                let deliveries = try await channel.endpoints(for: event.header).map {
                    DeliveryKey(eventID: event.header.id, channel: channel.name, endpoint: $0)
                }
                guard !deliveries.isEmpty else { continue }
                if try await store.plan(deliveries, after: channel.delay) > 0 { isNews = true }
            }
            if isNews { planned() }
            return .nothing
        } catch {
            return StageOutcome(
                ProcessingFailure(
                    code: "delivery-not-planned", isRetriable: error.isRetriable, description: error.description,
                    detail: error.detail))
        }
    }
}

import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import NotificationService

@Suite(.timeLimit(.minutes(1))) struct NotificationStageTests {
    /// A channel that tells the endpoints it is given, and never really.
    private struct SilentChannel: DeliveryChannel {
        let name: String
        let endpoints: [String]
        func endpoints(for event: EventHeader) -> [String] { endpoints }
        func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? { nil }
    }

    private let memory = MemoryStore()

    private func event() async throws -> StageEvent {
        let submission = try memory.submittedSample(owner: InstanceID(UUID()))
        let recorded = try await memory.events(of: submission.id, afterSequence: submission.version - 1, limit: 1)
        return try StageEvent(payload: try #require(recorded.first).payload)
    }

    @Test func everyEndpointOfEveryChannelIsPlannedOnce() async throws {
        let news = Mutex(0)
        let stage = NotificationStage(
            channels: [SilentChannel(name: "webhook", endpoints: ["a", "b"]), SilentChannel(name: "mail", endpoints: ["a"])],
            store: memory, planned: { news.withLock { $0 += 1 } })
        let event = try await event()
        for _ in 1...2 {
            guard case .nothing = await stage.decide(on: event) else {
                Issue.record("it asks for something")
                return
            }
        }
        let deliveries = try await memory.deliveries(of: event.header.submission)
        #expect(deliveries.map { "\($0.key.channel)/\($0.key.endpoint)" } == ["mail/a", "webhook/a", "webhook/b"])
        #expect(deliveries.allSatisfy { $0.key.eventID == event.header.id && $0.state == .pending && $0.attempts == 0 })
        #expect(news.withLock { $0 } == 1)
    }

    @Test func withoutAChannelNothingIsPlanned() async throws {
        let stage = NotificationStage(channels: [], store: memory, planned: {})
        let event = try await event()
        guard case .nothing = await stage.decide(on: event) else {
            Issue.record("it asks for something")
            return
        }
        #expect(try await memory.deliveries(of: event.header.submission).isEmpty)
    }

    @Test func aDatabaseThatIsAwayIsWaitedFor() async throws {
        let store = ObservedDeliveryStore(memory)
        store.fail(.plan, times: 1)
        let stage = NotificationStage(
            channels: [SilentChannel(name: "webhook", endpoints: ["a"])], store: store, planned: {})
        let event = try await event()
        guard case .retry(_, let failure) = await stage.decide(on: event) else {
            Issue.record("not to be tried again")
            return
        }
        #expect(failure.isRetriable && failure.code == "delivery-not-planned")
        #expect(stage.giveUp(event, because: failure) == nil)
    }

    @Test func onlyOutcomesAreToldOf() {
        let stage = NotificationStage(channels: [], store: memory, planned: {})
        #expect(stage.eventTypes == SubmissionOutcome.eventTypes)
        #expect(stage.eventTypes.allSatisfy { $0.topic == stage.stage.topic })
    }
}

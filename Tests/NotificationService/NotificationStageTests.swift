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
        var endpoints: [String] = []
        var delay = Duration.zero
        var trouble: StoreError?

        func endpoints(for event: EventHeader) async throws(StoreError) -> [String] {
            if let trouble { throw trouble }
            return endpoints
        }

        func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? { nil }
    }

    private let memory = MemoryStore()

    private func event() async throws -> StageEvent {
        let submission = try memory.submittedSample(owner: InstanceID(UUID()))
        let recorded = try await memory.events(of: submission.id, afterSequence: submission.version - 1, limit: 1)
        return try StageEvent(payload: try #require(recorded.first).payload)
    }

    @Test func everyEndpointOfEveryChannelIsAskedForAndNothingIsWritten() async throws {
        let stage = NotificationStage(
            channels: [
                SilentChannel(name: "webhook", endpoints: ["a", "b"]),
                SilentChannel(name: "mail", endpoints: ["a"], delay: .seconds(3)),
            ], wake: {})
        let event = try await event()
        guard case .tell(let deliveries) = await stage.decide(on: event) else {
            Issue.record("nobody is to be told")
            return
        }
        #expect(deliveries.map { "\($0.key.channel)/\($0.key.endpoint)" } == ["webhook/a", "webhook/b", "mail/a"])
        #expect(deliveries.map(\.delay) == [.zero, .zero, .seconds(3)])
        #expect(deliveries.allSatisfy { $0.key.eventID == event.header.id })
        #expect(try await memory.deliveries(of: event.header.submission).isEmpty)
    }

    @Test func whatIsCommittedWakesTheLoops() {
        let woken = Mutex(0)
        NotificationStage(channels: [], wake: { woken.withLock { $0 += 1 } }).planned()
        #expect(woken.withLock { $0 } == 1)
    }

    @Test func withoutAChannelNobodyIsTold() async throws {
        let stage = NotificationStage(channels: [], wake: {})
        guard case .nothing = await stage.decide(on: try await event()) else {
            Issue.record("it asks for something")
            return
        }
    }

    @Test func aDatabaseThatIsAwayIsWaitedFor() async throws {
        let trouble = StoreError(code: .unavailable, isRetriable: true, description: "The database is away.")
        let stage = NotificationStage(
            channels: [SilentChannel(name: "mail", endpoints: ["a"]), SilentChannel(name: "webhook", trouble: trouble)], wake: {})
        let event = try await event()
        guard case .retry(_, let failure) = await stage.decide(on: event) else {
            Issue.record("not to be tried again")
            return
        }
        #expect(failure.isRetriable && failure.code == "store-unavailable")
        #expect(stage.giveUp(event, because: failure) == nil)
    }

    @Test func onlyOutcomesAreToldOf() {
        let stage = NotificationStage(channels: [], wake: {})
        #expect(stage.eventTypes == SubmissionOutcome.eventTypes)
        #expect(stage.eventTypes.allSatisfy { $0.topic == stage.stage.topic })
    }
}

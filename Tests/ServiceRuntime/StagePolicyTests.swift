import Domain
import FoundationEssentials
import Shared
import Testing

@testable import ServiceRuntime

@Suite struct StagePolicyTests {
    private let event = StageEvent(
        header: EventHeader(
            id: .random(), type: .submissionSubmitted, source: "/test", submission: .random(),
            time: Timestamp(millisecondsSinceEpoch: 0), sequence: 4, tenant: .standard, journey: "sample"),
        payload: [])
    private let passing = ProcessingFailure(code: "away", isRetriable: true, description: "Something is away.")

    private func policy(_ stage: Stage = .validation) -> StagePolicy {
        StagePolicy(
            handler: TestHandler(stage: stage) { _ in .nothing },
            settings: StageConfiguration(retryPolicy: .schedule([.seconds(1), .seconds(3)])))
    }

    private func event(attempt: Int) -> StageEvent {
        var copy = event
        copy.attempt = attempt
        return copy
    }

    @Test func `a retry waits as the policy says, or longer when it asks for that`() {
        let conclusion = policy().conclude(.retry(after: .zero, because: passing), of: event(attempt: 2), random: 0)
        #expect(conclusion.end == .retry(after: .seconds(3), error: "away: Something is away."))
        let asked = policy().conclude(.retry(after: .seconds(60), because: passing), of: event(attempt: 1), random: 0)
        #expect(asked.end == .retry(after: .seconds(60), error: "away: Something is away."))
        #expect(asked.giveUp == nil && asked.transition == nil)
    }

    @Test func `after the last attempt the item is parked and its submission fails`() throws {
        let conclusion = policy().conclude(.retry(after: .zero, because: passing), of: event(attempt: 3), random: 0)
        #expect(conclusion.end == .parked(error: "away: Something is away."))
        #expect(conclusion.giveUp == passing)
        let transition = try #require(conclusion.transition)
        #expect(transition.expectedVersion == 4)
        guard case .failed(passing) = transition.change else {
            Issue.record("not failed")
            return
        }
    }

    @Test(arguments: [Stage.preview, .suggestion, .notification])
    func `a stage beside the way fails no submission`(_ stage: Stage) {
        let conclusion = policy(stage).conclude(.failed(passing), of: event(attempt: 1), random: 0)
        #expect(conclusion.transition == nil)
        #expect(conclusion.giveUp == passing)
    }

    @Test func `case 8, handler crash loop: an item that ended its process too often may not be tried again`() {
        #expect(policy().mayTry(attempt: 3))
        #expect(!policy().mayTry(attempt: 4))
    }
}

import Domain
import Operations
import Shared
import Testing

/// What is decided without a store.
struct SealingDecisionTests {
    private func facts(_ state: SubmissionState, quiet: Duration = .seconds(3_600)) -> SealingFacts {
        SealingFacts(state: state, quiet: quiet)
    }

    @Test func `only what has ended and rests is sealed`() {
        let ended: Set<SubmissionState> = [.accepted, .rejected, .failed, .withdrawn, .expired]
        for state in SubmissionState.allCases {
            #expect(facts(state).obstacle == (ended.contains(state) ? nil : .inProgress))
            #expect(facts(state, quiet: .seconds(3_599)).obstacle == (ended.contains(state) ? .recent : .inProgress))
        }
    }

    @Test func `what others are at comes before how long it rests`() {
        var all = SealingFacts(state: .draft, isErased: true, isSealed: true, quiet: .zero, uploads: 1, erasures: 1)
        #expect(all.obstacle == .erased)
        all.isErased = false
        #expect(all.obstacle == .sealed)
        all.isSealed = false
        #expect(all.obstacle == .inProgress)
        all.state = .accepted
        #expect(all.obstacle == .uploads)
        all.uploads = 0
        #expect(all.obstacle == .erasures)
        all.erasures = 0
        #expect(all.obstacle == .recent)
        #expect(SealingObstacle.allCases.filter { !$0.isLeft } == [.erased, .sealed])
    }

    @Test func `the pace is that of the bytes, and what was waited for is made up for only in part`() {
        var pace = SealingPace(bytesPerSecond: 1_000)
        #expect(pace.pause(after: 1_000, at: .zero) == .seconds(1))
        #expect(pace.pause(after: 1_000, at: .seconds(1)) == .seconds(1))
        #expect(pace.pause(after: 0, at: .seconds(2)) == .zero)
        // After a minute without a byte not more than before.
        #expect(pace.pause(after: 1_000, at: .seconds(60)) == .milliseconds(750))
        #expect(pace.pause(after: .max, at: .seconds(60)) > .seconds(1_000))
        var none = SealingPace(bytesPerSecond: 0)
        #expect(none.pause(after: 10, at: .zero) > .zero)
    }
}

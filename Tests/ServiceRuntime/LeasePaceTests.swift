import Domain
import FoundationEssentials
import Shared
import Testing

/// When a process renews its lease often and briefly, and when rarely and for long.
@Suite struct LeasePaceTests {
    private static let rest = LeasePace.Rest(
        after: .seconds(30), pauses: .seconds(30)...(.seconds(40)), lease: .seconds(90), retry: .seconds(5))

    private func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_000 + seconds) }

    private func pace(rest: LeasePace.Rest? = rest) -> LeasePace { LeasePace(lease: .seconds(6), rest: rest, at: moment(0)) }

    private func beat(
        elders: Int = Heartbeat.watchers, _ waiting: WaitingWork? = nil, isAnyUnpublished: Bool = false,
        areOrphansLeft: Bool = false
    ) -> Heartbeat {
        Heartbeat(
            waiting: waiting.map { [.validation: $0] } ?? [:], isAnyUnpublished: isAnyUnpublished,
            areOrphansLeft: areOrphansLeft, elders: elders, clock: 0)
    }

    /// One that has just begun to rest.
    private func resting() -> LeasePace {
        var pace = pace()
        pace.heard(beat(), at: moment(1))
        pace.decide(isBusy: false, at: moment(30))
        return pace
    }

    @Test func whoHasWorkedLatelyIsQuick() {
        var pace = pace()
        pace.heard(beat(), at: moment(1))
        pace.decide(isBusy: false, at: moment(29.9))
        #expect(!pace.isResting && pace.duration == .seconds(6) && pace.patience == .seconds(4))
        #expect(pace.pause(random: 0.9) == .seconds(2))
        pace.worked(at: moment(29.9))
        pace.decide(isBusy: false, at: moment(59))
        #expect(!pace.isResting)
        pace.decide(isBusy: false, at: moment(60))
        #expect(pace.isResting)
    }

    @Test func atRestItIsRenewedRarelyForLongAndNotByAllAtOnce() {
        let pace = resting()
        #expect(pace.isResting && pace.duration == .seconds(90))
        #expect(pace.pause(random: 0) == .seconds(30) && pace.pause(random: 0.5) == .seconds(35))
        // Its answer counts until the next one is overdue, and two may fail.
        #expect(pace.patience == .seconds(42) && pace.patience * 2 < pace.duration)
        #expect(pace.pauseAfterFailure == .seconds(5))
    }

    @Test func workUnderWayKeepsItQuickHoweverLongItTakes() {
        var pace = pace()
        pace.heard(beat(), at: moment(1))
        pace.decide(isBusy: true, at: moment(1_000))
        #expect(!pace.isResting)
        pace.decide(isBusy: false, at: moment(1_029))
        #expect(!pace.isResting)
        pace.decide(isBusy: false, at: moment(1_030))
        #expect(pace.isResting)
    }

    @Test func whatBeginsEndsTheRestAtOnce() {
        var pace = resting()
        #expect(!pace.isCalled)
        pace.worked(at: moment(40))
        #expect(pace.isCalled && pace.pause(random: 0.5) == .zero && pace.pauseAfterFailure == .zero)
        // The lease is still that of the rest.
        #expect(pace.isResting)
        pace.decide(isBusy: false, at: moment(40))
        #expect(!pace.isResting && !pace.isCalled && pace.duration == .seconds(6))
    }

    /// Where one of them dies, the other sees it soon.
    @Test func theEldestOfAServiceNeverRest() {
        for (elders, rests) in [(0, false), (1, false), (2, true)] {
            var pace = pace()
            pace.heard(beat(elders: elders), at: moment(1))
            pace.decide(isBusy: false, at: moment(10_000))
            #expect(pace.isResting == rests)
        }
        // Who was told nothing may be one of them.
        var untold = pace()
        untold.decide(isBusy: false, at: moment(10_000))
        #expect(!untold.isResting)
        var heir = resting()
        heir.heard(beat(elders: 1), at: moment(60))
        #expect(heir.isCalled)
        heir.decide(isBusy: false, at: moment(60))
        #expect(!heir.isResting)
    }

    @Test(arguments: [
        (WaitingWork(nextRetry: .zero, isAnyAbandoned: false, pause: nil), true),
        (WaitingWork(nextRetry: .seconds(-5), isAnyAbandoned: false, pause: nil), true),
        (WaitingWork(nextRetry: .seconds(1), isAnyAbandoned: false, pause: nil), false),
        (WaitingWork(nextRetry: nil, isAnyAbandoned: true, pause: nil), true),
        (WaitingWork(nextRetry: nil, isAnyAbandoned: false, pause: nil), false),
        // Nothing is begun.
        (
            WaitingWork(
                nextRetry: .zero, isAnyAbandoned: true,
                pause: StagePause(stage: .validation, actor: "erna", reason: nil, since: Date(timeIntervalSince1970: 0))), false
        ),
    ]) func whatNobodySeesToEndsTheRest(_ waiting: WaitingWork, _ ends: Bool) {
        var pace = resting()
        pace.heard(beat(waiting), at: moment(60))
        #expect(pace.isCalled == ends)
    }

    @Test func itsOwnRowsEndTheRestAndThoseOfTheDeadDoNot() {
        var pace = resting()
        pace.heard(beat(areOrphansLeft: true), at: moment(60))
        #expect(!pace.isCalled)
        pace.heard(beat(isAnyUnpublished: true), at: moment(60))
        #expect(pace.isCalled)
    }

    @Test func withoutARestThereIsOnePace() {
        var pace = pace(rest: nil)
        pace.heard(beat(), at: moment(1))
        pace.decide(isBusy: false, at: moment(10_000))
        #expect(!pace.isResting && pace.duration == .seconds(6) && pace.pauseAfterFailure == .milliseconds(750))
    }

    @Test func aClockThatIsPutBackPutsTheRestOff() {
        var pace = pace()
        pace.heard(beat(), at: moment(1))
        pace.decide(isBusy: false, at: moment(-500))
        #expect(!pace.isResting)
        pace.decide(isBusy: false, at: moment(-471))
        #expect(!pace.isResting)
        pace.decide(isBusy: false, at: moment(-470))
        #expect(pace.isResting)
    }
}

import FoundationEssentials
import Testing

@testable import ServiceRuntime

/// When what others left behind is taken over.
@Suite struct TakeoverRuleTests {
    private func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_000 + seconds) }

    private func rule(renewedAt moments: [Double]) -> TakeoverRule {
        var rule = TakeoverRule(lease: .seconds(8))
        for seconds in moments { rule.renewed(at: moment(seconds)) }
        return rule
    }

    @Test func whoCouldRenewAllTheWhileTakesOver() {
        #expect(!rule(renewedAt: []).allows(at: moment(0)))
        #expect(rule(renewedAt: [0, 2, 4]).allows(at: moment(5)))
        #expect(rule(renewedAt: [0, 3.9]).allows(at: moment(7.8)))
    }

    /// The others' leases ran out with its own, and they are about to renew them.
    @Test func afterAnOutageTheOthersHaveTheTimeOfALease() {
        // One that was as long as a lease for some.
        #expect(!rule(renewedAt: [0, 7]).allows(at: moment(7)))
        // Back, and not renewed yet.
        #expect(!rule(renewedAt: [0]).allows(at: moment(20)))
        #expect(!rule(renewedAt: [0, 20]).allows(at: moment(20)))
        #expect(!rule(renewedAt: [0, 20, 22, 24, 26]).allows(at: moment(27.9)))
        #expect(rule(renewedAt: [0, 20, 22, 24, 26, 28]).allows(at: moment(28)))
    }

    @Test func whoBeganInTheOutageWaitsToo() {
        var rule = TakeoverRule(lease: .seconds(8))
        rule.failed()
        rule.renewed(at: moment(0))
        #expect(!rule.allows(at: moment(1)))
        for seconds in [2.0, 4, 6] { rule.renewed(at: moment(seconds)) }
        #expect(rule.allows(at: moment(8)))
    }

    /// A failure in between is none of the others' as long as the lease lives.
    @Test func aRenewalThatFailedOnceIsNoOutage() {
        var rule = rule(renewedAt: [0])
        rule.failed()
        rule.renewed(at: moment(3))
        #expect(rule.allows(at: moment(3)))
    }

    @Test func aClockThatIsPutBackEndsTheWaitWithTheNextLease() {
        var rule = rule(renewedAt: [0, 2])
        #expect(!rule.allows(at: moment(-100)))
        rule.renewed(at: moment(-100))
        #expect(!rule.allows(at: moment(-99)))
        for seconds in [-97.0, -94] { rule.renewed(at: moment(seconds)) }
        #expect(rule.allows(at: moment(-92)))
    }
}

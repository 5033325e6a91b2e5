import Shared
import Testing

@testable import Chaos

/// A judge that cannot say no proves nothing.
@Suite struct JudgeTests {
    private static func submit(_ at: Double, _ number: Int = 1, _ outcome: SubmissionState = .accepted) -> Step {
        Step(at: at, client: 1, submission: "a", what: .accepted, submit: number, state: outcome)
    }

    private static func final(_ state: SubmissionState?, fault: String? = nil) -> Step {
        Step(at: 100, client: 1, submission: "a", what: .final, state: state, fault: fault)
    }

    private static func webhook(
        _ at: Double, _ id: String, _ state: SubmissionState = .accepted, sequence: Int = 4, digest: String = "d",
        submission: String = "a", isSigned: Bool = true
    ) -> Webhook {
        Webhook(
            at: at, id: id, submission: submission, type: "com.docket.submission.\(state.rawValue).v1", sequence: sequence,
            digest: digest, isSigned: isSigned, wasAnswered: true)
    }

    private static func streamed(_ id: String, _ sequence: Int, submission: String = "a") -> StreamedEvent {
        StreamedEvent(at: 0, id: id, submission: submission, type: "t", sequence: sequence)
    }

    /// Without a stream one that is whole.
    private static func judgement(
        _ steps: [Step], _ webhooks: [Webhook], _ strikes: [Strike] = [], absences: [Range<Double>] = [],
        streamed: [StreamedEvent]? = nil
    ) -> Judgement {
        let whole = Dictionary(grouping: webhooks, by: \.submission).flatMap { submission, told in
            (1...(told.map(\.sequence).max() ?? 1)).flatMap { number in
                let ids = Set(told.filter { $0.sequence == number }.map(\.id)).sorted()
                return [Self.streamed(ids.first ?? "\(number)", number, submission: submission)]
                    + ids.dropFirst().map { Self.streamed($0, 1, submission: $0) }
            }
        }
        return Judge(
            steps: steps, webhooks: webhooks, strikes: strikes, brokerAbsences: absences, streamed: streamed ?? whole,
            refusals: []
        ).judgement()
    }

    @Test func aStreamThatIsNotWholeIsFound() {
        let (steps, told) = ([Self.submit(1), Self.final(.accepted)], [Self.webhook(2, "x", sequence: 2)])
        for (numbers, isGood) in [([1, 2], true), ([2], false), ([1, 2, 2], false), ([2, 1], false), ([1, 2, 4], false)] {
            let events = numbers.map { Self.streamed($0 == 2 ? "x" : "\($0)", $0) }
            #expect(Self.judgement(steps, told, streamed: events).isGood == isGood, "\(numbers)")
        }
        #expect(Self.judgement(steps, told, streamed: [Self.streamed("y", 1)]).count(.streamed) == 1)
    }

    @Test func whatWasErasedIsGoneAndNothingElse() {
        let erased = Step(at: 5, client: 1, submission: "a", what: .erased)
        let told = [Self.webhook(2, "x")]
        let gone = Self.judgement([Self.submit(1), erased, Self.final(nil)], told)
        #expect(gone.isGood && gone.erased == 1)
        let shown = Self.judgement([Self.submit(1), erased, Self.final(.accepted, fault: "the gateway shows it")], told)
        #expect(!shown.isGood && shown.count(.readable) == 1 && shown.count(.lost) == 0)
        let lost = Self.judgement([Self.submit(1), Self.final(nil, fault: "the gateway does not know it")], told)
        #expect(!lost.isGood && lost.count(.lost) == 1)
        // It is told of all the same.
        #expect(Self.judgement([Self.submit(1), erased, Self.final(nil)], []).count(.stuck) == 1)
    }

    @Test func whatEndsOnceIsGood() {
        let repeated = [Self.webhook(2, "x"), Self.webhook(3, "x")]
        let judgement = Self.judgement([Self.submit(1), Self.final(.accepted)], repeated)
        #expect(judgement.isGood)
        #expect((judgement.accepted, judgement.ended, judgement.repeats) == (1, 1, 1))
    }

    @Test func aSecondSubmitHasAnOutcomeOfItsOwn() {
        let steps = [Self.submit(1, 1, .needsInput), Self.submit(5, 2), Self.final(.accepted)]
        let told = [Self.webhook(2, "x", .needsInput), Self.webhook(6, "y", sequence: 8)]
        #expect(Self.judgement(steps, told).isGood)
        #expect(Self.judgement(steps, told.reversed()).count(.disordered) == 1)
        #expect(Self.judgement(steps, [told[0]]).count(.lost) == 1)
    }

    @Test func whatEndedUntoldIsLostAndWhatDidNotEndIsStuck() {
        #expect(Self.judgement([Self.submit(1), Self.final(.accepted)], []).count(.lost) == 1)
        #expect(Self.judgement([Self.submit(1), Self.final(.processing)], []).count(.stuck) == 1)
        #expect(Self.judgement([Self.submit(1)], []).count(.stuck) == 1)
        #expect(Self.judgement([], []).isGood == false, "a run in which nothing was accepted shows nothing")
    }

    @Test func aFileThatIsGoneIsLost() {
        let judgement = Self.judgement([Self.submit(1), Self.final(.accepted, fault: "gone")], [Self.webhook(2, "x")])
        #expect(judgement.count(.lost) == 1)
    }

    @Test func anEffectHappensOnce() {
        let steps = [Self.submit(1), Self.final(.accepted)]
        let first = Self.webhook(2, "x")
        #expect(Self.judgement(steps, [first, Self.webhook(3, "y", sequence: 6)]).count(.duplicate) == 1)
        #expect(Self.judgement(steps, [first, Self.webhook(3, "x", digest: "e")]).count(.duplicate) == 1)
        #expect(Self.judgement(steps, [first, Self.webhook(3, "y", submission: "b")]).count(.duplicate) == 1)
    }

    @Test func whatIsToldIsWhatTheDocumentsDeserve() {
        let steps = [Self.submit(1), Self.final(.failed)]
        #expect(Self.judgement(steps, [Self.webhook(2, "x", .failed)]).count(.wrong) == 1)
        #expect(Self.judgement([Self.submit(1), Self.final(.failed)], [Self.webhook(2, "x")]).count(.wrong) == 1)
        #expect(Self.judgement([Self.submit(1)], [Self.webhook(2, "x", isSigned: false)]).count(.wrong) == 1)
    }

    @Test func recoveryIsTheLastOfWhatWasInFlight() {
        let strikes = [
            Strike(kind: "kill", target: "gateway", at: 3, over: 3, inFlight: 1),
            Strike(kind: "kill", target: "gateway", at: 20, over: 20, inFlight: 0),
        ]
        let judgement = Self.judgement([Self.submit(1), Self.final(.accepted)], [Self.webhook(7.5, "x")], strikes)
        #expect(judgement.slowest?.recovery == 4.5)
        #expect(judgement.slowestToMove?.moving == 4.5)
        #expect(judgement.shareInFlight == 0.5)
        #expect(!judgement.isGood, "half of the faults struck an idle suite")
    }

    @Test func timeInWhichSomethingIsAwayIsToldApart() {
        func strike(_ kind: FaultKind, _ at: Double, _ over: Double) -> Strike {
            Strike(kind: kind.rawValue, target: "any", at: at, over: over, inFlight: 1)
        }
        let strikes = [
            strike(.kill, 3, 3), strike(.brokerDown, 4, 8), strike(.failover, 6, 10), strike(.zombie, 11, 14),
            strike(.receiver, 19, 30),
        ]
        let judgement = Self.judgement([Self.submit(1), Self.final(.accepted)], [Self.webhook(20, "x")], strikes)
        // From 4 to 10 and from 19 on.
        #expect(judgement.strikes.map(\.moving) == [17, 16, 14, 9, 1])
        #expect(judgement.strikes.map(\.movingUnhindered) == [10, 9, 9, 8, 0])
        #expect(judgement.slowestToMove?.strike.kind == "kill")
        // The broker's nodes took nothing from 9 to 12, either.
        let broken = Self.judgement(
            [Self.submit(1), Self.final(.accepted)], [Self.webhook(20, "x")], strikes, absences: [9..<12])
        #expect(broken.strikes.map(\.movingUnhindered) == [8, 7, 7, 7, 0])
    }
}

@Suite struct FaultPlanTests {
    @Test func aSeedDecidesEverything() {
        let plan = FaultPlan(faults: 60, seed: 7, instances: 2, canStopBroker: true)
        #expect(plan == FaultPlan(faults: 60, seed: 7, instances: 2, canStopBroker: true))
        #expect(plan != FaultPlan(faults: 60, seed: 8, instances: 2, canStopBroker: true))
    }

    @Test(arguments: [10, 20, 60, 500])
    func everyKindStrikes(_ count: Int) {
        let usual = Set(FaultKind.allCases).subtracting(Self.rarer)
        let plan = FaultPlan(
            faults: count, seed: 1, instances: 2, canStopBroker: true, nodes: 3, hasStandby: true, rarer: Self.rarer)
        #expect(plan.faults.count == count)
        #expect(Set(plan.faults.map(\.kind)) == (count < 20 ? usual : Set(FaultKind.allCases)))
        let nodes = plan.faults.filter { $0.kind == .brokerNode }
        #expect(nodes.allSatisfy { $0.target.role == .broker && (1...3).contains($0.target.instance) })
        if count > 100 { #expect(nodes.count > plan.faults.count { $0.kind.touchesBroker && $0.kind != .brokerNode }) }
        // A cluster of one has none to spare, and a Postgres without a standby neither.
        let one = FaultPlan(faults: count, seed: 1, instances: 2, canStopBroker: true)
        #expect(Set(one.faults.map(\.kind)) == usual.subtracting([.brokerNode, .failover]))
    }

    private static let rarer: Set<FaultKind> = [.slow, .childKilled, .clock, .disk, .storm, .backlog, .keys, .grow]

    @Test func whatIsAskedForStrikesAloneAndEvenly() {
        let plan = FaultPlan(
            faults: 10, seed: 1, instances: 2, canStopBroker: true, rarer: Self.rarer, only: [.clock, .disk])
        #expect(plan.faults.count { $0.kind == .clock } == 5)
        #expect(plan.faults.count { $0.kind == .disk } == 5)
        #expect(plan.faults.allSatisfy { $0.kind != .disk || $0.target == .files })
        let jumps = Set((0..<8).map { Fault(kind: .clock, target: .postgres, gap: 0, length: Double($0) / 1_000).jump })
        #expect(jumps == [-3_600, -90, 90, 3_600])
    }

    @Test func aBrokerThatIsNotOursIsLeftAlone() {
        let plan = FaultPlan(faults: 60, seed: 1, instances: 2, canStopBroker: false)
        #expect(plan.faults.count == 60)
        #expect(!plan.faults.contains { $0.kind.touchesBroker })
    }

    @Test func everyServiceIsStruck() {
        let plan = FaultPlan(faults: 60, seed: 1, instances: 3, canStopBroker: true)
        #expect(Set(plan.faults.map(\.target)).isSuperset(of: Target.services(instances: 3)))
    }
}

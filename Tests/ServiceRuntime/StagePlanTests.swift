import FoundationEssentials
import Kafka
import Shared
import Telemetry
import Testing

@testable import ServiceRuntime

@Suite struct StagePlanTests {
    private let partition = TopicPartition(topic: "docket.submitted", partition: 0)

    private func event(_ submission: SubmissionID, _ sequence: Int = 1) -> StageItem.Content {
        .event(
            StageEvent(
                header: EventHeader(
                    id: .random(), type: .submissionSubmitted, source: "/test", submission: submission,
                    time: Timestamp(millisecondsSinceEpoch: 0), sequence: sequence, tenant: .standard, journey: "sample"),
                payload: []))
    }

    private func plan(parallel: Int = 4, buffered: Int = 10) -> StagePlan {
        var plan = StagePlan(parallel: parallel, buffered: buffered)
        plan.assigned([partition])
        return plan
    }

    @Test func `different submissions start beside each other, up to the bound`() {
        var plan = plan(parallel: 2)
        for offset in Int64(0)..<3 { plan.received(event(.random()), from: partition, offset: offset) }
        let first = plan.takeStartable()
        #expect(first.map { $0.origin?.offset } == [0, 1])
        #expect(plan.takeStartable().isEmpty)
        plan.finished(first[1].id)
        #expect(plan.takeStartable().map { $0.origin?.offset } == [2])
        #expect(plan.takeStorable().isEmpty)
        plan.finished(first[0].id)
        #expect(plan.takeStorable().map(\.next) == [2])
    }

    @Test func `it is idle while nothing is here, and nothing that was begun may be on its way`() {
        var plan = plan()
        #expect(plan.isIdle)
        plan.received(event(.random()), from: partition, offset: 0)
        #expect(!plan.isIdle)
        let started = plan.takeStartable()
        #expect(started.count == 1 && !plan.isIdle)
        plan.mustRunAlone(started[0].id)
        #expect(!plan.isIdle)
        let alone = plan.takeAlone()
        plan.finished(alone?.id ?? started[0].id)
        #expect(plan.isIdle)
        plan.claims(true)
        #expect(!plan.isIdle)
        plan.claims(false)
        #expect(plan.isIdle)
        plan.missedAnswer()
        #expect(!plan.isIdle)
    }

    @Test func `a partition that is read last has its turn before the others are done`() {
        var plan = plan(parallel: 2)
        let last = TopicPartition(topic: "docket.submitted", partition: 11)
        plan.assigned([last])
        for offset in Int64(0)..<5 { plan.received(event(.random()), from: partition, offset: offset) }
        plan.received(event(.random()), from: last, offset: 0)
        #expect(plan.takeStartable().map { $0.origin?.partition } == [partition, last])
    }

    @Test func `events of a submission start one after the other`() {
        var plan = plan()
        let submission = SubmissionID.random()
        for sequence in 1...3 { plan.received(event(submission, sequence), from: partition, offset: Int64(sequence)) }
        for sequence in 1...3 {
            let started = plan.takeStartable()
            #expect(started.map { $0.event?.header.sequence } == [sequence])
            #expect(plan.takeStartable().isEmpty)
            plan.finished(started[0].id)
        }
        #expect(plan.takeStorable().map(\.next) == [4])
    }

    @Test func `a submission whose events were dropped and came again has one in progress`() {
        var plan = plan()
        let submission = SubmissionID.random()
        plan.received(event(submission, 1), from: partition, offset: 0)
        _ = plan.revoked([partition])
        plan.assigned([partition])
        for sequence in 1...2 { plan.received(event(submission, sequence), from: partition, offset: Int64(sequence - 1)) }
        #expect(plan.takeStartable().map { $0.event?.header.sequence } == [1])
        #expect(plan.takeStartable().isEmpty)
    }

    @Test func `nothing starts while the stage is held, and all of it afterwards`() {
        var plan = plan()
        plan.received(event(.random()), from: partition, offset: 0)
        let isHeld = plan.hold(true, because: .paused)
        #expect(isHeld)
        #expect(plan.takeStartable().isEmpty)
        #expect(plan.roomForRetries == 0)
        _ = plan.hold(false, because: .paused)
        #expect(plan.takeStartable().count == 1)
    }

    @Test func `what holds a stage for two reasons goes on when neither is left`() {
        var plan = plan()
        plan.received(event(.random()), from: partition, offset: 0)
        let changes = [
            plan.hold(true, because: .paused), plan.hold(true, because: .outage), plan.hold(true, because: .outage),
            plan.hold(false, because: .paused),
        ]
        #expect(changes == [true, true, false, true])
        #expect(plan.takeStartable().isEmpty)
        let isOver = plan.hold(false, because: .outage)
        #expect(isOver)
        #expect(plan.takeStartable().count == 1)
    }

    @Test func `with a limit so many are in progress, and what the store has begun can be given back`() {
        var plan = plan()
        for offset in Int64(0)..<3 { plan.received(event(.random()), from: partition, offset: offset) }
        let isLimited = plan.limitStarts(to: 1)
        #expect(isLimited)
        let first = plan.takeStartable()
        #expect(first.count == 1)
        #expect(plan.takeStartable().isEmpty)
        guard case .event(let due) = event(.random()) else { return }
        plan.claimed(due, attempt: 2)
        let given = plan.giveBack()
        #expect(given.map { $0.event?.header.id } == [due.header.id])
        for item in given + first { plan.finished(item.id) }
        let isOver = plan.limitStarts(to: nil)
        #expect(isOver)
        // None of those that were given back is among them.
        #expect(plan.takeStartable().count == 2)
    }

    @Test func `nothing starts after the stop, not even what was claimed before`() {
        var plan = plan()
        _ = plan.stopped()
        guard case .event(let late) = event(.random()) else { return }
        plan.claimed(late, attempt: 2)
        #expect(plan.takeStartable().isEmpty)
    }

    @Test func `what must run alone waits for the others, and they for it`() {
        var plan = plan()
        for offset in Int64(0)..<2 { plan.received(event(.random()), from: partition, offset: offset) }
        let items = plan.takeStartable()
        plan.mustRunAlone(items[0].id)
        plan.received(event(.random()), from: partition, offset: 2)
        #expect(plan.takeStartable().isEmpty)
        #expect(plan.takeAlone() == nil)
        plan.finished(items[1].id)
        #expect(plan.takeAlone()?.id == items[0].id)
        #expect(plan.takeAlone() == nil)
        #expect(plan.takeStartable().isEmpty)
        plan.finished(items[0].id)
        #expect(plan.takeStartable().map { $0.origin?.offset } == [2])
    }

    @Test func `what was taken over waits for what is in progress, and runs alone, one after the other`() {
        var plan = plan()
        for offset in Int64(0)..<2 { plan.received(event(.random()), from: partition, offset: offset) }
        let item = plan.takeStartable()
        #expect(plan.roomToTakeOver == 8)
        for _ in 0..<2 { if case .event(let left) = event(.random()) { plan.tookOver(left) } }
        // Enough for one process; what else was left is for others.
        #expect(plan.roomToTakeOver == 0 && plan.roomForRetries == 0)
        plan.received(event(.random()), from: partition, offset: 2)
        #expect(plan.takeStartable().isEmpty)
        plan.finished(item[0].id)
        #expect(plan.takeAlone() == nil)
        plan.finished(item[1].id)
        for _ in 0..<2 {
            guard let alone = plan.takeAlone() else {
                Issue.record("nothing runs alone")
                return
            }
            #expect(plan.active.count == 1 && plan.takeAlone() == nil && plan.takeStartable().isEmpty)
            plan.finished(alone.id)
        }
        #expect(plan.roomToTakeOver == 8)
        #expect(plan.takeStartable().map { $0.origin?.offset } == [2])
    }

    @Test func `what was taken over is given back at a stop, and so is what comes after it`() {
        var plan = plan()
        guard case .event(let left) = event(.random()), case .event(let late) = event(.random()) else { return }
        plan.tookOver(left)
        #expect(plan.knows(left.header.id) && !plan.mayGiveBack)
        plan.claims(true)
        _ = plan.stopped()
        #expect(!plan.hasEnded && !plan.mayGiveBack)
        plan.tookOver(late)
        plan.claims(false)
        #expect(plan.mayGiveBack && !plan.hasEnded)
        #expect(![left, late].contains { plan.knows($0.header.id) })
        #expect(Self.givesBack(&plan))
        plan.gaveBack(true)
        #expect(plan.hasEnded)
    }

    @Test func `no more retries are claimed than have room, and none while an answer is missing`() {
        var plan = plan(parallel: 3)
        #expect(plan.roomForRetries == 3)
        for offset in Int64(0)..<2 { plan.received(event(.random()), from: partition, offset: offset) }
        #expect(plan.roomForRetries == 1)
        let items = plan.takeStartable()
        #expect(items.count == 2 && plan.roomForRetries == 1)
        plan.finished(items[0].id)
        #expect(plan.roomForRetries == 2)
        plan.missedAnswer()
        #expect(plan.roomForRetries == 0)
        plan.claims(true)
        #expect(!plan.mayGiveBack)
        plan.claims(false)
        #expect(plan.mayGiveBack)
        #expect(Self.givesBack(&plan))
        plan.gaveBack(true)
        #expect(plan.roomForRetries == 2)
    }

    @Test func `retries have a share of what is in progress, however much waits, and records have the rest`() {
        var plan = plan(parallel: 8, buffered: 1_000)
        for offset in Int64(0)..<500 { plan.received(event(.random()), from: partition, offset: offset) }
        var running = plan.takeStartable()
        #expect(running.count == 8)
        for _ in 0..<100 {
            // As much as there is room for is due, always.
            for _ in 0..<plan.roomForRetries { if case .event(let due) = event(.random()) { plan.claimed(due, attempt: 2) } }
            #expect(plan.roomForRetries == 0)
            plan.finished(running.removeFirst().id)
            running += plan.takeStartable()
            #expect(running.count == 8)
            #expect(running.count { $0.begunAttempt != nil } <= 2)
        }
        #expect(running.count { $0.begunAttempt != nil } == 2)
    }

    @Test func `where one item runs at a time, retries and records take turns`() {
        var plan = plan(parallel: 1, buffered: 1_000)
        for offset in Int64(0)..<20 { plan.received(event(.random()), from: partition, offset: offset) }
        var started: [Bool] = []
        for _ in 0..<10 {
            if plan.roomForRetries > 0, case .event(let due) = event(.random()) { plan.claimed(due, attempt: 2) }
            guard let item = plan.takeStartable().first else { return }
            started.append(item.begunAttempt != nil)
            plan.finished(item.id)
        }
        #expect(started.count { $0 } == 5)
        #expect(zip(started, started.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `a retry goes before the events of its submission that come later, and before its own record`() {
        var plan = plan(parallel: 1)
        let submission = SubmissionID.random()
        for (offset, sequence) in [3, 7].enumerated() {
            plan.received(event(submission, sequence), from: partition, offset: Int64(offset))
        }
        guard case .event(let due) = event(submission, 3) else { return }
        plan.claimed(due, attempt: 2)
        var order: [String] = []
        while let item = plan.takeStartable().first {
            order.append("\(item.event?.header.sequence ?? 0) \(item.begunAttempt.map { _ in "retry" } ?? "record")")
            plan.finished(item.id)
        }
        #expect(order == ["3 retry", "3 record", "7 record"])
    }

    @Test func `what was left for want of room is looked for once there is room`() {
        var plan = plan(parallel: 1)
        guard case .event(let due) = event(.random()) else { return }
        plan.claimed(due, attempt: 2)
        plan.looked(.full)
        #expect(!plan.owesLook)
        let item = plan.takeStartable()[0]
        #expect(!plan.owesLook)
        plan.finished(item.id)
        #expect(plan.owesLook)
        plan.looked(.all(next: .zero))
        #expect(!plan.owesLook)
    }

    /// With a longest pause of a second.
    @Test(arguments: [
        (RetryLook.full, Duration.seconds(1)), (.all(next: nil), .seconds(1)), (.all(next: .seconds(5)), .seconds(1)),
        (.all(next: .milliseconds(300)), .milliseconds(300)), (.all(next: .seconds(-5)), .milliseconds(50)),
    ])
    func `the next look comes when the next retry is due`(look: RetryLook, pause: Duration) {
        #expect(look.pause(.seconds(1)) == pause)
    }

    @Test func `predecessors go first, and are looked for once`() {
        var plan = plan()
        let submission = SubmissionID.random()
        plan.received(event(submission, 7), from: partition, offset: 0)
        let item = plan.takeStartable()[0]
        guard case .event(let earlier) = event(submission, 3) else { return }
        plan.foundPredecessors([earlier], of: item.id)
        let first = plan.takeStartable()
        #expect(first.map { $0.event?.header.sequence } == [3])
        #expect(first[0].hasLetPredecessorsPass)
        plan.finished(first[0].id)
        let second = plan.takeStartable()
        #expect(second.map { $0.event?.header.sequence } == [7])
        #expect(second[0].hasLetPredecessorsPass)
        #expect(plan.takeStorable().isEmpty)
        plan.finished(second[0].id)
        #expect(plan.takeStorable().map(\.next) == [1])
    }

    @Test func `what is in progress goes on when its partition goes, and what waits is dropped`() {
        var plan = plan(parallel: 1)
        for offset in Int64(0)..<3 { plan.received(event(.random()), from: partition, offset: offset) }
        let item = plan.takeStartable()[0]
        #expect(plan.revoked([partition]) == 1)
        #expect(plan.active.keys.map(\.self) == [item.id] && plan.positions.isEmpty)
        plan.assigned([partition])
        // The end of an item of the earlier assignment says nothing of this one.
        plan.received(event(.random()), from: partition, offset: 0)
        plan.finished(item.id)
        #expect(plan.takeStorable().isEmpty)
        #expect(plan.takeStartable().count == 1)
    }

    @Test func `no position is stored of a partition that is gone`() {
        var plan = plan()
        plan.received(event(.random()), from: partition, offset: 0)
        let item = plan.takeStartable()[0]
        _ = plan.revoked([partition])
        plan.finished(item.id)
        #expect(plan.takeStorable().isEmpty)
    }

    @Test func `what waited to run alone and goes with its partition may be begun, and is given back`() {
        var plan = plan()
        for offset in Int64(0)..<2 { plan.received(event(.random()), from: partition, offset: offset) }
        let items = plan.takeStartable()
        plan.mustRunAlone(items[0].id)
        #expect(!plan.mayGiveBack)
        #expect(plan.revoked([partition]) == 1)
        #expect(plan.mayGiveBack)
        #expect(items.map { plan.knows($0.event?.header.id ?? .random()) } == [false, true])
        #expect(Self.givesBack(&plan))
        plan.gaveBack(true)
        #expect(!plan.mayGiveBack)
    }

    private static func givesBack(_ plan: inout StagePlan) -> Bool { plan.beginsGivingBack() }

    @Test func `an answer that is lost while begun items are given back is made up for by another turn`() {
        var plan = plan()
        plan.missedAnswer()
        #expect(Self.givesBack(&plan))
        #expect(!Self.givesBack(&plan) && plan.roomForRetries == 0)
        plan.received(event(.random()), from: partition, offset: 0)
        plan.mustRunAlone(plan.takeStartable()[0].id)
        _ = plan.revoked([partition])
        #expect(!plan.mayGiveBack)
        plan.gaveBack(true)
        #expect(Self.givesBack(&plan))
        // Neither is one whose turn has failed.
        plan.gaveBack(false)
        #expect(Self.givesBack(&plan))
        plan.gaveBack(true)
        #expect(!plan.mayGiveBack)
    }

    @Test func `a partition of which too much waits is paused, and resumed once`() {
        var plan = plan(parallel: 100, buffered: 4)
        for offset in Int64(0)..<4 { plan.received(event(.random()), from: partition, offset: offset) }
        #expect(plan.takeFlowChanges().pause == [partition])
        #expect(plan.takeFlowChanges().pause.isEmpty)
        let items = plan.takeStartable()
        plan.finished(items[0].id)
        #expect(plan.takeFlowChanges().resume.isEmpty)
        plan.finished(items[1].id)
        #expect(plan.takeFlowChanges().resume == [partition])
        #expect(plan.takeFlowChanges().resume.isEmpty)
    }

    /// The consumer keeps of a partition that it is paused, through a rebalance.
    @Test func `a partition that was paused when it was given up is read on when it comes again`() {
        var plan = plan(parallel: 100)
        plan.rests = true
        #expect(plan.takeFlowChanges().pause == [partition])
        #expect(plan.revoked([partition]) == 0)
        plan.rests = false
        #expect(plan.takeFlowChanges().resume.isEmpty)
        plan.assigned([partition])
        #expect(plan.takeFlowChanges().resume == [partition])
        #expect(plan.takeFlowChanges().resume.isEmpty)
        // And one that comes to a stage which rests stays as it was.
        plan.rests = true
        #expect(plan.takeFlowChanges().pause == [partition])
        _ = plan.revoked([partition])
        plan.assigned([partition])
        #expect(plan.takeFlowChanges().pause == [partition])
        plan.rests = false
        #expect(plan.takeFlowChanges().resume == [partition])
    }

    @Test func `after a stop nothing starts, and what the store has begun is given back`() {
        var plan = plan(parallel: 1)
        plan.received(event(.random()), from: partition, offset: 0)
        let item = plan.takeStartable()[0]
        guard case .event(let due) = event(.random()) else { return }
        plan.claimed(due, attempt: 3)
        plan.received(event(.random()), from: partition, offset: 1)
        #expect(plan.stopped().map(\.begunAttempt) == [3])
        plan.finished(item.id)
        #expect(plan.takeStartable().isEmpty)
        #expect(plan.active.isEmpty)
        #expect(plan.takeStorable().map(\.next) == [1])
    }
}

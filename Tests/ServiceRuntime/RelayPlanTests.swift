import Domain
import FoundationEssentials
import Testing

@testable import ServiceRuntime

@Suite struct RelayPlanTests {
    private let start = Date(timeIntervalSince1970: 1_000)

    private func row(_ position: Int64) -> PublishedRow {
        PublishedRow(position: position, location: RecordLocation(cluster: "c", topic: "t", partition: 0, offset: position))
    }

    @Test func `a row is under way from its claim to its mark`() {
        var plan = RelayPlan(room: 3)
        plan.claimed([1, 2])
        #expect(plan.free == 1)
        #expect(plan.excluded(at: start) == [1, 2])
        plan.delivered(row(1))
        #expect(plan.excluded(at: start) == [1, 2])
        #expect(plan.reported.map(\.position) == [1])
        plan.marked([1])
        #expect(plan.excluded(at: start) == [2])
        #expect(plan.reported.isEmpty)
        #expect(!plan.isIdle)
    }

    @Test func `reports are recorded at once if something waits for them, or they are many`() {
        var plan = RelayPlan(room: 9)
        plan.claimed([1, 2])
        plan.delivered(row(1))
        #expect(!plan.mustMark(batch: 2))
        _ = plan.asked(nothing, since: 0)
        #expect(plan.mustMark(batch: 2))
        _ = plan.asked(OutboxClaim(rows: [], isMoreWaiting: false), since: 0)
        #expect(!plan.mustMark(batch: 2))
        plan.delivered(row(2))
        #expect(plan.mustMark(batch: 2))
        plan.marked([1, 2])
        let line = OutboxLine(topic: "docket.submitted", tenant: "acme", journey: "loan")
        plan.claimed(OutboxClaim(rows: [], isMoreWaiting: false, held: [line]))
        #expect(plan.mustMark(batch: 2))
        plan.claimed(OutboxClaim(rows: [], isMoreWaiting: false))
        #expect(!plan.mustMark(batch: 2))
        // What another gateway may follow up.
        plan.delivered(
            PublishedRow(
                position: 3, location: RecordLocation(cluster: "c", topic: "docket.uploads", partition: 0, offset: 3)))
        #expect(plan.mustMark(batch: 2))
    }

    @Test func `a row that was not delivered rests, longer each time`() {
        var plan = RelayPlan(room: 3, firstRest: .seconds(1), longestRest: .seconds(3))
        plan.claimed([1])
        plan.failed(1, at: start)
        #expect(plan.isIdle)
        #expect(plan.excluded(at: start) == [1])
        #expect(plan.nextRestEnds(after: start) == .seconds(1))
        let later = start.addingTimeInterval(1)
        #expect(plan.excluded(at: later).isEmpty)
        plan.claimed([1])
        plan.failed(1, at: later)
        #expect(plan.nextRestEnds(after: later) == .seconds(2))
        plan.claimed([1])
        plan.failed(1, at: later)
        #expect(plan.nextRestEnds(after: later) == .seconds(3))
        plan.claimed([1])
        plan.delivered(row(1))
        plan.marked([1])
        #expect(plan.nextRestEnds(after: later) == nil)
    }

    @Test func `a rest of long ago makes the next one no longer`() {
        var plan = RelayPlan(room: 3, firstRest: .seconds(1), longestRest: .seconds(3))
        plan.claimed([1])
        plan.failed(1, at: start)
        plan.claimed([1])
        plan.failed(1, at: start.addingTimeInterval(5))
        #expect(plan.nextRestEnds(after: start.addingTimeInterval(5)) == .seconds(2))
        plan.claimed([1])
        plan.failed(1, at: start.addingTimeInterval(11))
        #expect(plan.nextRestEnds(after: start.addingTimeInterval(11)) == .seconds(1))
    }

    private let nothing = OutboxClaim(rows: [], isMoreWaiting: true)

    @Test func `rows behind another process's are looked for again, later each time, until they come`() {
        var plan = RelayPlan(room: 3)
        #expect(plan.nextLook(after: start) == nil)
        let first = plan.asked(nothing, since: 0)
        #expect(!first)
        #expect(plan.nextLook(after: start) == .milliseconds(5))
        let second = plan.asked(nothing, since: 0)
        #expect(!second)
        #expect(plan.nextLook(after: start) == .milliseconds(10))
        for _ in 0..<20 { _ = plan.asked(nothing, since: 0) }
        #expect(plan.nextLook(after: start) == .milliseconds(500))
        let third = plan.asked(OutboxClaim(rows: [], isMoreWaiting: false), since: 0)
        #expect(!third)
        #expect(plan.nextLook(after: start) == nil)
        let fourth = plan.asked(nothing, since: 0)
        #expect(!fourth)
        #expect(plan.nextLook(after: start) == .milliseconds(5))
    }

    @Test func `while rows are under way, their marks tell when to look; while some rest, it is looked for others`() {
        var plan = RelayPlan(room: 3, firstRest: .seconds(1), longestRest: .seconds(3))
        plan.claimed([1])
        let isAgain = plan.asked(nothing, since: 0)
        #expect(!isAgain)
        #expect(plan.nextLook(after: start) == nil)
        plan.failed(1, at: start)
        #expect(plan.nextLook(after: start) == .milliseconds(5))
        let none = plan.asked(OutboxClaim(rows: [], isMoreWaiting: false), since: 0)
        #expect(!none)
        #expect(plan.nextLook(after: start) == .seconds(1))
    }

    @Test func `a claim that a mark has overtaken is made again, if it leaves rows`() {
        var plan = RelayPlan(room: 3)
        plan.claimed([1])
        let marks = plan.marks
        plan.delivered(row(1))
        plan.marked([1])
        let repeats = plan.asked(nothing, since: marks)
        #expect(repeats)
        let later = plan.asked(nothing, since: plan.marks)
        #expect(!later)
        let none = plan.asked(OutboxClaim(rows: [], isMoreWaiting: false), since: marks)
        #expect(!none)
    }

    @Test func `a row that rested and was published by another wakes nobody`() {
        var plan = RelayPlan(room: 3, firstRest: .seconds(1), longestRest: .seconds(3))
        plan.claimed([1])
        plan.failed(1, at: start)
        #expect(plan.nextRestEnds(after: start.addingTimeInterval(2)) == nil)
    }

    @Test func `a clock that is put back makes no row rest longer`() {
        var plan = RelayPlan(room: 3, firstRest: .seconds(1), longestRest: .seconds(3))
        plan.claimed([1])
        plan.failed(1, at: start)
        #expect(plan.excluded(at: start.addingTimeInterval(-3_600)).isEmpty)
        #expect(plan.nextRestEnds(after: start.addingTimeInterval(-3_600)) == nil)
    }
}

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

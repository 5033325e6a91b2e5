import Testing

@testable import LoadTest

@Suite struct ScheduleTests {
    @Test func recordedThingsBeginAsTheyDidSoManyTimesAsFast() {
        let schedule = ReplaySchedule(.recorded(speed: 10))
        #expect([0, 1_000_000, 25_000_000].map { schedule.start(index: 0, recorded: $0) } == [0, 0.1, 2.5])
        #expect(schedule.start(index: 3, recorded: 500_000, lap: 2, lapLength: 4_000_000) == 0.85)
        #expect(schedule.length(count: 9, lastRecorded: 25_000_000) == 2.5)
    }

    @Test func aRateIsEven() {
        let schedule = ReplaySchedule(.rate(2_000))
        #expect((0..<5).map { schedule.start(index: $0, recorded: 99) ?? -1 } == [0, 0.0005, 0.001, 0.0015, 0.002])
        #expect(schedule.length(count: 2_001, lastRecorded: 0) == 1)
    }

    @Test func aRampGrowsEvenlyAndJoinsWithoutAJump() throws {
        let schedule = ReplaySchedule(.rate(100), ramp: 10)
        // 100/s · t² / 20 s: 5 at the first second, 500 when it has its full rate.
        #expect(schedule.start(index: 5, recorded: 0) == 1)
        #expect(schedule.start(index: 500, recorded: 0) == 10)
        #expect(schedule.start(index: 600, recorded: 0) == 11)
        let starts = (0..<2_000).compactMap { schedule.start(index: $0, recorded: 0) }
        #expect(zip(starts, starts.dropFirst()).allSatisfy(<))
        for second in 0..<20 {
            let begun = starts.count { Int($0) == second }
            let wanted = 100 * min(1, (Double(second) + 0.5) / 10)
            #expect(abs(Double(begun) - wanted) <= 1, "second \(second): \(begun)")
        }
    }

    @Test func aRampSlowsARecordingDown() {
        let schedule = ReplaySchedule(.recorded(speed: 2), ramp: 4)
        #expect(schedule.start(index: 0, recorded: 4_000_000) == 4)
        #expect(schedule.start(index: 0, recorded: 6_000_000) == 5)
    }

    @Test func nothingBeginsAtTheEndOrLater() {
        let schedule = ReplaySchedule(.rate(10), duration: 1)
        #expect(schedule.start(index: 9, recorded: 0) == 0.9)
        #expect(schedule.start(index: 10, recorded: 0) == nil)
        #expect(schedule.length(count: 1_000, lastRecorded: 0) == 1)
        #expect(ReplaySchedule(.rate(10)).length(count: 0, lastRecorded: 0) == 0)
    }
}

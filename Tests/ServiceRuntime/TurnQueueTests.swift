import Testing

@testable import ServiceRuntime

@Suite struct TurnQueueTests {
    private var queue = TurnQueue()

    @Test mutating func `loops run beside each other`() {
        let answers = [queue.takeTogether(1), queue.takeTogether(2), queue.takeTogether(1)]
        #expect(answers == [true, true, true])
    }

    @Test mutating func `who is alone waits for the others, and they for it`() {
        let started = queue.takeTogether(1)
        let early = queue.takeAlone(2)
        let kept = queue.takeTogether(1)
        #expect(started && !early && !kept)
        let isFree = queue.settle(1, isRunning: false, wantsTogether: true, wantsAlone: false)
        #expect(isFree)
        let alone = queue.takeAlone(2)
        let beside = queue.takeTogether(1)
        #expect(alone && !beside && !queue.isOpen(to: 1))
        let isFreeAgain = queue.settle(2, isRunning: false, wantsTogether: false, wantsAlone: false)
        let after = queue.takeTogether(1)
        #expect(isFreeAgain && after)
    }

    @Test mutating func `a loop that wants to be alone starts nothing more and gets there through its own end`() {
        let started = queue.takeTogether(1)
        _ = queue.settle(1, isRunning: true, wantsTogether: false, wantsAlone: true)
        let other = queue.takeTogether(2)
        #expect(started && !other)
        _ = queue.settle(1, isRunning: false, wantsTogether: false, wantsAlone: true)
        let alone = queue.takeAlone(1)
        #expect(alone)
    }

    @Test mutating func `neither starves the other`() {
        let first = queue.takeAlone(1)
        let waits = queue.takeTogether(2)
        // One after the other wants to be alone; who waited meanwhile goes before the second.
        _ = queue.settle(1, isRunning: false, wantsTogether: false, wantsAlone: true)
        let tooEarly = queue.takeAlone(1)
        let turn = queue.takeTogether(2)
        let more = queue.takeTogether(2)
        #expect(first && !waits && !tooEarly && turn && !more)
        _ = queue.settle(2, isRunning: false, wantsTogether: true, wantsAlone: false)
        let second = queue.takeAlone(1)
        #expect(second)
    }

    @Test mutating func `what is not wanted any more is waited for by nobody`() {
        let running = queue.takeTogether(1)
        let refused = queue.takeAlone(2)
        let blocked = queue.takeTogether(3)
        #expect(running && !refused && !blocked)
        let isFree = queue.settle(2, isRunning: false, wantsTogether: false, wantsAlone: false)
        let go = queue.takeTogether(3)
        #expect(isFree && go)
        // Nothing has changed, so nobody is woken: two that wait for each other would wake each other for ever.
        let again = queue.settle(2, isRunning: false, wantsTogether: false, wantsAlone: false)
        #expect(!again)
    }
}

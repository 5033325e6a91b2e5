import Testing

@testable import ServiceRuntime

@Suite struct PartitionLedgerTests {
    @Test func `the position is the first record that is not finished`() {
        var ledger = PartitionLedger()
        for offset in Int64(10)...14 { _ = ledger.received(offset) }
        #expect(ledger.takeStorable() == nil)
        ledger.finished(11)
        ledger.finished(12)
        #expect(ledger.takeStorable() == nil)
        ledger.finished(10)
        #expect(ledger.takeStorable() == 13)
        #expect(ledger.takeStorable() == nil)
        ledger.finished(14)
        #expect(ledger.takeStorable() == nil)
        ledger.finished(13)
        #expect(ledger.takeStorable() == 15)
        #expect(ledger.count == 0)
    }

    @Test func `a record that comes again while it is under way is not taken in twice`() {
        var ledger = PartitionLedger()
        let isTaken = [Int64(1), 2, 1, 2, 0].map { ledger.received($0) }
        #expect(isTaken == [true, true, false, false, true])
        ledger.finished(1)
        #expect(ledger.takeStorable() == nil)
        ledger.finished(0)
        #expect(ledger.takeStorable() == 2)
    }

    @Test func `a record that comes again when all is finished does not put the position back`() {
        var ledger = PartitionLedger()
        for offset in Int64(3)...5 { _ = ledger.received(offset) }
        for offset in Int64(3)...5 { ledger.finished(offset) }
        #expect(ledger.takeStorable() == 6)
        // The consumer went back.
        let isTaken = ledger.received(3)
        #expect(isTaken)
        ledger.finished(3)
        #expect(ledger.position == 6)
        #expect(ledger.takeStorable() == nil)
    }

    @Test func `offsets with gaps are passed`() {
        var ledger = PartitionLedger()
        for offset in [Int64(3), 7, 20] { _ = ledger.received(offset) }
        ledger.finished(3)
        #expect(ledger.takeStorable() == 7)
        ledger.finished(20)
        ledger.finished(7)
        #expect(ledger.takeStorable() == 21)
    }
}

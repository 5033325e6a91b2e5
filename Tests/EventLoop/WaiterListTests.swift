import Testing

@testable import EventLoop

@Suite struct WaiterListTests {
    @Test func theFirstToComeIsTheFirstToGo() {
        var list = WaiterList<String>()
        let ids = (0..<3).map { _ in list.reserveID() }
        for (id, name) in zip(ids, ["a", "b", "c"]) { list.add(id, name) }
        #expect(list.remove(ids[1]) == "b")
        #expect(list.popFirst() == "a")
        #expect(list.popFirst() == "c")
        #expect(list.popFirst() == nil)
    }

    /// Who has a number and is slow to take a place must be found all the same.
    @Test func whoComesBehindALaterOneIsNotForgotten() {
        var list = WaiterList<String>()
        let (early, late) = (list.reserveID(), list.reserveID())
        list.add(late, "late")
        #expect(list.popFirst() == "late")
        list.add(early, "early")
        #expect(list.count == 1)
        #expect(list.popFirst() == "early")
        #expect(list.count == 0)
    }

    @Test func whoComesWhenAllWereSentAwayIsNotForgotten() {
        var list = WaiterList<String>()
        let (early, late) = (list.reserveID(), list.reserveID())
        list.add(late, "late")
        #expect(list.removeAll() == ["late"])
        list.add(early, "early")
        #expect(list.popFirst() == "early")
    }
}

import PostgresStore
import Shared
import Testing

@Suite struct RecentValueCacheTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_793_404_800_000)

    private func at(_ seconds: Int) -> Timestamp { start.adding(.seconds(seconds)) }

    @Test func aValueIsKeptForOneToTwoLifetimes() {
        var values = RecentValueCache<Int, String>(room: 10, lifetime: .seconds(30))
        values.keep("first", as: 1, weighing: 1, at: at(0))
        values.keep("second", as: 2, weighing: 1, at: at(29))
        #expect(values.value(of: 1, at: at(29)) == "first")
        #expect(values.value(of: 1, at: at(30)) == "first")
        values.keep("third", as: 3, weighing: 1, at: at(31))
        #expect(values.value(of: 1, at: at(59)) == "first")
        #expect(values.value(of: 1, at: at(60)) == nil)
        #expect(values.value(of: 2, at: at(60)) == nil)
        #expect(values.value(of: 3, at: at(60)) == "third")
        // Nobody asked for a long time.
        #expect(values.value(of: 3, at: at(200)) == nil)
        #expect(values.count == 0)
    }

    @Test func newValuesTakeTheRoomOfOldOnes() {
        var values = RecentValueCache<Int, Int>(room: 10, lifetime: .seconds(30))
        for key in 0..<100 {
            values.keep(key, as: key, weighing: 2, at: at(0))
            #expect(values.count <= 10)
            #expect(values.value(of: key, at: at(0)) == key)
        }
        #expect(values.value(of: 95, at: at(0)) == 95)
        #expect(values.value(of: 0, at: at(0)) == nil)
        // What is too heavy is not kept, nor is what it was to replace.
        values.keep(1, as: 95, weighing: 11, at: at(0))
        #expect(values.value(of: 95, at: at(0)) == nil)
        #expect(values.value(of: 99, at: at(0)) == 99)
    }

    @Test func theNewestValueOfAKeyCounts() {
        var values = RecentValueCache<Int, String>(room: 10, lifetime: .seconds(30))
        values.keep("old", as: 1, weighing: 1, at: at(0))
        values.keep("new", as: 1, weighing: 1, at: at(31))
        #expect(values.value(of: 1, at: at(31)) == "new")
        values.forget(1)
        #expect(values.value(of: 1, at: at(31)) == nil)
    }

    @Test func aClockThatIsSetBackKeepsNothingLonger() {
        var values = RecentValueCache<Int, String>(room: 10, lifetime: .seconds(30))
        values.keep("value", as: 1, weighing: 1, at: at(1000))
        #expect(values.value(of: 1, at: at(0)) == nil)
        values.keep("value", as: 1, weighing: 1, at: at(0))
        #expect(values.value(of: 1, at: at(60)) == nil)
    }
}

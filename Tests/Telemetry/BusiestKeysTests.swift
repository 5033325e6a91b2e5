import Testing

@testable import Telemetry

/// Counts by key in bounded memory.
@Suite struct BusiestKeysTests {
    private func shown(_ keys: inout BusiestKeys) -> [String: Double] {
        Dictionary(keys.read().map { ($0.key, $0.count) }) { _, _ in
            Issue.record("a key is shown twice")
            return 0
        }
    }

    @Test func whileThereIsRoomEachKeyHasItsName() {
        var keys = BusiestKeys(named: 3)
        for key in ["a", "b", "a", "c"] { keys.add(key) }
        #expect(shown(&keys) == ["a": 2, "b": 1, "c": 1, "other": 0])
    }

    @Test func whatComesLaterIsCountedTogetherUntilItIsBusier() {
        var keys = BusiestKeys(named: 2)
        for key in ["a", "a", "a", "b", "c", "c", "c"] { keys.add(key) }
        // Counts are shown before names change hands, and nothing moves from one series to another.
        #expect(shown(&keys) == ["a": 3, "b": 1, "c": 0, "other": 3])
        keys.add("c")
        keys.add("b")
        #expect(shown(&keys) == ["a": 3, "c": 1, "other": 4])
    }

    /// Each amount is in one series, which is shown with it at least once.
    @Test(arguments: [UInt64(1), 2, 3]) func nothingIsLostOrCountedTwice(_ seed: UInt64) {
        var random = seed
        func next(_ limit: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % limit
        }
        var keys = BusiestKeys(named: 5, changesPerReading: 2, fadesAfter: 200)
        // What a collector would make of it: a series that is below its last value has begun anew.
        var last: [String: Double] = [:]
        var collected = 0.0
        let total = 20_000
        for number in 0..<total {
            // A few busy ones, who are others with time, and very many that come once.
            keys.add(next(3) == 0 ? "rare-\(next(100_000))" : "busy-\(next(8) + UInt64(number / 4_000))")
            if next(50) == 0 || number == total - 1 {
                let now = shown(&keys)
                #expect(now.count <= 5 + 2 + 1)
                for (key, count) in now { collected += count - (last[key].map { $0 <= count ? $0 : 0 } ?? 0) }
                last = now
            }
        }
        #expect(collected == Double(total))
    }

    @Test func theBusiestHaveTheNamesHoweverManyOthersThereAre() {
        var keys = BusiestKeys(named: 10)
        for number in 0..<50 { keys.add("early-\(number)") }
        for round in 0..<2_000 {
            for busy in 0..<10 { keys.add("busy-\(busy)", 5) }
            for rare in 0..<10 { keys.add("rare-\(round * 10 + rare)") }
            #expect(keys.watched <= 40)
        }
        _ = keys.read()
        for busy in 0..<10 { keys.add("busy-\(busy)") }
        let named = Set(shown(&keys).keys)
        #expect(named == Set((0..<10).map { "busy-\($0)" } + ["other"]))
    }

    @Test func whoWasBusyMakesRoomInTime() {
        var keys = BusiestKeys(named: 1, fadesAfter: 100)
        for _ in 0..<1_000 { keys.add("before") }
        for _ in 0..<400 { keys.add("now") }
        _ = keys.read()
        #expect(shown(&keys)["now"] == 0)
    }

    @Test func aKeyOfThatNameIsCountedWithTheOthers() {
        var keys = BusiestKeys(named: 2)
        for key in ["other", "other", "a"] { keys.add(key) }
        #expect(shown(&keys) == ["a": 1, "other": 2])
    }

    @Test func theRegistryShowsThemAsOneCounter() {
        let registry = MetricsRegistry()
        let counter = registry.counter("c_total", "C", labels: ["tenant"], busiest: 2)
        for tenant in ["a", "b", "b", "c\""] { counter.increment(tenant) }
        registry.counter("c_total", "C", labels: ["tenant"], busiest: 2).increment("a", by: 2)
        #expect(
            registry.renderPrometheus() == """
                # HELP c_total C
                # TYPE c_total counter
                c_total{tenant="a"} 3
                c_total{tenant="b"} 2
                c_total{tenant="other"} 1

                """)
    }
}

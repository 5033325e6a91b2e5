import HTTPServer
import Testing

@testable import IntakeGateway

@Suite struct DeathHistoryTests {
    private func suspect(_ name: String) throws -> Suspect { try #require(Suspect(name: name)) }

    private func history(_ deaths: [(at: Int64, names: [String])]) throws -> DeathHistory {
        var history = DeathHistory()
        for death in deaths { history.add(.init(at: death.at, suspects: try death.names.map(suspect))) }
        return history
    }

    @Test func whoWasThereOnceIsNotRefused() throws {
        let history = try history([(100, ["key:a", "link:1"]), (160, ["key:b", "link:2"])])
        #expect(history.refusals == [:])
    }

    @Test func whoWasThereTwiceIsRefusedForAShortWhileAndNobodyElse() throws {
        let history = try history([(100, ["key:a", "link:1"]), (160, ["link:1", "key:b"])])
        #expect(history.refusals == [try suspect("link:1"): 160 + DeathHistory.firstRefusal])
    }

    @Test func eachFurtherDeathDoublesIt() throws {
        var deaths: [(at: Int64, names: [String])] = [(0, ["key:a"])]
        var lengths: [Int64] = []
        for number in 1...9 {
            deaths.append((Int64(number), ["key:a"]))
            lengths.append((try history(deaths).refusals[try suspect("key:a")] ?? 0) - Int64(number))
        }
        #expect(lengths == [15, 30, 60, 120, 120, 120, 120, 120, 120])
    }

    @Test func oneDeathCountsOnceForEachSuspect() throws {
        #expect(try history([(100, ["key:a", "key:a"])]).refusals == [:])
    }

    @Test func oldDeathsAndThoseOfAnotherClockAreForgotten() throws {
        var history = try history([(100, ["key:a"]), (100 + DeathHistory.memory + 1, ["key:a"])])
        #expect(history.refusals == [:])
        #expect(history.deaths.count == 1)
        history.forget(at: 50)
        #expect(history.deaths.isEmpty)
    }

    @Test func itStaysBounded() throws {
        let names = (0..<100).map { "key:\($0)" }
        let history = try history((0..<100).map { (at: Int64($0), names: names) })
        #expect(history.deaths.count == DeathHistory.maximumDeaths)
        #expect(history.deaths.allSatisfy { $0.suspects.count == DeathHistory.suspectsOfADeath })
        #expect(history.text.utf8.count < 16 * 1024)
        #expect(history.refusals.values.allSatisfy { $0 == 99 + DeathHistory.longestRefusal })
    }

    @Test func itsTextIsReadBack() throws {
        let history = try history([(100, ["key:a", "address:2001:db8:0:0:0:0:0:0"]), (160, [])])
        #expect(history.deaths.count == 2)
        #expect(DeathHistory(text: history.text) == history)
    }

    @Test(arguments: [
        "", "\n\n", "key:a key:a", "-1 key:a", "9223372036854775808 key:a", "18446744073709551616", "1e3 key:a",
        "9223372036854775807 key:a\n9223372036854775807 key:a",
    ])
    func noTextEndsWhoReadsIt(text: String) {
        var history = DeathHistory(text: text)
        for now: Int64 in [.min, -1, 0, 1 << 53, .max - 1] {
            history.forget(at: now)
            #expect(history.refusals == [:])
        }
    }

    @Test func thoseSeenToLastAreSuspects() throws {
        let requests = (0..<10).map { NotedRequest(route: "GET /", actor: "key:\($0 / 2)", seenAt: UInt64($0)) }
        #expect(DeathHistory.suspects(of: requests.shuffled()).map(\.name) == ["key:4", "key:3", "key:2", "key:1"])
    }

    @Test func anAddressIsASuspectOnlyWhereNobodyIsKnown() throws {
        let address = try #require(IPAddress(parsing: "2001:db8::17"))
        #expect(NotedRequest(actor: "key:a", address: address, seenAt: 0).suspect?.name == "key:a")
        #expect(NotedRequest(address: address, seenAt: 0).suspect?.name == "address:2001:db8:0:0:0:0:0:0")
        #expect(NotedRequest(address: IPAddress(parsing: "127.0.0.1"), seenAt: 0).suspect == nil)
        #expect(NotedRequest(seenAt: 0).suspect == nil)
    }
}

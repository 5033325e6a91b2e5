import FoundationEssentials
import Kafka
import Shared
import Support
import Testing

@testable import ServiceRuntime

@Suite struct TenantTurnsTests {
    private let acme: TenantID = "acme"
    private let globex: TenantID = "globex"

    private func drained(_ turns: TenantTurns<Int>) -> [Int] {
        var turns = turns
        var taken: [Int] = []
        while let next = turns.popFirst() { taken.append(next) }
        return taken
    }

    @Test func `one of a tenant comes after one of another's, however many that one has`() {
        var turns = TenantTurns<Int>(TurnSettings())
        for number in 0..<1_000 { turns.append(number, of: acme, isBulk: false) }
        _ = turns.popFirst()
        turns.append(-1, of: globex, isBulk: false)
        #expect([turns.popFirst(), turns.popFirst()].contains(-1))
        #expect(turns.count == 998)
        #expect(drained(turns) == drained(turns).sorted())
    }

    @Test func `partitions of a tenant take turns, and each keeps its order`() {
        var turns = TenantTurns<Int>(TurnSettings())
        for partition in 0..<3 {
            let source = TopicPartition(topic: "docket.validated", partition: Int32(partition))
            for number in 0..<3 { turns.append(partition * 10 + number, of: acme, from: source, isBulk: false) }
        }
        turns.append(100, of: acme, isBulk: false)
        #expect(drained(turns) == [0, 10, 20, 100, 1, 11, 21, 2, 12, 22])
    }

    @Test func `a weight is how many a tenant has in its turn`() {
        var turns = TenantTurns<Int>(TurnSettings(weights: ["acme": 3]))
        for number in 0..<6 {
            turns.append(number, of: acme, isBulk: false)
            turns.append(100 + number, of: globex, isBulk: false)
        }
        #expect(drained(turns) == [0, 1, 2, 100, 3, 4, 5, 101, 102, 103, 104, 105])
    }

    @Test func `what is bulk comes after the rest, and has a fourth of the starts while both wait`() {
        var turns = TenantTurns<Int>(TurnSettings())
        for number in 0..<3 { turns.append(100 + number, of: acme, isBulk: true) }
        for number in 0..<7 { turns.append(number, of: acme, isBulk: false) }
        #expect(drained(turns) == [0, 1, 2, 100, 3, 4, 5, 101, 6, 102])
    }

    /// A plain model of what may happen: everything comes once, each tenant's in order, and nobody waits for more than one turn of
    /// each other tenant, nor for more than the starts that the other kind has in between.
    @Test(arguments: 0..<200 as Range<UInt64>) func `no order of arrivals starves anybody`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let tenants: [TenantID?] = ["a", "b", "c", "d", nil]
        let weights = ["a": 1 + generator.number(below: 5), "c": 1 + generator.number(below: 5)]
        var turns = TenantTurns<Int>(TurnSettings(weights: weights))
        var waiting: [(number: Int, tenant: TenantID?, isBulk: Bool, passed: Int)] = []
        let round = weights.values.reduce(0, +) + 5
        for number in 0..<400 {
            if generator.chance(0.6) {
                let (tenant, isBulk) = (generator.pick(tenants) ?? nil, generator.chance(0.3))
                turns.append(number, of: tenant, isBulk: isBulk)
                waiting.append((number, tenant, isBulk, 0))
            }
            guard generator.chance(0.5) else { continue }
            let taken = turns.popFirst()
            guard let index = waiting.firstIndex(where: { $0.number == taken }) else {
                #expect(taken == nil && waiting.isEmpty, "nothing came, or something came twice")
                continue
            }
            let one = waiting.remove(at: index)
            #expect(!waiting[..<index].contains { $0.tenant == one.tenant && $0.isBulk == one.isBulk }, "an order was lost")
            var seen: Set<String> = []
            for place in waiting.indices {
                let isFirst = seen.insert("\(waiting[place].tenant?.rawValue ?? "-") \(waiting[place].isBulk)").inserted
                waiting[place].passed = isFirst ? waiting[place].passed + 1 : 0
                #expect(waiting[place].passed <= round * 4, "\(waiting[place]) waits for ever")
            }
            #expect(turns.count == waiting.count)
        }
        #expect(drained(turns).sorted() == waiting.map(\.number))
    }
}

import Testing

@testable import Chaos

@Suite struct BrokerWatchTests {
    private static func cluster(_ partitions: String...) -> String {
        """
        {"brokers": [{"id": 1, "name": "127.0.0.1:9092"}], "topics": [{"topic": "docket.submitted", "partitions":
            [\(partitions.joined(separator: ","))]}]}
        """
    }

    private static func partition(leader: Int = 1, replicas: Int = 3, whole: Int) -> String {
        func copies(_ count: Int) -> String { (0..<count).map { "{\"id\": \($0 + 1)}" }.joined(separator: ",") }
        return """
            {"partition": 0, "leader": \(leader), "replicas": [\(copies(replicas))], "isrs": [\(copies(whole))]}
            """
    }

    @Test func aPartitionTakesRecordsWithALeaderAndCopiesEnough() {
        #expect(BrokerWatch.isWhole(Self.cluster(Self.partition(whole: 3), Self.partition(whole: 2))))
        #expect(BrokerWatch.isWhole(Self.cluster(Self.partition(replicas: 1, whole: 1))))
        #expect(!BrokerWatch.isWhole(Self.cluster(Self.partition(whole: 3), Self.partition(whole: 1))))
        #expect(!BrokerWatch.isWhole(Self.cluster(Self.partition(leader: -1, whole: 2))))
        #expect(!BrokerWatch.isWhole("{\"topics\": []}"), "an erased one")
        #expect(!BrokerWatch.isWhole(""))
    }

    @Test func itIsAwayUntilALookFindsItWholeAgain() {
        func looks(_ whole: Bool...) -> [BrokerWatch.Look] {
            whole.enumerated().map { BrokerWatch.Look(at: Double($0), isWhole: $1) }
        }
        #expect(BrokerWatch.absences(looks(true, false, false, true, false, true)) == [1..<3, 4..<5])
        #expect(BrokerWatch.absences(looks(false, false)) == [0..<1])
        #expect(BrokerWatch.absences(looks(true, true, false)).isEmpty)
    }
}

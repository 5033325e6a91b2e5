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

    private static func isWhole(_ json: String, answering: Set<Int> = [1, 2, 3]) -> Bool? {
        BrokerWatch.Cluster(json: json)?.isWhole(where: answering)
    }

    @Test func aPartitionTakesRecordsWithALeaderAndCopiesEnough() {
        #expect(Self.isWhole(Self.cluster(Self.partition(whole: 3), Self.partition(whole: 2))) == true)
        #expect(Self.isWhole(Self.cluster(Self.partition(replicas: 1, whole: 1))) == true)
        #expect(Self.isWhole(Self.cluster(Self.partition(whole: 3), Self.partition(whole: 1))) == false)
        #expect(Self.isWhole(Self.cluster(Self.partition(leader: -1, whole: 2))) == false)
        #expect(Self.isWhole("{\"brokers\": [], \"topics\": []}") == false, "an erased one")
        #expect(Self.isWhole("") == nil)
    }

    @Test func aNodeThatIsGoneAndStillToldOfIsWaitedFor() {
        let cluster = Self.cluster(Self.partition(leader: 1, whole: 3))
        #expect(Self.isWhole(cluster, answering: [2, 3]) == false, "it leads")
        #expect(Self.isWhole(cluster, answering: [1, 2]) == false, "its copy counts as whole")
        #expect(Self.isWhole(Self.cluster(Self.partition(leader: 1, whole: 2)), answering: [1, 2]) == true)
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

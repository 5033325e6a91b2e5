import Kafka
import Testing

@testable import ServiceRuntime

/// What the health checks of all services say of a broker and of clocks.
@Suite struct DeploymentHealthTests {
    private let topics = ["docket.submitted", "docket.outcomes"]

    private func judge(_ found: [String: Int], leaderless: [String: Int] = [:]) -> Health {
        TopicHealth.judge(
            ClusterMetadata(clusterID: "one", brokers: ["kafka:9092"], topics: found, leaderless: leaderless), topics: topics)
    }

    @Test func aBrokerWithAllTopicsWorks() {
        #expect(judge(["docket.submitted": 12, "docket.outcomes": 12, "other": 1], leaderless: ["other": 1]) == .ok)
    }

    @Test func aTopicThatIsNotThereIsNamed() {
        guard case .degraded(let reason) = judge(["docket.submitted": 12]) else {
            Issue.record("a topic is missing")
            return
        }
        #expect(reason.contains("docket.outcomes") && reason.contains("docket migrate --topics"))
        #expect(!reason.contains("docket.submitted"))
    }

    @Test func partitionsThatNobodyLeadsAreCounted() {
        let found = ["docket.submitted": 12, "docket.outcomes": 12]
        guard case .degraded(let some) = judge(found, leaderless: ["docket.outcomes": 4]) else {
            Issue.record("four partitions have no leader")
            return
        }
        #expect(some.contains("4 of 12 partitions of docket.outcomes"))
        guard case .failing(let all) = judge(found, leaderless: ["docket.outcomes": 12, "docket.submitted": 1]) else {
            Issue.record("a topic has no leader at all")
            return
        }
        #expect(all.contains("12 of 12 partitions of docket.outcomes") && all.contains("1 of 12 partitions of docket.submitted"))
    }

    @Test(
        arguments: [
            (1000.0...1000.5, 1000.2, nil), (1000.0...1020.0, 1010.0, nil), (1000.0...1000.5, 1014.0, nil),
            (1000.0...1000.5, 1420.5, "420 s behind"), (1000.0...1000.5, 880.0, "120 s ahead of"),
        ] as [(ClosedRange<Double>, Double, String?)])
    func clocksThatDisagreeAreTold(_ here: ClosedRange<Double>, _ there: Double, _ words: String?) {
        switch (ClockComparison.judge(here: here, there: there), words) {
        case (.ok, nil): break
        case (.degraded(let reason), let words?): #expect(reason.contains(words), "\(reason)")
        case (let health, _): Issue.record("\(health)")
        }
    }
}

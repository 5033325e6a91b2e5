import Kafka
import Testing

@Suite struct ClusterMetadataTests {
    private static let cluster = ClusterMetadata(clusterID: "one", brokers: [], topics: ["a": 2, "b": 1])

    @Test func partitionsAreThoseOfTheTopicsThatThereAre() {
        let found = Self.cluster.partitions(of: ["b", "gone", "a"])
        #expect(found.map(\.description) == ["b[0]", "a[0]", "a[1]"])
        #expect(found.allSatisfy(Self.cluster.has))
        #expect(!Self.cluster.has(TopicPartition(topic: "a", partition: 2)))
        #expect(!Self.cluster.has(TopicPartition(topic: "gone", partition: 0)))
    }

    @Test func aClusterThatDoesNotTellItsIDIsNotSupported() throws {
        #expect(try Self.cluster.identity() == "one")
        let silent = ClusterMetadata(clusterID: nil, brokers: [], topics: [:])
        let error = #expect(throws: KafkaError.self) { try silent.identity() }
        #expect(error?.code == .unsupported)
        #expect(error?.isRetriable == false)
    }
}

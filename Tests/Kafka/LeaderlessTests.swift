import EventLoop
import Kafka
import Support
import Telemetry
import Testing

/// A cluster that answers, and has partitions that nobody leads.
@Suite(.timeLimit(.minutes(1))) struct LeaderlessTests {
    @Test func partitionsWithoutALeaderAreCounted() async throws {
        let cluster = try EmbeddedCluster(topics: ["whole": 2, "torn": 3])
        let group = try EventLoopGroup(threads: 1, blockingThreads: 2, name: "leaderless")
        let producer = try KafkaProducer(try EmbeddedBroker.configuration(cluster), group: group, logger: .silent)
        let before = try await producer.metadata()
        #expect(before.leaderless.isEmpty && before.topics["torn"] == 3)
        cluster.setLeader(false, of: TopicPartition(topic: "torn", partition: 1))
        let without = try await producer.metadata()
        #expect(without.leaderless == ["torn": 1])
        #expect(without.topics["torn"] == 3 && without.topics["whole"] == 2)
        cluster.setLeader(true, of: TopicPartition(topic: "torn", partition: 1))
        #expect(try await producer.metadata().leaderless.isEmpty)
        await producer.close(within: .zero)
        await group.shutdown()
    }
}

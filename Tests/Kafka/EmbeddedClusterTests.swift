import EventLoop
import Kafka
import Support
import Telemetry
import Testing

@Suite("The embedded cluster", .timeLimit(.minutes(1)))
struct EmbeddedClusterTests {
    @Test func `a fixed port is taken, said, and taken again after the end`() async throws {
        let port = UInt16.random(in: 21_000...29_000)
        for _ in 0..<2 {
            let cluster = try EmbeddedCluster(port: port, topics: ["fixed": 2])
            #expect(cluster.bootstrapServers == "127.0.0.1:\(port)")
            try await withLoops { group in
                let admin = try KafkaAdmin(EmbeddedBroker.configuration(cluster), group: group, logger: .silent)
                let metadata = try await admin.metadata()
                #expect(metadata.topics["fixed"] == 2)
                #expect(metadata.brokers == ["127.0.0.1:\(port)"])
                #expect(metadata.clusterID != nil)
                await admin.close()
            }
        }
    }

    @Test func `a port in use is said`() throws {
        let port = UInt16.random(in: 29_001...32_000)
        let first = try EmbeddedCluster(port: port)
        #expect {
            try EmbeddedCluster(port: port)
        } throws: { error in
            String(describing: error).contains("127.0.0.1:\(port): the port is in use")
        }
        withExtendedLifetime(first) {}
    }

    @Test func `watermarks and committed offsets are told`() async throws {
        let topic = try EmbeddedBroker.topic()
        try await withLoops { group in
            let configuration = try EmbeddedBroker.configuration()
            let producer = try KafkaProducer(configuration, group: group, logger: .silent)
            for number in 0..<3 { _ = try await producer.produce(.text("\(number)", to: topic)) }
            let admin = try KafkaAdmin(configuration, group: group, logger: .silent)
            let partition = TopicPartition(topic: topic, partition: 0)
            #expect(try await admin.watermarks(of: partition) == Watermarks(low: 0, high: 3))
            #expect(try await admin.committedOffsets(of: EmbeddedBroker.group(), partitions: [partition]) == [:])
            await admin.close()
            await producer.close(within: .seconds(5))
        }
    }
}

import EventLoop
import Glibc
import Kafka
import Support
import Synchronization
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EmbeddedClusterTests {
    @Test func `a fixed port is taken, said, and taken again after the end`() async throws {
        let port = UInt16.random(in: 21_000...29_000)
        for _ in 0..<2 {
            // A program that another test starts holds the sockets of this process until it executes.
            let cluster = try await eventually("the port is free again") { try EmbeddedCluster(port: port, topics: ["fixed": 2]) }
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

    @Test func `a port that is held for a moment more is waited for`() async throws {
        let started = try await FreePorts.withTaken { port in
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let started = Task.detached {
                begin.finish()
                return try EmbeddedCluster(port: UInt16(port)).bootstrapServers == "127.0.0.1:\(port)"
            }
            for await _ in begun {}
            // The port is let go only when a program has come and gone: by then it was asked for.
            _ = try await Program.check("true")
            return started
        }
        #expect(try await started.value)
    }

    @Test func `a broker that is down keeps its port, and has it again`() async throws {
        let cluster = try EmbeddedCluster(topics: ["kept": 2])
        let port = try #require(cluster.bootstrapServers.split(separator: ":").last.flatMap { UInt16($0) })
        for _ in 0..<3 {
            cluster.setDown(true)
            #expect(!Self.isFree(port))
            cluster.setDown(false)
        }
        try await withLoops { group in
            let admin = try KafkaAdmin(EmbeddedBroker.configuration(cluster), group: group, logger: .silent)
            #expect(try await admin.metadata().topics["kept"] == 2)
            await admin.close()
        }
    }

    /// Whether somebody who wants this port for himself gets it.
    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count)) == 0
        }
    }

    @Test func `case 6, retention overtakes the consumer: it is said aloud, and what is left is read`() async throws {
        let topic = try EmbeddedBroker.topic()
        let group = EmbeddedBroker.group()
        try await withLoops { loops in
            let configuration = try EmbeddedBroker.configuration()
            let producer = try KafkaProducer(configuration, group: loops, logger: .silent)
            func consumer(_ logger: Logger) throws -> KafkaConsumer {
                try KafkaConsumer(
                    configuration, group: group, topics: [topic], loops: loops, loop: loops.next(), logger: logger)
            }
            for number in 0..<2 { _ = try await producer.produce(.text("\(number)", to: topic)) }
            let first = try consumer(.silent)
            let seen = try await PlainReader(consumer: first).read(2)
            #expect(try first.storeOffset(seen[0].topicPartition, next: 1))
            await first.close(within: .seconds(5))

            // The embedded broker keeps 5 MiB of a partition; this does not compress.
            let noise = (0..<800_000).map { _ in UInt8.random(in: 0...255) }
            for _ in 0..<10 {
                let chunk = KafkaMessage(topic: topic, key: [1], value: noise)
                for report in await producer.produce([chunk]) { _ = try report.get() }
            }
            let admin = try KafkaAdmin(configuration, group: loops, logger: .silent)
            let low = try #require(try await admin.watermarks(of: [seen[0].topicPartition])[seen[0].topicPartition]?.low)
            #expect(low > 1)
            let alarms = Alarms()
            let second = try consumer(Logger(label: "kafka", sink: alarms))
            #expect(try await PlainReader(consumer: second).read(1).map(\.offset) == [low])
            #expect(alarms.messages.contains("a group's position does not exist any more, and was reset"))
            await second.close(within: .seconds(5))
            await admin.close()
            await producer.close(within: .seconds(5))
        }
    }

    /// The errors that are logged.
    private final class Alarms: LogSink {
        private let collected = Mutex<[String]>([])

        var messages: [String] { collected.withLock { $0 } }

        func receive(_ record: LogRecord) {
            if record.level >= .error { collected.withLock { $0.append(record.message) } }
        }
    }

    enum Silence: CaseIterable {
        /// Connections are cut and refused: librdkafka mostly says that nobody is left.
        case gone
        /// Connections stay, and nothing is answered: librdkafka says nothing.
        case mute
    }

    /// Were they to wait for it, the test would run into its time limit.
    @Test(arguments: Silence.allCases)
    func `case 3, the broker gone: who leaves does not wait for it`(_ silence: Silence) async throws {
        let cluster = try EmbeddedCluster(topics: ["topic": 1])
        let configuration = try EmbeddedBroker.configuration(cluster)
        try await withLoops { loops in
            let producer = try KafkaProducer(configuration, group: loops, logger: .silent)
            let consumer = try KafkaConsumer(
                configuration, group: "group", topics: ["topic"], loops: loops, loop: loops.next(), logger: .silent)
            _ = try await producer.produce(.text("1", to: "topic"))
            #expect(!producer.seesNoBroker)
            #expect(try await PlainReader(consumer: consumer).read(1).count == 1)
            switch silence {
            case .gone: cluster.setDown(true)
            case .mute: cluster.setRoundTrip(.seconds(600))
            }
            let left = Task { await producer.produce([.text("2", to: "topic")]) }
            await consumer.close(within: .seconds(600))
            await producer.close(within: .seconds(600))
            let report = await left.value[0]
            #expect(throws: KafkaError.self) { try report.get() }
        }
    }

    @Test func `watermarks and committed offsets are told`() async throws {
        let topic = try EmbeddedBroker.topic()
        try await withLoops { group in
            let configuration = try EmbeddedBroker.configuration()
            let producer = try KafkaProducer(configuration, group: group, logger: .silent)
            for number in 0..<3 { _ = try await producer.produce(.text("\(number)", to: topic)) }
            let admin = try KafkaAdmin(configuration, group: group, logger: .silent)
            let partition = TopicPartition(topic: topic, partition: 0)
            #expect(try await admin.watermarks(of: [partition]) == [partition: Watermarks(low: 0, high: 3)])
            #expect(try await admin.committedOffsets(of: EmbeddedBroker.group(), partitions: [partition]) == [:])
            await admin.close()
            await producer.close(within: .seconds(5))
        }
    }
}

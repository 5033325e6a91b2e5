import EventLoop
import Kafka
import Support
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(1)))
struct KafkaClientTests {
    @Test(arguments: Cluster.available)
    func `what was produced is consumed in order, headers and all`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 1, group: group)
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            let reports = await producer.produce((0..<500).map { .text("\($0)", to: topic) })
            #expect(try reports.map { try $0.get().offset } == (0..<500).map { Int64($0) })
            #expect(producer.clusterID != nil)
            let consumer = try await cluster.consumer(topic: topic, group: EmbeddedBroker.group(), loops: group)
            let records = try await PlainReader(consumer: consumer).read(500)
            #expect(records.map(\.text) == (0..<500).map(String.init))
            #expect(records.allSatisfy { $0.header("kind") == "text" && $0.key == Array("key".utf8) })
            await consumer.close(within: .seconds(5))
            await producer.close(within: .seconds(5))
        }
    }

    @Test(arguments: Cluster.available)
    func `the next member of a group goes on from the stored offset`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 1, group: group)
            let name = EmbeddedBroker.group()
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<10).map { .text("\($0)", to: topic) })
            let first = try await cluster.consumer(topic: topic, group: name, loops: group)
            let records = try await PlainReader(consumer: first).read(10)
            #expect(try first.storeOffset(records[5].topicPartition, next: 6))
            await first.close(within: .seconds(5))
            #expect(try first.storeOffset(records[5].topicPartition, next: 7) == false)
            let second = try await cluster.consumer(topic: topic, group: name, loops: group)
            #expect(try await PlainReader(consumer: second).read(4).map(\.text) == ["6", "7", "8", "9"])
            await second.close(within: .seconds(5))
            let admin = try await KafkaAdmin(cluster.configuration(), group: group, logger: .silent)
            #expect(try await admin.committedOffsets(of: name, partitions: [records[5].topicPartition]).values.first == 6)
            await admin.close()
            await producer.close(within: .seconds(5))
        }
    }

    /// Where the session lasts longer than this suite may, who did not leave would keep the partition for all of it. The embedded
    /// broker has the next to join wait that long in any case.
    @Test(arguments: Cluster.available)
    func `a member that is closed by a cancelled task has left its group`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 1, group: group)
            let name = EmbeddedBroker.group()
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<4).map { .text("\($0)", to: topic) })
            var configuration = try await cluster.configuration()
            if cluster == .apache {
                configuration.sessionTimeout = .seconds(180)
                configuration.longestSilence = .seconds(180)
            }
            let first = try KafkaConsumer(
                configuration, group: name, topics: [topic], loops: group, loop: group.next(), logger: .silent)
            let records = try await PlainReader(consumer: first).read(2)
            #expect(try first.storeOffset(records[1].topicPartition, next: 2))
            await withTaskGroup(of: Void.self) { tasks in
                tasks.cancelAll()
                tasks.addTask { await first.close(within: .seconds(5)) }
            }
            let second = try await cluster.consumer(topic: topic, group: name, loops: group)
            #expect(try await PlainReader(consumer: second).read(2).map(\.text) == ["2", "3"])
            await second.close(within: .seconds(5))
            await producer.close(within: .seconds(5))
        }
    }

    @Test(arguments: Cluster.available)
    func `who reads chosen partitions joins no group, and leaves none behind`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 2, group: group)
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<400).map { .text("\($0)", to: topic) })
            let admin = try await KafkaAdmin(cluster.configuration(), group: group, logger: .silent)
            var starts: [TopicPartition: Int64] = [:]
            var count = 0
            let partitions = (0..<2).map { TopicPartition(topic: topic, partition: $0) }
            for (partition, marks) in try await admin.watermarks(of: partitions) {
                // The first record of each is left out.
                starts[partition] = min(marks.low + 1, marks.high)
                count += max(0, Int(marks.high - marks.low) - 1)
            }
            await admin.close()
            let loop = group.next()
            let consumer = try await KafkaConsumer(
                cluster.configuration(), reading: starts, loops: group, loop: loop, logger: .silent)
            let (records, assignments) = try await loop.run { [count] in
                var (records, others) = ([ConsumedRecord](), 0)
                while records.count < count {
                    if case .records(let more) = try await consumer.next(maximum: 100) { records += more } else { others += 1 }
                }
                return (records, others)
            }
            #expect(records.count == count && assignments == 0)
            #expect(records.allSatisfy { $0.offset >= starts[$0.topicPartition] ?? .max })
            await loop.spawn { await consumer.close(within: .seconds(5)) }.value
            await producer.close(within: .seconds(5))
        }
    }

    @Test func `what is closed after its loops have ended returns`() async throws {
        let group = try EventLoopGroup(threads: 1, name: "ended")
        let (configuration, topic) = (try EmbeddedBroker.configuration(), try EmbeddedBroker.topic())
        let consumer = try KafkaConsumer(
            configuration, group: EmbeddedBroker.group(), topics: [topic], loops: group, loop: group.next(),
            logger: .silent)
        let producer = try KafkaProducer(configuration, group: group, logger: .silent)
        let admin = try KafkaAdmin(configuration, group: group, logger: .silent)
        await group.shutdown()
        await consumer.close(within: .seconds(5))
        await producer.close(within: .seconds(5))
        await admin.close()
        let ended = group.loops.map(\.hasEnded)
        #expect(ended == [true])
    }

    @Test(arguments: Cluster.available)
    func `records are shown where they lie, and where none come time ends`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 2, group: group)
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<300).map { .text("number \($0)", to: topic) })
            let starts = Dictionary(
                (0..<2).map { (TopicPartition(topic: topic, partition: $0), Int64(0)) }, uniquingKeysWith: { $1 })
            let loop = group.next()
            let consumer = try await KafkaConsumer(
                cluster.configuration().readingAlong, reading: starts, loops: group, loop: loop, logger: .silent)
            let (bytes, copies, late) = try await loop.run {
                var (bytes, copies, late) = ([UInt8](), [ConsumedRecord](), 0)
                while copies.count < 300 {
                    let change = try await consumer.next(maximum: 100, within: .seconds(60)) { record in
                        record.appendValue(to: &bytes)
                        copies.append(record.copy())
                    }
                    #expect(change == nil)
                }
                let change = try await consumer.next(maximum: 100, within: .milliseconds(20)) { _ in late += 1 }
                #expect(change == nil)
                return (bytes, copies, late)
            }
            #expect(late == 0 && bytes == copies.flatMap { $0.value ?? [] })
            #expect(Set(copies.map(\.text)) == Set((0..<300).map { "number \($0)" }))
            for partition in starts.keys {
                let own = copies.filter { $0.topicPartition == partition }
                #expect(own.map(\.offset) == (0..<Int64(own.count)).map { $0 })
            }
            await loop.spawn { await consumer.close(within: .seconds(5)) }.value
            await producer.close(within: .seconds(5))
        }
    }

    @Test(arguments: Cluster.available)
    func `reading begins where it is told to, and a time is found where the broker can`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 1, group: group)
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            for number in 0..<5 { _ = try await producer.produce(.text("\(number)", to: topic)) }
            let partition = TopicPartition(topic: topic, partition: 0)
            let consumer = try await cluster.consumer(topic: topic, group: EmbeddedBroker.group(), loops: group)
            let reader = PlainReader(consumer: consumer, starts: [partition: 3])
            let records = try await reader.read(2)
            #expect(records.map(\.text) == ["3", "4"])

            let admin = try await KafkaAdmin(cluster.configuration(), group: group, logger: .silent)
            let time = try #require(records[0].timestamp)
            switch cluster {
            case .embedded:
                let error = await #expect(throws: KafkaError.self) { try await admin.offsets(of: [partition], since: time) }
                #expect(error?.code == .unsupported)
            case .apache:
                // Several records may have come in one millisecond.
                let found = try await admin.offsets(of: [partition], since: time)[partition]
                #expect(try #require(found) <= 3)
                #expect(try await admin.offsets(of: [partition], since: 0) == [partition: 0])
                #expect(try await admin.offsets(of: [partition], since: time + 3_600_000) == [partition: 5])
            }
            await admin.close()
            await consumer.close(within: .seconds(5))
            await producer.close(within: .seconds(5))
        }
    }

    @Test(arguments: Cluster.available)
    func `a partition is given up once its owner answers, and what is stored then counts`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 2, group: group)
            let name = EmbeddedBroker.group()
            let first = try await cluster.consumer(topic: topic, group: name, loops: group)
            guard case .assigned(let all) = try await first.next(maximum: 1) else {
                Issue.record("not assigned first")
                return
            }
            #expect(all.partitions.count == 2)
            try await first.answer(all)
            let second = try await cluster.consumer(topic: topic, group: name, loops: group)
            async let joined = second.next(maximum: 1)
            guard case .revoked(let given) = try await first.next(maximum: 1) else {
                Issue.record("not revoked")
                return
            }
            for partition in given.partitions { #expect(try first.storeOffset(partition, next: 0)) }
            try await first.answer(given)
            for partition in given.partitions { #expect(try first.storeOffset(partition, next: 0) == false) }
            async let kept = first.next(maximum: 1)
            guard case .assigned(let one) = try await kept, case .assigned(let other) = try await joined else {
                Issue.record("not shared")
                return
            }
            #expect(Set(one.partitions + other.partitions) == Set(all.partitions))
            try await first.answer(one)
            try await second.answer(other)
            await first.close(within: .seconds(5))
            await second.close(within: .seconds(5))
        }
    }

    /// Its group takes it for dead: who has the partition next may have come further.
    @Test func `a member that asked nothing for too long stores no position of what it lost`() async throws {
        try await withLoops { group in
            var configuration = try await Cluster.embedded.configuration()
            // More than the three seconds for which the broker holds the first to join.
            (configuration.sessionTimeout, configuration.longestSilence) = (.seconds(4), .seconds(4))
            let topic = try await Cluster.embedded.topic(partitions: 1, group: group)
            let consumer = try KafkaConsumer(
                configuration, group: EmbeddedBroker.group(), topics: [topic], loops: group, loop: group.next(), logger: .silent)
            guard case .assigned(let all) = try await consumer.next(maximum: 1), let partition = all.partitions.first else {
                Issue.record("not assigned")
                return
            }
            try await consumer.answer(all)
            #expect(try consumer.storeOffset(partition, next: 1))
            try await eventually("it has lost its partition") { try !consumer.storeOffset(partition, next: 1) }
            guard case .lost(let lost) = try await consumer.next(maximum: 1) else {
                Issue.record("not lost")
                return
            }
            #expect(lost.partitions == all.partitions)
            try await consumer.answer(lost)
            await consumer.close(within: .seconds(5))
        }
    }

    /// librdkafka takes an owner who asks nothing for dead, and looks every half second.
    @Test func `a member that nothing happens to stays in its group`() async throws {
        try await withLoops { group in
            var configuration = try await Cluster.embedded.configuration()
            // More than the three seconds for which the broker holds the first to join.
            configuration.sessionTimeout = .seconds(4)
            configuration.longestSilence = .seconds(4)
            let topic = try await Cluster.embedded.topic(partitions: 1, group: group)
            let consumer = try KafkaConsumer(
                configuration, group: EmbeddedBroker.group(), topics: [topic], loops: group, loop: group.next(), logger: .silent)
            guard case .assigned(let all) = try await consumer.next(maximum: 1) else {
                Issue.record("not assigned first")
                return
            }
            try await consumer.answer(all)
            await #expect(throws: DeadlineExceeded.self) {
                let event = try await withDeadline(.seconds(6), on: consumer.loop) { try await consumer.next(maximum: 1) }
                Issue.record("something happened: \(event)")
            }
            await consumer.close(within: .seconds(5))
        }
    }

    /// A client hears of an end by fetching alone.
    @Test(arguments: Cluster.available)
    func `a member that fetches nothing knows by its brokers what waits`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let topic = try await cluster.topic(partitions: 2, group: group)
            let name = EmbeddedBroker.group()
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<4).map { .text("\($0)", to: topic) })
            let consumer = try await cluster.consumer(topic: topic, group: name, loops: group)
            let place = try await PlainReader(consumer: consumer).read(4)[0].topicPartition
            try consumer.pause([place])
            #expect(try consumer.storeOffset(place, next: 1))
            _ = await producer.produce((0..<8).map { .text("\($0)", to: topic) })
            let other = TopicPartition(topic: topic, partition: 1 - place.partition)
            // What is stored is committed within a second.
            while try await consumer.places(of: [place])?[place]?.committed != 1 {}
            let places = try await consumer.places(of: [place, other])
            #expect(places?[place] == PartitionPlace(committed: 1, marks: Watermarks(low: 0, high: 12)))
            #expect(places?[place]?.lag == 11)
            #expect(places?[other] == PartitionPlace(committed: nil, marks: Watermarks(low: 0, high: 0)))
            await consumer.close(within: .seconds(5))
            // Whoever asks, and though nobody reads.
            let admin = try await KafkaAdmin(cluster.configuration(), group: group, logger: .silent)
            #expect(try await admin.committedOffsets(of: name, partitions: [place, other]) == [place: 1])
            #expect(try await admin.watermarks(of: [place])[place] == Watermarks(low: 0, high: 12))
            await admin.close()
            await producer.close(within: .seconds(5))
        }
    }

    @Test func `a paused partition waits and a resumed one goes on`() async throws {
        try await withLoops { group in
            let cluster = Cluster.embedded
            let topic = try await cluster.topic(partitions: 1, group: group)
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = await producer.produce((0..<5).map { .text("\($0)", to: topic) })
            let consumer = try await cluster.consumer(topic: topic, group: EmbeddedBroker.group(), loops: group)
            let reader = PlainReader(consumer: consumer)
            let head = try await reader.read(2)
            try consumer.pause([head[0].topicPartition])
            _ = await producer.produce((5..<8).map { .text("\($0)", to: topic) })
            try consumer.resume([head[0].topicPartition])
            #expect(try await reader.read(6).map(\.text) == ["2", "3", "4", "5", "6", "7"])
            await consumer.close(within: .seconds(5))
            await producer.close(within: .seconds(5))
        }
    }

    /// What the consumer keeps of a partition, whoever has it in between, is told anew by whoever goes on reading.
    @Test func `a partition that was paused before a rebalance is read on when it is resumed after it`() async throws {
        try await withLoops { group in
            let cluster = Cluster.embedded
            let topic = try await cluster.topic(partitions: 1, group: group)
            let name = EmbeddedBroker.group()
            let producer = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            let consumer = try await cluster.consumer(topic: topic, group: name, loops: group)
            _ = await producer.produce([.text("0", to: topic)])
            let partition = try await PlainReader(consumer: consumer).read(1)[0].topicPartition
            try consumer.pause([partition])
            // Another member comes, and the group deals its partitions out anew.
            let other = try await cluster.consumer(topic: topic, group: name, loops: group)
            guard case .revoked(let given) = try await consumer.next(maximum: 1) else { throw Unexpected() }
            try await consumer.answer(given)
            await other.close(within: .seconds(5))
            while true {
                let event = try await consumer.next(maximum: 1)
                guard case .assigned(let taken) = event else {
                    if case .revoked(let given) = event { try await consumer.answer(given) }
                    continue
                }
                try await consumer.answer(taken)
                if taken.partitions.contains(partition) { break }
            }
            _ = await producer.produce([.text("1", to: topic)])
            await #expect(throws: DeadlineExceeded.self) {
                _ = try await withDeadline(.seconds(3), on: consumer.loop) { try await consumer.next(maximum: 1) }
            }
            try consumer.resume([partition])
            #expect(try await PlainReader(consumer: consumer).read(1).last?.text != nil)
            await consumer.close(within: .seconds(5))
            await producer.close(within: .seconds(5))
        }
    }

    private struct Unexpected: Error {}

    @Test func `case 4, queue full: messages wait while the producer has no room, and none is refused`() async throws {
        try await withLoops { group in
            let topic = try await Cluster.embedded.topic(partitions: 1, group: group)
            let producer = try await KafkaProducer(Cluster.embedded.configuration(), group: group, room: 3, logger: .silent)
            let reports = await producer.produce((0..<200).map { .text("\($0)", to: topic) })
            #expect(try reports.map { try $0.get().offset } == (0..<200).map { Int64($0) })
            await producer.close(within: .seconds(5))
        }
    }

    @Test func `case 4, message too large: it fails alone`() async throws {
        try await withLoops { group in
            let topic = try await Cluster.embedded.topic(partitions: 1, group: group)
            let producer = try await KafkaProducer(Cluster.embedded.configuration(), group: group, logger: .silent)
            let large = KafkaMessage(topic: topic, key: [1], value: [UInt8](repeating: 0, count: 3_000_000))
            let reports = await producer.produce([.text("small", to: topic), large, .text("small", to: topic)])
            #expect(try reports[0].get().offset == 0)
            #expect(throws: KafkaError.self) { try reports[1].get() }
            #expect(try reports[2].get().offset == 1)
            if case .failure(let error) = reports[1] {
                #expect(error.code == .messageTooLarge && !error.isRetriable && !error.isFatal)
            }
            await producer.close(within: .seconds(5))
        }
    }

    @Test func `a closed producer and a cancelled message say so`() async throws {
        try await withLoops { group in
            // Nobody listens there.
            let nowhere = KafkaConfiguration(bootstrapServers: "127.0.0.1:9", clientID: "docket-tests")
            let producer = try KafkaProducer(nowhere, group: group, logger: .silent)
            let waiting = Task { try await producer.produce(.text("never", to: "nowhere")) }
            waiting.cancel()
            await #expect(throws: KafkaError.self) { try await waiting.value }
            await producer.close(within: .milliseconds(10))
            let after = await producer.produce([.text("late", to: "nowhere")])
            guard case .failure(let error) = after[0] else {
                Issue.record("taken after the end")
                return
            }
            #expect(error.code == .closed)
        }
    }

    /// Who asks is told why nobody answered, in the library's own words.
    @Test(arguments: [
        ("127.0.0.1:1", "Connection refused"), ("does-not-exist.invalid:9092", "Failed to resolve"),
    ])
    func `what keeps a client from every broker is said`(_ servers: String, _ words: String) async throws {
        try await withLoops { group in
            let configuration = KafkaConfiguration(bootstrapServers: servers)
            let admin = try KafkaAdmin(configuration, group: group, limit: .seconds(2), logger: .silent)
            // The library says the same once in half a minute: the second answer remembers it.
            for _ in 0..<2 {
                let error = await #expect(throws: KafkaError.self) { try await admin.metadata() }
                #expect(error?.code == .unreachable && error?.isRetriable == true, "\(String(reflecting: error))")
                #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
                #expect(error?.detail.hasPrefix("reading metadata: ") == true)
            }
            await admin.close()
            let producer = try KafkaProducer(configuration, group: group, logger: .silent)
            let error = await #expect(throws: KafkaError.self) { try await producer.metadata() }
            #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
            await producer.close(within: .zero)
        }
    }

    /// The embedded broker knows nobody, and says so.
    @Test func `a refusal to let one in is told without the password`() async throws {
        try await withLoops { group in
            var configuration = try EmbeddedBroker.configuration()
            configuration.securityProtocol = .saslPlaintext
            configuration.sasl = .init(mechanism: .plain, username: "clerk", password: "hushhush")
            let admin = try KafkaAdmin(configuration, group: group, limit: .seconds(2), logger: .silent)
            let error = await #expect(throws: KafkaError.self) { try await admin.metadata() }
            #expect(error?.code == .authentication && error?.detail.contains("SASL") == true, "\(String(reflecting: error))")
            #expect(!String(reflecting: error).contains("hushhush"))
            await admin.close()
        }
    }

    @Test func `a wrong property is named, its value is not`() async throws {
        try await withLoops { group in
            var configuration = try EmbeddedBroker.configuration()
            configuration.properties = ["no.such.property": "hush"]
            #expect {
                try KafkaProducer(configuration, group: group, logger: .silent)
            } throws: { error in
                let text = String(reflecting: error)
                return text.contains("no.such.property") && !text.contains("hush")
            }
        }
    }

    @Test(arguments: Cluster.available.filter { $0 != .embedded })
    func `topics are made once`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let admin = try await KafkaAdmin(cluster.configuration(), group: group, logger: .silent)
            let name = "made-\(UInt64.random(in: 0 ... .max))"
            let wanted = [TopicSpecification(name: name, partitions: 3, replication: 1)]
            #expect(try await admin.createTopics(wanted) == [name])
            #expect(try await admin.createTopics(wanted) == [])
            #expect(try await admin.metadata().topics[name] == 3)
            await admin.close()
        }
    }

    @Test(arguments: Cluster.available.filter { $0 != .embedded })
    func `partitions are added while records are read, and none is passed over`(_ cluster: Cluster) async throws {
        try await withLoops { group in
            let admin = try await KafkaAdmin(cluster.configuration(), group: group, limit: .seconds(20), logger: .silent)
            let topic = try await cluster.topic(partitions: 1, group: group)
            let consumer = try await cluster.consumer(topic: topic, group: "grown-\(topic)", loops: group)
            let reader = PlainReader(consumer: consumer)
            let before = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            _ = try await before.produce(.text("first", to: topic))
            #expect(try await reader.read(1).map(\.text) == ["first"])

            let wanted = [
                TopicSpecification(name: topic, partitions: 4), TopicSpecification(name: "\(topic)-none", partitions: 4),
            ]
            #expect(try await admin.addPartitions(to: wanted) == [topic])
            #expect(try await admin.addPartitions(to: wanted) == [])
            #expect(try await admin.addPartitions(to: [TopicSpecification(name: topic, partitions: 2)]) == [])
            #expect(try await admin.metadata().topics[topic] == 4)

            // One that has just begun knows all four, before the reader may.
            let after = try await KafkaProducer(cluster.configuration(), group: group, logger: .silent)
            let texts = (0..<40).map { "\($0)" }
            let reports = await after.produce(texts.map { .text($0, key: $0, to: topic) })
            #expect(Set(try reports.map { try $0.get().partition }) == [0, 1, 2, 3])
            // The first one can come again: nobody has stored its offset.
            var read: Set<String> = []
            while !read.isSuperset(of: texts) { read.formUnion(try await reader.read(1).map(\.text)) }
            await consumer.close(within: .seconds(5))
            for producer in [before, after] { await producer.close(within: .seconds(5)) }
            await admin.close()
        }
    }

    @Test func `the embedded cluster says that topics cannot be made or grow through the protocol`() async throws {
        try await withLoops { group in
            let admin = try KafkaAdmin(EmbeddedBroker.configuration(), group: group, logger: .silent)
            await #expect(throws: KafkaError.self) {
                try await admin.createTopics([TopicSpecification(name: "by-protocol", partitions: 1)])
            }
            let topic = try EmbeddedBroker.topic(partitions: 1)
            await #expect(throws: KafkaError.self) {
                try await admin.addPartitions(to: [TopicSpecification(name: topic, partitions: 2)])
            }
            await admin.close()
        }
    }
}

import EventLoop
import FoundationEssentials
import Kafka
import Support
import Telemetry
import Testing

/// A client that waits by the wall clock would wait for an hour where that is set back by one.
@Suite(.timeLimit(.minutes(1))) struct SteadyWaitTests {
    private static let clockRealtime = 0x100

    /// The operations of futexes that threads of librdkafka wait by for some time; nil where the kernel does not tell.
    private static func timedWaits() throws -> [Int]? {
        #if arch(x86_64)
            let futex = "202"
        #else
            let futex = "98"
        #endif
        var waits: [Int] = []
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
            guard let name = ProcFile.text("/proc/self/task/\(thread)/comm"), name.hasPrefix("rdk:") else { continue }
            // The number, then six arguments: the word, the operation, a value, the time, …
            guard let call = ProcFile.text("/proc/self/task/\(thread)/syscall") else { return nil }
            let words = call.split(separator: " ")
            guard words.count > 4, words[0] == futex, words[4] != "0x0" else { continue }
            if let operation = Int(words[2].dropFirst(2), radix: 16) { waits.append(operation) }
        }
        return waits
    }

    @Test func clientsOfKafkaWaitByAClockThatNobodySets() async throws {
        let cluster = try EmbeddedCluster(topics: ["topic": 2])
        let group = try EventLoopGroup(threads: 1, blockingThreads: 2, name: "steady")
        let producer = try KafkaProducer(try EmbeddedBroker.configuration(cluster), group: group, logger: .silent)
        _ = try await producer.metadata()
        guard try Self.timedWaits() != nil else { try Test.cancel("this kernel does not tell what threads wait for") }
        let waits = try await eventually("a thread of the client waits") {
            try Self.timedWaits().flatMap { $0.isEmpty ? nil : $0 }
        }
        #expect(waits.allSatisfy { $0 & Self.clockRealtime == 0 })
        await producer.close(within: .zero)
        await group.shutdown()
    }
}

import Support
import Testing

extension OwnRuns {
    /// The main job over Apache Kafka, which makes no topics by itself.
    @Suite struct ApacheKafkaTests {
        @Test(
            .enabled(
                if: TestSettings.kafka != nil, "Apache Kafka is not tried: DOCKET_TEST_KAFKA names no program that starts it."))
        func theMainJobRunsOverApacheKafka() async throws {
            let broker = try #require(TestSettings.kafka)
            let folder = try TemporaryFolder("kafka")
            let port = String(try await FreePorts.one(withFellow: 1_000))
            do {
                let started = try await Program.check(
                    broker, ["start", "--port", port, "--dir", "\(folder.path)/kafka"], limit: .seconds(90))
                let line = try #require(started.text.split(separator: "\n").first { $0.contains("KAFKA_BOOTSTRAP_SERVERS=") })
                let servers = try #require(line.split(separator: "=").last).trimmingPrefix("\"")
                let options = RunningDocket.Options(
                    environment: ["KAFKA_BOOTSTRAP_SERVERS": String(servers)], startLimit: .seconds(90))
                try await RunningDocket.run(options) { docket in
                    #expect(try docket.variable("KAFKA_BOOTSTRAP_SERVERS") == String(servers))
                    try await MainJob.run(on: docket)
                    try await Self.readWithoutCodecs(from: String(servers), of: docket)
                }
                _ = try await Program.check(broker, ["erase", "--dir", "\(folder.path)/kafka"])
            } catch {
                _ = try? await Program.run(broker, ["erase", "--dir", "\(folder.path)/kafka"])
                throw error
            }
        }

        /// A client written in Python alone, in an environment that has no library to unpack anything with: it reads every outcome.
        private static func readWithoutCodecs(from servers: String, of docket: RunningDocket) async throws {
            let python: String
            do {
                python = try await PythonPeers.interpreter(with: ["kafka-python==3.0.12"])
            } catch let missing as PythonPeers.Missing {
                try Test.cancel("\(missing.description)")
            }
            let read = try await Program.check(python, ["-c", script, servers, "docket.outcomes"], limit: .seconds(60))
            let stored = try await docket.storedEvents().outcomes.map(\.submission)
            #expect(!stored.isEmpty)
            #expect(Set(read.text.split(separator: "\n").map(String.init)) == Set(stored))
        }

        private static let script = """
            import json, sys
            from kafka import KafkaConsumer
            for library in ("lz4", "snappy", "zstandard"):
                try:
                    __import__(library)
                    sys.exit(f"{library} is there")
                except ImportError:
                    pass
            consumer = KafkaConsumer(
                sys.argv[2], bootstrap_servers=sys.argv[1], auto_offset_reset="earliest", enable_auto_commit=False,
                consumer_timeout_ms=10000)
            for record in consumer:
                print(json.loads(record.value)["subject"].split("/")[-1])
            """
    }
}

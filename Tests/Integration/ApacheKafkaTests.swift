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
            let port = String(try await FreePorts.one())
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
                }
                _ = try await Program.check(broker, ["erase", "--dir", "\(folder.path)/kafka"])
            } catch {
                _ = try? await Program.run(broker, ["erase", "--dir", "\(folder.path)/kafka"])
                throw error
            }
        }
    }
}

import FoundationEssentials
import ServiceRuntime
import Shared
import Support
import Testing

extension OwnRuns {
    /// What waits while nobody works on it.
    @Suite struct LagTests {
        /// The embedded broker, and Apache Kafka where a script that starts it is named.
        enum Broker: String, CaseIterable {
            case embedded, apache

            static var available: [Broker] { TestSettings.kafka == nil ? [.embedded] : allCases }
        }

        @Test(arguments: Broker.available)
        func whatAPausedAndAStoppedStageLeaveWaitingIsWhatTheBrokerSays(_ broker: Broker) async throws {
            switch broker {
            case .embedded: try await ServiceGround.run { try await Self.pause($0) { _ in nil } }
            case .apache: try await Self.runOverApacheKafka()
            }
        }

        private static func runOverApacheKafka() async throws {
            let script = try #require(TestSettings.kafka)
            let folder = try TemporaryFolder("kafka")
            let port = try await FreePorts.one()
            let result: Result<Void, any Error>
            do {
                _ = try await Program.check(
                    script, ["start", "--port", String(port), "--dir", "\(folder.path)/kafka"], limit: .seconds(90))
                result = .success(
                    try await ServiceGround.run(brokerPort: port) { ground in
                        _ = try await ground.docket(["migrate", "--topics"], environment: ["DOCKET_TOPIC_PARTITIONS": "4"])
                        try await pause(ground) { group in try await lag(of: group, script, port) }
                    })
            } catch {
                result = .failure(error)
            }
            _ = try? await Program.run(script, ["erase", "--dir", "\(folder.path)/kafka"])
            try result.get()
        }

        /// Of each partition, by Kafka's own tool. Of one of which nothing was committed it says where it ends, and nothing at all where
        /// the group has no member.
        private static func lag(of group: String, _ script: String, _ port: Int) async throws -> [Int: Int]? {
            let told = try await Program.check(
                script, ["tool", "groups", "--bootstrap-server", "127.0.0.1:\(port)", "--describe", "--group", group],
                limit: .seconds(60)
            ).text
            let rows = told.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count > 5 && $0[0] == group }
            return rows.reduce(into: [:]) { lags, row in
                if let partition = Int(row[2]) { lags[partition] = Int(row[5]) ?? Int(row[4]) ?? 0 }
            }
        }

        private static let count = 8

        private static func pause(
            _ ground: ServiceGround, _ brokersWord: @Sendable (_ group: String) async throws -> [Int: Int]?
        ) async throws {
            let services = try await ground.startAll()
            for service in services { try await service.isWell() }
            let before = try await ground.draft(at: services[0])
            try await ground.submit(before, at: services[0])
            #expect(try await ground.outcome(of: before, at: services[0]) == .accepted)

            _ = try await ground.docket(["pause", "validation", "--reason", "a new decoder"])
            try await services[1].says(["paused by "], status: 200)
            var submissions: [SubmissionID] = []
            for _ in 0..<count {
                submissions.append(try await ground.draft(at: services[0]))
                try await ground.submit(submissions[submissions.count - 1], at: services[0])
            }
            let paused = try await eventually("docket status says what waits") {
                let status = try await ground.status(services)
                return status.partitions(of: "validation").map(\.lag).reduce(0, +) == count ? status : nil
            }
            #expect(paused.partitions(of: "validation").map(\.consumer) == Array(repeating: services[1].name, count: 4))
            #expect(paused.paused.map(\.stage) == ["validation"] && paused.paused.first?.cause == "operator")
            #expect(paused.paused.first?.reason == "a new decoder" && paused.paused.first?.since != nil)
            #expect(paused.kafka.isEmpty)
            try await eventually("the worker's metrics say the same") { try await lag(services[1].metrics()) == count }
            #expect(try await services[1].metrics().contains(#"docket_paused{stage="validation",cause="operator"} 1"#))
            if let told = try await brokersWord(Stage.validation.consumerGroup) { #expect(told.values.reduce(0, +) == count) }

            let story = try await ground.docket(["follow", submissions[0].description, "--no-follow"]).text
            #expect(story.contains("validation  paused by ") && story.contains("a new decoder"))

            // Nobody reads the partitions any more, and they are there all the same.
            await services[1].program.stop()
            let stopped = try await ground.status([services[0], services[2], services[3]])
            #expect(stopped.partitions(of: "validation").map(\.lag).reduce(0, +) == count)
            #expect(stopped.partitions(of: "validation").map(\.consumer) == Array(repeating: "nobody", count: 4))
            if let told = try await brokersWord(Stage.validation.consumerGroup) {
                for (partition, lag) in told {
                    #expect(stopped.partitions(of: "validation").first { $0.partition == partition }?.lag == lag)
                }
                #expect(!told.isEmpty)
            }

            _ = try await ground.docket(["resume", "validation"])
            let worker = try await ground.start("ValidationWorker")
            try await worker.isWell()
            for submission in submissions {
                #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)
            }
            try await eventually("nothing waits any more") {
                let partitions = try await ground.status([worker]).partitions
                // Of four partitions each; where nothing is read, no stage makes suggestions.
                return partitions.allSatisfy { $0.lag == 0 } && partitions.count == 4 * Stage.allCases.filter(\.isFollowed).count
            }
        }

        /// The sum over the partitions of the stage.
        private static func lag(_ metrics: String) -> Int {
            metrics.split(separator: "\n").filter { $0.hasPrefix(#"docket_consumer_lag_records{stage="validation""#) }
                .reduce(0) { $0 + ($1.split(separator: " ").last.flatMap { Int($0) } ?? 0) }
        }
    }
}

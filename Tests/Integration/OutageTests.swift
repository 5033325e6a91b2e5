import EventLoop
import FoundationEssentials
import Support
import Testing

extension OwnRuns {
    /// Services start without what they need, say so, and are ready when it is there.
    @Suite struct OutageTests {
        private static let services = ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"]

        @Test func servicesWaitForPostgresAndTheBroker() async throws {
            let cluster = try await TemporaryPostgres.start()
            let folder = try TemporaryFolder("outage")
            do {
                try await Self.servicesBecomeReady(cluster, folder)
                await cluster.stop()
            } catch {
                await cluster.stop()
                throw error
            }
        }

        private static func servicesBecomeReady(_ cluster: TemporaryPostgres, _ folder: TemporaryFolder) async throws {
            let docket = try BuiltPrograms.path("docket")
            let database = cluster.networkConnectionString(database: try await cluster.makeDatabase())
            let migrated = try await Program.check(docket, ["migrate"], environment: ["DATABASE_URL": database])
            #expect(migrated.status.isSuccess)
            try await cluster.stopServer(.fast)

            let brokerPort = try await FreePorts.one()
            var running: [ServiceProcess] = []
            for name in services {
                let service = try await ServiceProcess.start(
                    name, database: database, brokerPort: brokerPort, blobs: "\(folder.path)/blobs")
                running.append(service)
            }
            for service in running {
                let report = try await eventually("\(service.name) says what it lacks") {
                    let answer = try await service.ready()
                    return answer.status == 503 && answer.text.contains(#""status":"failing""#) ? answer : nil
                }
                #expect(report.text.contains("postgres"), "\(report.text)")
                try await eventually("\(service.name) tells the log") { service.program.output.contains("trying again") }
                #expect(service.program.process.status == nil, "\(service.name) goes on: \(service.program.output)")
            }

            try await cluster.startServer()
            // Without Kafka the gateway takes documents all the same, and says that something is missing.
            let degraded = try await eventually("the gateway is ready") {
                let answer = try await running[0].ready()
                return answer.status == 200 ? answer : nil
            }
            #expect(degraded.text.contains(#""degraded":true"#), "\(degraded.text)")
            for service in running.dropFirst() {
                let report = try await service.ready()
                #expect(report.status == 503, "\(service.name) without a broker: \(report.text)")
            }

            let broker = try await Program.start(docket, ["broker", "--port", String(brokerPort)])
            for service in running {
                try await service.untilReady(within: .seconds(60))
            }
            for service in running {
                let status = await service.program.stop()
                #expect(status == .exited(0), "\(service.name): \(service.program.output.suffix(2000))")
            }
            await broker.stop()
        }
    }
}

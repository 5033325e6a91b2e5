import EventLoop
import FoundationEssentials
import Kafka
import Postgres
import Shared
import Support
import Testing

extension OwnRuns {
    /// What goes wrong with a deployment: the service that notices says so, its health check does, and it goes on by itself when
    /// the cause is gone.
    @Suite struct DeploymentFaultTests {
        @Test func aSecretThatIsNotThereIsNamedWithItsFile() async throws {
            try await ServiceGround.run { ground in
                let file = "\(ground.folder)/database-url"
                let environment = ["DATABASE_URL_FILE": file]
                for name in ServiceGround.services {
                    let refused = try await ground.start(name, database: nil, environment: environment)
                    let status = await refused.program.process.wait()
                    #expect(status == .exited(78), "\(name) \(status)")
                    let said = refused.program.output
                    #expect(said.contains("DATABASE_URL_FILE") && said.contains(file), "\(name): \(said)")
                }
                // What starts it again needs nobody's help.
                try FileBytes.write(Array("\(ground.database)\n".utf8), to: file)
                for name in ServiceGround.services {
                    try await ground.start(name, database: nil, environment: environment).isWell()
                }
            }
        }

        @Test func aWrongPasswordIsToldUntilItIsRight() async throws {
            let cluster = try await TemporaryPostgres.start()
            let result: Result<Void, any Error>
            do {
                result = .success(try await Self.wrongPassword(cluster))
            } catch {
                result = .failure(error)
            }
            await cluster.stop()
            try result.get()
        }

        private static func wrongPassword(_ cluster: TemporaryPostgres) async throws {
            let rules = "\(cluster.directory)/data/pg_hba.conf"
            let asked = ["127.0.0.1/32", "::1/128"].map { "host all keeper \($0) scram-sha-256\n" }.joined()
            try FileBytes.write(Array((asked + (ProcFile.text(rules) ?? "")).utf8), to: rules)
            try await cluster.administer("create role keeper login superuser password 'this is right'")
            try await cluster.administer("select pg_reload_conf()")
            try await ServiceGround.run(on: cluster) { ground in
                let database = ground.database.replacing("docket@", with: "keeper:geheimnis-wrong@")
                var services: [ServiceProcess] = []
                for name in ServiceGround.services { services.append(try await ground.start(name, database: database)) }
                for service in services {
                    let answer = try await service.says(["postgres", "password", "SQLSTATE 28P01"], status: 503)
                    #expect(!answer.text.contains("geheimnis") && !service.program.output.contains("geheimnis"))
                    try await eventually("\(service.name) tells the log") { service.program.output.contains("password") }
                }
                try await cluster.administer("alter role keeper password 'geheimnis-wrong'")
                for service in services { try await service.isWell() }
            }
        }

        @Test func aNewerVersionMayMigrateBesideThoseThatWorkAndNobodyBeginsAnew() async throws {
            try await ServiceGround.run { ground in
                let services = try await ground.startAll()
                for service in services { try await service.isWell() }
                try await ground.query("insert into schema_migrations (version, name, checksum) values (1000, 'later', 'x')")
                for service in services {
                    let answer = try await service.says(["goes on until it is replaced"], status: 200)
                    #expect(answer.text.contains(#""ready":true"#), "\(answer.text)")
                }
                // They work on it as before.
                let submission = try await ground.draft(at: services[0])
                try await ground.submit(submission, at: services[0])
                #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)

                var late: [ServiceProcess] = []
                for name in ServiceGround.services {
                    let service = try await ground.start(name)
                    try await service.says(["newer than this program"], status: 503)
                    late.append(service)
                }
                // None of them has taken work away from those who do it.
                let next = try await ground.draft(at: services[0])
                try await ground.submit(next, at: services[0])
                #expect(try await ground.outcome(of: next, at: services[0]) == .accepted)
                for service in late.dropFirst() { #expect(!service.program.output.contains("partitions are assigned")) }

                try await ground.query("delete from schema_migrations where version = 1000")
                for service in late { try await service.isWell() }
                for service in late.dropFirst() {
                    try await eventually("\(service.name) begins") { service.program.output.contains("partitions are assigned") }
                }
            }
        }

        @Test func aTopicWithTooFewPartitionsIsTold() async throws {
            try await ServiceGround.run(partitions: 1) { ground in
                let said = try await ground.docket(["migrate", "--topics"], environment: ["DOCKET_TOPIC_PARTITIONS": "12"]).text
                #expect(
                    said.contains("topic docket.submitted has 1 partitions, and DOCKET_TOPIC_PARTITIONS asks for 12"), "\(said)")
                #expect(said.contains("docket migrate --topics --grow"))

                let workers = [try await ground.start("ValidationWorker"), try await ground.start("ValidationWorker")]
                for worker in workers { try await worker.isWell() }
                let words = "no partition of docket.submitted is left for this process"
                let idle = try await eventually("one of them has nothing to do", within: .seconds(60)) {
                    let first = try await workers[0].ready().text.contains(words)
                    let second = try await workers[1].ready().text.contains(words)
                    return first != second ? (first ? 0 : 1) : nil
                }
                #expect(workers[idle].program.output.contains(words))
                await workers[1 - idle].program.stop()
                try await eventually("the other one takes over", within: .seconds(60)) {
                    let answer = try await workers[idle].ready()
                    return answer.status == 200 && !answer.text.contains(words)
                }
            }
        }

        @Test func aBrokerWithoutLeadersIsToldAndWorkWaits() async throws {
            let topics = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 2) })
            let broker = try EmbeddedCluster(topics: topics)
            let port = try #require(broker.bootstrapServers.split(separator: ":").last.flatMap { Int($0) })
            try await ServiceGround.run(brokerPort: port) { ground in
                let services = try await ground.startAll()
                for service in services { try await service.isWell() }
                let partitions = (0..<2).map { TopicPartition(topic: Topic.submitted.name, partition: $0) }
                for partition in partitions { broker.setLeader(false, of: partition) }
                let words = "nobody leads 2 of 2 partitions of docket.submitted"
                // The gateway takes documents all the same.
                try await services[0].says([words, #""degraded":true"#], status: 200)
                for service in services.dropFirst() { try await service.says([words], status: 503) }
                try await eventually("a log tells it") { services[1].program.output.contains(words) }
                let submission = try await ground.draft(at: services[0])
                try await ground.submit(submission, at: services[0])

                for partition in partitions { broker.setLeader(true, of: partition) }
                for service in services { try await service.isWell() }
                #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)
            }
        }

        @Test func aClockThatIsMinutesOffIsToldAndNothingIsLost() async throws {
            let clock = try await SkewedClock(seconds: 420)
            try await ServiceGround.run { ground in
                let gateway = try await ground.start("IntakeGateway")
                var workers: [ServiceProcess] = []
                for name in ServiceGround.services.dropFirst() {
                    workers.append(try await ground.start(name, environment: clock.environment))
                }
                for worker in workers {
                    let answer = try await worker.says(["s ahead of the database's: set both by NTP"], status: 200)
                    #expect(answer.text.contains(#""degraded":true"#), "\(answer.text)")
                    try await eventually("\(worker.name) tells the log") { worker.program.output.contains("set both by NTP") }
                }
                let submission = try await ground.draft(at: gateway)
                try await ground.submit(submission, at: gateway)
                #expect(try await ground.outcome(of: submission, at: gateway) == .accepted)

                try clock.set(seconds: 0)
                for worker in workers {
                    try await eventually("\(worker.name) is well again", within: .seconds(60)) {
                        try await worker.ready().text.contains(#""degraded":false"#)
                    }
                }
                let next = try await ground.draft(at: gateway)
                try await ground.submit(next, at: gateway)
                #expect(try await ground.outcome(of: next, at: gateway) == .accepted)
            }
        }
    }
}

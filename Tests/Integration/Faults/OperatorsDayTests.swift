import EventLoop
import FoundationEssentials
import ServiceRuntime
import Shared
import Support
import Testing

extension OwnRuns {
    /// An operator's day: things go wrong at once, and every tool is asked. What it says is what the database and the brokers say.
    @Suite struct OperatorsDayTests {
        @Test func everyToolSaysWhatTheDatabaseAndTheBrokersSay() async throws {
            guard let script = TestSettings.kafka else {
                return try await ServiceGround.run { try await Self.day($0, kafka: nil) }
            }
            let folder = try TemporaryFolder("kafka")
            let port = try await FreePorts.one()
            let result: Result<Void, any Error>
            do {
                _ = try await Program.check(
                    script, ["start", "--port", String(port), "--dir", "\(folder.path)/kafka"], limit: .seconds(90))
                result = .success(
                    try await ServiceGround.run(brokerPort: port) { ground in
                        _ = try await ground.docket(["migrate", "--topics"], environment: ["DOCKET_TOPIC_PARTITIONS": "4"])
                        try await Self.day(ground, kafka: script)
                    })
            } catch {
                result = .failure(error)
            }
            _ = try? await Program.run(script, ["erase", "--dir", "\(folder.path)/kafka"])
            try result.get()
        }

        private static let waiting = 3

        private static func day(_ ground: ServiceGround, kafka: String?) async throws {
            let services = try await ground.startAll()
            for service in services { try await service.isWell() }
            let gateway = services[0]
            let accepted = try await ground.draft(at: gateway)
            try await ground.submit(accepted, at: gateway)
            #expect(try await ground.outcome(of: accepted, at: gateway) == .accepted)
            let refused = try await refusal(ground, gateway)

            // Somebody else writes to a topic, and one of its stages is paused while work goes on arriving.
            let garbage = try await Program.run(
                "kcat", ["-b", "127.0.0.1:\(ground.brokerPort)", "-P", "-t", Topic.submitted.name, "-k", "stranger"],
                input: Array("no event at all".utf8))
            try #require(garbage.status.isSuccess, "\(garbage.complaints)")
            try await eventually("the garbage is a dead letter") {
                try await ground.number("select count(*) from dead_letters") == 1
            }
            _ = try await ground.docket(["pause", "validation", "--reason", "a new decoder"])
            try await services[1].says(["paused by "], status: 200)
            for _ in 0..<waiting { try await ground.submit(try await ground.draft(at: gateway), at: gateway) }

            try await status(ground, services, kafka)
            try await deadLetters(ground, services)
            try await books(ground)
            try await questions(ground, services, accepted: accepted, refused: refused)
        }

        /// A submission whose bill is too old, and at which a file was refused besides.
        private static func refusal(_ ground: ServiceGround, _ gateway: ServiceProcess) async throws -> SubmissionID {
            let refused = try await ground.draft(at: gateway, issuedDaysAgo: 200)
            let document = try await ground.text(
                "select id::text from documents where submission_id = '\(refused)'")
            let url = "http://127.0.0.1:\(gateway.port ?? 0)/v1/submissions/\(refused)/documents/\(document)/pages"
            let file = "\(ground.folder)/program.exe"
            try FileBytes.write(Array("MZ this is no picture".utf8), to: file)
            #expect(try await CurlAnswer.of(url, ["-F", "file=@\(file)"]).status == 415)
            try await ground.submit(refused, at: gateway)
            #expect(try await ground.outcome(of: refused, at: gateway) == .needsInput)
            return refused
        }

        // MARK: - What is asked

        private static func status(_ ground: ServiceGround, _ services: [ServiceProcess], _ kafka: String?) async throws {
            let seen = try await eventually("docket status says what waits") {
                let status = try await ground.report(services)
                return status.partitions(of: "validation").reduce(0) { $0 + $1.lag } == waiting ? status : nil
            }
            #expect(seen.stages.first { $0.stage == "validation" }?.lag == waiting)
            #expect(seen.paused.map(\.stage) == ["validation"] && seen.paused.first?.reason == "a new decoder")
            #expect(
                seen.services.allSatisfy { $0.isReady == true && $0.version == SuiteVersion.text && $0.clockAhead == 0 },
                "\(seen.services)")
            #expect(
                try await seen.inFlight
                    == ground.number("select count(*) from submissions where state in ('submitted', 'processing')"))
            #expect(try await seen.deadLetters == ground.number("select count(*) from dead_letters where settled_at is null"))
            #expect(try await seen.outboxRows == ground.number("select count(*) from outbox where published_at is null"))
            #expect(seen.inFlight == waiting && seen.deadLetters == 1 && seen.parked == 0 && seen.outboxRows == 0)
            guard let kafka else { return }
            let told = try await Program.check(
                kafka,
                [
                    "tool", "groups", "--bootstrap-server", "127.0.0.1:\(ground.brokerPort)", "--describe", "--group",
                    Stage.validation.consumerGroup,
                ],
                limit: .seconds(60)
            ).text
            let rows = told.split(separator: "\n").map { $0.split(separator: " ") }.filter {
                $0.count > 5 && $0[0] == Stage.validation.consumerGroup
            }
            #expect(rows.reduce(0) { $0 + (Int($1[5]) ?? Int($1[4]) ?? 0) } == waiting, "\(told)")
        }

        private static func deadLetters(_ ground: ServiceGround, _ services: [ServiceProcess]) async throws {
            struct Line: Decodable {
                let kind: String
                let number: Int64?
                let cause: String?
            }
            let listed = try await ground.docket(["dlq", "list", "--json"]).text.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            #expect(listed.map(\.kind) == ["record"] && listed.first?.cause == "event-malformed", "\(listed)")
            let number = try #require(listed.first?.number)
            let shown = try await ground.docket(["dlq", "show", "\(number)"]).text
            #expect(shown.contains("no event at all") && shown.contains("stranger") && shown.contains("6e 6f 20 65"), "\(shown)")
            let tailed = try await ground.docket(["tail", "-t", "dlq", "--from-beginning", "--no-follow"]).text
            #expect(tailed.contains("event-malformed"), "\(tailed)")
            try await eventually("the services' gauges say the same") {
                var counts: [Int] = []
                for service in services { counts.append(try await service.sum(of: "docket_dead_letters")) }
                return counts.contains(1) && counts.allSatisfy { $0 <= 1 }
            }
        }

        private static func books(_ ground: ServiceGround) async throws {
            struct Books: Decodable {
                let accepted: Int
                let inFlight: Int
                let parked: Int
                let missing: Int
                let ended: [String: Int]
                let sound: Bool
                let paused: [ServiceGround.Status.Paused]
            }
            let text = try await ground.docket(["reconcile", "--dry-run", "--json"]).text
            let books = try JSONDecoder().decode(Books.self, from: Data(text.utf8))
            #expect(try await books.accepted == ground.number("select count(*) from submissions where submitted_at is not null"))
            #expect(books.accepted == books.ended.values.reduce(0, +) + books.inFlight + books.parked)
            #expect(books.inFlight == waiting && books.missing == 0 && books.sound && books.paused.map(\.stage) == ["validation"])
        }

        // MARK: - The manual's questions

        /// Each command of the table in `operating.md`, as it is written there: it answers, with the words that the table names.
        private static func questions(
            _ ground: ServiceGround, _ services: [ServiceProcess], accepted: SubmissionID, refused: SubmissionID
        ) async throws {
            let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
            let page = try #require(ProcFile.text("\(root)/deploy/manual/operating.md"))
            let section = try #require(page.components(after: "## Questions and answers\n"))
            let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            #expect(rows.count >= 10)
            var environment = [
                "DATABASE_URL": ground.database, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:\(ground.brokerPort)",
                "GATEWAY_URL": "http://127.0.0.1:\(services[0].port ?? 0)", "DOCKET_HOME": "\(ground.folder)/none",
                "PATH": try BuiltPrograms.folder() + ":/usr/bin:/bin",
            ]
            for (service, name) in zip(services, ["GATEWAY", "VALIDATION", "NORMALIZATION", "NOTIFICATION"]) {
                environment["\(name)_ADMIN_URL"] = "http://127.0.0.1:\(service.adminPort)"
            }
            for row in rows {
                let codes = row.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                    .map { String($0.element) }
                let command = try #require(codes.first).replacing("REFUSED", with: "\(refused)")
                    .replacing("SUBMISSION", with: "\(accepted)")
                let began = ContinuousClock.now
                let answer = try await Program.run("bash", ["-c", command], environment: environment, limit: .seconds(60))
                print("question: \(command): \(ContinuousClock.now - began)")
                #expect(answer.status.isSuccess, "\(command): \(answer.text)\(answer.complaints)")
                for word in codes.dropFirst() {
                    #expect(answer.text.contains(word), "\(command) does not say \(word): \(answer.text)")
                }
            }
        }
    }
}

extension String {
    /// What follows it, up to the next heading of the same rank.
    fileprivate func components(after heading: String) -> String? {
        guard let range = firstRange(of: heading) else { return nil }
        let rest = self[range.upperBound...]
        return String(rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)])
    }
}

extension ServiceProcess {
    /// Over the series of a gauge.
    fileprivate func sum(of gauge: String) async throws -> Int {
        try await metrics().split(separator: "\n").filter { $0.hasPrefix("\(gauge){") || $0.hasPrefix("\(gauge) ") }
            .reduce(0) { $0 + ($1.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) } ?? 0) }
    }
}

extension ServiceGround {
    /// More of what `docket status` says.
    fileprivate struct Report: Decodable {
        struct Stage: Decodable {
            let stage: String
            let lag: Int
        }
        struct Service: Decodable {
            let isReady: Bool?
            let version: String?
            let clockAhead: Double?
        }
        let stages: [Stage]
        let services: [Service]
        let paused: [Status.Paused]
        let partitions: [Status.Partition]
        let inFlight: Int
        let deadLetters: Int
        let parked: Int
        let outboxRows: Int

        func partitions(of stage: String) -> [Status.Partition] { partitions.filter { $0.stage == stage } }
    }

    fileprivate func report(_ services: [ServiceProcess]) async throws -> Report {
        let addresses = services.flatMap { ["--admin", "\($0.name)=http://127.0.0.1:\($0.adminPort)"] }
        return try JSONDecoder().decode(
            Report.self, from: Data(try await docket(["status", "--once", "--json"] + addresses).text.utf8))
    }

    /// By Postgres's own client.
    fileprivate func text(_ statement: String) async throws -> String {
        String(try await Program.check("psql", [database, "-XAtc", statement]).text.prefix { !$0.isNewline })
    }

    fileprivate func number(_ statement: String) async throws -> Int {
        let answer = try await text(statement)
        return try #require(Int(answer), "\(statement): \(answer)")
    }
}

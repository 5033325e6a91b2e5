import EventLoop
import Support

/// One service by itself, without `docket up`.
struct ServiceProcess: Sendable {
    struct Answer: Sendable {
        let status: Int
        let text: String
    }

    let name: String
    let adminPort: Int
    /// Where it answers clients; the gateway alone does.
    let port: Int?
    let program: StartedProgram

    static func start(
        _ name: String, database: String?, brokerPort: Int, blobs: String, environment more: [String: String] = [:]
    ) async throws -> ServiceProcess {
        let adminPort = try await FreePorts.one()
        var environment = [
            "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:\(brokerPort)", "KAFKA_FETCH_WAIT": "10ms",
            // Whoever wants pages to be read says so, and starts who reads them.
            "DOCKET_READING": "off",
            "DOCKET_SEALING_KEYS": try SealingKeyFile.path(),
            "DOCKET_BLOBS": blobs, "DOCKET_ADMIN_ADDRESS": "127.0.0.1:\(adminPort)",
        ]
        environment["DATABASE_URL"] = database
        var port: Int?
        if name == "IntakeGateway" {
            let own = try await FreePorts.one()
            environment["DOCKET_DEVELOPMENT"] = "true"
            environment["DOCKET_ADMIN_API"] = "public"
            environment["DOCKET_HTTP_ADDRESS"] = "127.0.0.1:\(own)"
            port = own
        }
        environment.merge(more) { $1 }
        let program = try await Program.start(try BuiltPrograms.path(name), environment: environment)
        return ServiceProcess(name: name, adminPort: adminPort, port: port, program: program)
    }

    func ready() async throws -> Answer {
        let result = try await Program.check(
            "curl", ["-sS", "--max-time", "5", "-w", "\n%{http_code}", "http://127.0.0.1:\(adminPort)/health/ready"])
        let lines = result.text.split(separator: "\n")
        return Answer(status: lines.last.flatMap { Int($0) } ?? 0, text: lines.dropLast().joined(separator: "\n"))
    }

    func metrics() async throws -> String {
        try await Program.check("curl", ["-sS", "--max-time", "5", "http://127.0.0.1:\(adminPort)/metrics"]).text
    }

    /// Waits until everything works that it needs. What it lacks, or how it ended, is in the error.
    func untilReady(within limit: Duration = .seconds(30)) async throws {
        try await eventually("\(name) is ready", within: limit) {
            if let status = program.process.status { throw Hopeless(description: "\(name) \(status): \(program.output)") }
            let answer = try await ready()
            guard answer.status == 200 else {
                throw Program.Failed(description: "\(answer.status) \(answer.text), after \(program.output.suffix(4_000))")
            }
            return true
        }
    }
}

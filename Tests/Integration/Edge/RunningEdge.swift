import EventLoop
import FoundationEssentials
import Glibc
import Support
import Testing

/// Two gateways behind Debian's HAProxy, which runs with `deploy/haproxy.cfg`.
struct RunningEdge: Sendable {
    let gateways: [ServiceProcess]
    let haproxy: StartedProgram
    /// Begins with https.
    let url: String
    let port: Int
    let plainPort: Int
    /// The certificate that clients trust.
    let certificate: String
    let folder: String

    static func run(
        gateway environment: [String: String] = [:], _ body: (RunningEdge) async throws -> Void
    ) async throws {
        let cluster = try await TemporaryPostgres.start()
        let folder = try TemporaryFolder("edge")
        var started: [StartedProgram] = []
        let result: Result<Void, any Error>
        do {
            let edge = try await start(cluster, folder, environment) { started.append($0) }
            result = .success(try await body(edge))
        } catch {
            result = .failure(error)
        }
        for program in started.reversed() { await program.stop() }
        await cluster.stop()
        try result.get()
    }

    private static func start(
        _ cluster: TemporaryPostgres, _ folder: TemporaryFolder, _ environment: [String: String],
        started: (StartedProgram) -> Void
    ) async throws -> RunningEdge {
        let database = cluster.networkConnectionString(database: try await cluster.makeDatabase())
        _ = try await Program.check(
            try BuiltPrograms.path("docket"), ["migrate"], environment: ["DATABASE_URL": database])
        var environment = environment
        environment["DOCKET_TRUSTED_PROXIES"] = "127.0.0.1"
        // Gateways take documents in without a broker, too; here nobody works on them.
        let brokerPort = try await FreePorts.one()
        var gateways: [ServiceProcess] = []
        for _ in 0..<2 {
            let gateway = try await ServiceProcess.start(
                "IntakeGateway", database: database, brokerPort: brokerPort, blobs: "\(folder.path)/blobs",
                environment: environment)
            started(gateway.program)
            gateways.append(gateway)
        }
        let certificate = try await certificate(in: folder.path)
        let (port, plainPort) = (try await FreePorts.one(), try await FreePorts.one())
        let haproxy = try await Program.start(
            "haproxy", ["-W", "-db", "-f", configuration],
            environment: [
                "DOCKET_EDGE_HTTPS": "127.0.0.1:\(port)", "DOCKET_EDGE_HTTP": "127.0.0.1:\(plainPort)",
                "DOCKET_EDGE_CERTIFICATE": "\(folder.path)/edge.pem",
                "DOCKET_EDGE_ADMIN": "127.0.0.1:\(try await FreePorts.one())",
                "DOCKET_GATEWAY_1": "127.0.0.1:\(gateways[0].port ?? 0)",
                "DOCKET_GATEWAY_2": "127.0.0.1:\(gateways[1].port ?? 0)",
            ])
        started(haproxy)
        let edge = RunningEdge(
            gateways: gateways, haproxy: haproxy, url: "https://localhost:\(port)", port: port, plainPort: plainPort,
            certificate: certificate, folder: folder.path)
        for gateway in gateways { try await gateway.untilReady() }
        try await eventually("the edge answers") {
            if let status = haproxy.process.status { throw Hopeless(description: "haproxy \(status): \(haproxy.output)") }
            return try await edge.curl("/health/live").status == 200
        }
        return edge
    }

    /// The repository's own, by the place of this file.
    private static var configuration: String {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/deploy/haproxy.cfg"
    }

    private static func certificate(in folder: String) async throws -> String {
        let (certificate, key) = ("\(folder)/certificate.pem", "\(folder)/key.pem")
        _ = try await Program.check(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        let both = (ProcFile.bytes(certificate) ?? []) + (ProcFile.bytes(key) ?? [])
        try Data(both).write(to: URL(filePath: "\(folder)/edge.pem"))
        return certificate
    }

    // MARK: - Through it

    /// Sends a request with curl by HTTP/2, unless the arguments say otherwise. `path` begins at the edge's address.
    func curl(_ path: String, _ arguments: [String] = [], limit: Int = 30) async throws -> CurlAnswer {
        try await CurlAnswer.of(url + path, ["--cacert", certificate] + arguments, limit: limit)
    }

    /// A new draft with one document, of the journey that every installation has.
    func draft() async throws -> (submission: String, document: String) {
        let submission = try await curl("/v1/submissions", ["--json", #"{"journey": "proof-of-address"}"#])
        let id = try #require(submission.member("id"), "\(submission)")
        let document = try await curl(
            "/v1/submissions/\(id)/documents", ["--json", #"{"type": "utility-bill", "issueDate": "2026-10-31"}"#])
        return (id, try #require(document.member("id"), "\(document)"))
    }

    /// Everything that the edge and the gateways have logged.
    var logs: String { haproxy.output + gateways.map(\.program.output).joined() }
}

import EventLoop
import FoundationEssentials
import Glibc
import ServiceRuntime
import Support
import Testing

/// The files that operators deploy with, held against what they promise. None of these tests needs an engine or a cluster.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DeploymentTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let checks = "\(root)/Tests/Integration/Deployment"

    /// Every variable that a service or `docket` knows, a line each.
    private static func knownVariables(in folder: TemporaryFolder) async throws -> String {
        var names = SharedVariables.names
        for service in ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"] {
            let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
            names.formUnion(table.split(separator: "`").map(String.init).filter { $0.hasPrefix("DOCKET_") })
        }
        let path = "\(folder.path)/variables"
        try FileBytes.write(Array(names.sorted().joined(separator: "\n").utf8), to: path)
        return path
    }

    @Test func theComposeFileKeepsItsPromises() async throws {
        let folder = try TemporaryFolder("compose")
        let result = try await Program.run(
            "python3", ["\(Self.checks)/check_compose.py", Self.root, try await Self.knownVariables(in: folder)])
        #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
    }

    @Test func theManifestsOfKubernetesAreValidAndFitTogether() async throws {
        let folder = try TemporaryFolder("kubernetes")
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["kubernetes-validate==1.37.0", "PyYAML==6.0.2"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("The manifests of Kubernetes are not checked: \(missing)")
        }
        let result = try await Program.run(
            python,
            ["\(Self.checks)/check_kubernetes.py", "\(Self.root)/deploy/kubernetes", try await Self.knownVariables(in: folder)])
        #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
    }

    /// As the compose file starts it: by names that nobody resolves yet, with the certificate that the first start makes.
    @Test func theEdgeTakesItsConfigurationInCompose() async throws {
        let folder = try TemporaryFolder("edge-compose")
        let (secrets, edge) = ("\(folder.path)/secrets", "\(folder.path)/edge")
        for place in [secrets, edge] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        let prepare = "\(Self.root)/deploy/compose/secrets.sh"
        _ = try await Program.check("sh", [prepare, secrets, edge], environment: ["DOCKET_EDGE_NAME": "docket.example"])
        let made = try #require(ProcFile.text("\(secrets)/database-password"))
        #expect(made.utf8.count == 48)
        let certificate = try #require(ProcFile.text("\(edge)/edge.pem"))

        let checked = try await Program.run(
            "haproxy", ["-c", "-f", "\(Self.root)/deploy/haproxy.cfg"],
            environment: [
                "DOCKET_EDGE_HTTPS": "*:8443", "DOCKET_EDGE_HTTP": "*:8080", "DOCKET_EDGE_CERTIFICATE": "\(edge)/edge.pem",
                "DOCKET_EDGE_ADMIN": "127.0.0.1:8404",
                "DOCKET_GATEWAY_1": "intake-gateway:8080", "DOCKET_GATEWAY_2": "intake-gateway-2:8080",
            ])
        #expect(checked.status.isSuccess, "\(checked.text)\(checked.complaints)")

        // What is there stays.
        _ = try await Program.check("sh", [prepare, secrets, edge], environment: ["POSTGRES_PASSWORD": "other"])
        #expect(ProcFile.text("\(secrets)/database-password") == made)
        #expect(ProcFile.text("\(edge)/edge.pem") == certificate)
        #expect(ProcFile.text("\(secrets)/database-url") == "postgresql://docket:\(Self.escaped(made))@postgres:5432/docket")
    }

    @Test func aCertificateThatIsNoneIsRefusedAndOneThatHasEndedIsTold() async throws {
        let folder = try TemporaryFolder("edge-faults")
        let (secrets, edge) = ("\(folder.path)/secrets", "\(folder.path)/edge")
        for place in [secrets, edge] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        let prepare = "\(Self.root)/deploy/compose/secrets.sh"
        try FileBytes.write(Array("nonsense".utf8), to: "\(edge)/edge.pem")
        let refused = try await Program.run("sh", [prepare, secrets, edge])
        #expect(refused.status == .exited(1) && refused.complaints.contains("is no certificate in PEM"), "\(refused.complaints)")

        // Somebody's own, of which one day is left.
        _ = try await Program.check(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=own", "-keyout", "\(edge)/key",
                "-out", "\(edge)/edge.pem",
            ])
        let own = ProcFile.text("\(edge)/edge.pem")
        let told = try await Program.run("sh", [prepare, secrets, edge])
        #expect(told.status.isSuccess && told.complaints.contains("the certificate of the edge ends at"), "\(told.complaints)")
        #expect(ProcFile.text("\(edge)/edge.pem") == own)
    }

    /// Clients refuse it, the edge's health check says why, and a new one is taken without anybody's help.
    @Test func anEdgeWhoseCertificateHasEndedSaysSoAndTakesTheNextOneByItself() async throws {
        let folder = try TemporaryFolder("edge-ended")
        let (https, http, admin) = (try await FreePorts.one(), try await FreePorts.one(), try await FreePorts.one())
        let file = "\(folder.path)/edge.pem"
        func renew(_ clock: String) async throws {
            let made = try await Program.run(
                "faketime",
                [
                    clock, "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                    "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                    "\(folder.path)/key.pem", "-out", "\(folder.path)/certificate.pem",
                ])
            try #require(made.status.isSuccess, "\(made.complaints)")
            let both = ["certificate", "key"].flatMap { ProcFile.bytes("\(folder.path)/\($0).pem") ?? [] }
            try FileBytes.write(both, to: "\(file).new")
            _ = try await Program.check("mv", ["\(file).new", file])
        }
        try await renew("-9 days")
        let environment = [
            "DOCKET_EDGE_HTTPS": "127.0.0.1:\(https)", "DOCKET_EDGE_HTTP": "127.0.0.1:\(http)",
            "DOCKET_EDGE_CERTIFICATE": file, "DOCKET_EDGE_ADMIN": "127.0.0.1:\(admin)", "DOCKET_GATEWAY_1": "127.0.0.1:1",
            "DOCKET_GATEWAY_2": "127.0.0.1:2", "DOCKET_EDGE_CERTIFICATE_INTERVAL": "0.2",
        ]
        let scripts = "\(Self.root)/deploy/compose"
        // Its log goes elsewhere: HAProxy would write it over what is said besides.
        let edge = try await Program.start(
            "sh", ["-c", #"exec bash "$0" "$1" >/dev/null"#, "\(scripts)/edge.sh", "\(Self.root)/deploy/haproxy.cfg"],
            environment: environment)
        func health() async throws -> Program.Result {
            try await Program.run("bash", ["\(scripts)/edge-ask.sh", "health"], environment: environment)
        }
        /// 60 is a certificate that is not believed, 0 an answer: 503, for there is no gateway.
        func client() async throws -> Program.Result {
            try await Program.run(
                "curl",
                [
                    "-sS", "--cacert", "\(folder.path)/certificate.pem", "-o", "/dev/null", "-w", "%{http_code}",
                    "https://localhost:\(https)/v1/journeys",
                ])
        }
        let result: Result<Void, any Error>
        do {
            let said = try await eventually("the health check tells it") {
                let answer = try await health()
                return answer.text.contains("the certificate has ended") ? answer : nil
            }
            #expect(said.status == .exited(1))
            let refused = try await client()
            #expect(refused.status == .exited(60) && refused.complaints.contains("expired"), "\(refused.complaints)")
            try await renew("-1 days")
            try await eventually("the next one is taken") { try await health().status.isSuccess }
            let answered = try await client()
            #expect(answered.text == "503", "\(answered.complaints)")
            #expect(edge.output.contains("has changed, and is taken"), "\(edge.output)")
            // Half of a file, or another one, takes nothing away.
            try FileBytes.write(Array("nonsense".utf8), to: file)
            try await eventually("it is refused") { edge.output.contains("cannot be taken; the one before stays") }
            #expect(try await client().text == "503")
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let status = await edge.stop(SIGUSR1)
        #expect(status == .exited(0), "\(edge.output)")
        try result.get()
    }

    private static func escaped(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16) }.joined() }
}

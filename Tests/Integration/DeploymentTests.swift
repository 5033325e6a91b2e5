import EventLoop
import FoundationEssentials
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

    private static func escaped(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16) }.joined() }
}

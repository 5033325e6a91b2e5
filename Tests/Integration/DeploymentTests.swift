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
        for service in BuiltPrograms.services {
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
        let (secrets, edge, readers) = ("\(folder.path)/secrets", "\(folder.path)/edge", "\(folder.path)/readers")
        for place in [secrets, edge, readers] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        let prepare = "\(Self.root)/deploy/compose/secrets.sh"
        _ = try await Program.check("sh", [prepare, secrets, edge, readers], environment: ["DOCKET_EDGE_NAME": "docket.example"])
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
        _ = try await Program.check("sh", [prepare, secrets, edge, readers], environment: ["POSTGRES_PASSWORD": "other"])
        #expect(ProcFile.text("\(secrets)/database-password") == made)
        #expect(ProcFile.text("\(edge)/edge.pem") == certificate)
        #expect(
            ProcFile.text("\(readers)/gateway/database-url") == "postgresql://docket:\(Self.escaped(made))@postgres:5432/docket")
    }

    /// Of what is secret each reader has what it needs, and nobody else may read it.
    @Test func whoReadsASecretHasItAloneAndNoOther() async throws {
        let folder = try TemporaryFolder("secrets-of-readers")
        let places = ["secrets", "edge", "readers"].map { "\(folder.path)/\($0)" }
        for place in places { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) }
        for name in ["tokens", "webhook", "s3", "vault", "pin", "unnamed"] {
            try FileBytes.write(Array(name.utf8), to: "\(places[0])/\(name)")
        }
        let prepare = ["\(Self.root)/deploy/compose/secrets.sh"] + places
        let shown = "/var/lib/docket/secrets"
        _ = try await Program.check(
            "sh", prepare,
            environment: [
                "DOCKET_TOKENS_FILE": "\(shown)/tokens", "DOCKET_WEBHOOK_SECRET_FILE": "\(shown)/webhook",
                "AWS_SECRET_ACCESS_KEY_FILE": "\(shown)/s3", "DOCKET_SMTP_PASSWORD_FILE": "/elsewhere/smtp",
                "VAULT_TOKEN_FILE": "\(shown)/vault", "PKCS11_PIN_FILE": "\(shown)/pin",
            ])
        let common = ["database-direct-url", "database-url", "kafka-password"]
        func held(_ reader: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(places[2])/\(reader)").sorted()
        }
        #expect(try held("postgres") == ["database-password"])
        #expect(try held("kafka") == ["client.properties", "jaas.conf"])
        #expect(try held("migration") == common)
        #expect(try held("gateway") == (common + ["pin", "s3", "sealing-keys", "signing-key.pem", "tokens", "vault"]).sorted())
        #expect(try held("worker") == common + ["pin", "s3", "sealing-keys", "vault"])
        #expect(try held("notification") == common + ["pin", "sealing-keys", "vault", "webhook"])
        let operators = ["kcat.conf", "sealing-keys", "signing-key.pem"]
        #expect(try held("operator") == (common + operators + ["pin", "s3", "vault"]).sorted())
        #expect(ProcFile.text("\(places[2])/gateway/tokens") == "tokens")
        let password = try #require(ProcFile.text("\(places[0])/kafka-password"))
        #expect(password.utf8.count == 48)
        #expect(ProcFile.text("\(places[2])/kafka/jaas.conf")?.contains("user_docket=\"\(password)\"") == true)

        // No file is anybody's; those that were made lie where their owner alone looks.
        let open = try await Program.check(
            "find",
            [places[1], places[2], "\(places[0])/database-password", "\(places[0])/kafka-password"] + [
                "-type", "f", "-perm", "/o=rwx",
            ])
        #expect(open.text.isEmpty, "\(open.text)")
        let folders = try await Program.check("find", [places[2], "-mindepth", "1", "-type", "d", "-perm", "/o=rwx"])
        #expect(folders.text.isEmpty, "\(folders.text)")

        // What is named no more is taken away; the key of the first start stays.
        try FileBytes.write(Array("key".utf8), to: "\(places[2])/operator/api-key")
        _ = try await Program.check("sh", prepare)
        #expect(try held("gateway") == (common + ["sealing-keys", "signing-key.pem"]).sorted())
        #expect(try held("operator") == (common + operators + ["api-key"]).sorted())
        #expect(ProcFile.text("\(places[0])/kafka-password") == password)

        // Who stores nothing asks AWS for keys alone.
        _ = try await Program.check(
            "sh", prepare,
            environment: ["AWS_SECRET_ACCESS_KEY_FILE": "\(shown)/s3", "DOCKET_SEALING_KMS_KEY": "alias/docket"])
        #expect(try held("notification") == common + ["s3", "sealing-keys"])

        let refused = try await Program.run("sh", prepare, environment: ["DOCKET_TOKENS_FILE": "\(shown)/../etc/shadow"])
        #expect(refused.status == .exited(1) && refused.complaints.contains("DOCKET_TOKENS_FILE"), "\(refused.complaints)")
        try FileBytes.write(Array(#"a"b\"#.utf8), to: "\(places[0])/kafka-password")
        let odd = try await Program.run("sh", prepare)
        #expect(odd.status == .exited(1) && odd.complaints.contains("kafka-password"), "\(odd.complaints)")
    }

    /// Where somebody is let in already a key would be nobody's, and in development it would end that.
    @Test func theFirstStartMakesAKeyWhereNobodyComesInWithoutOne() async throws {
        let folder = try TemporaryFolder("first-key")
        let script = "\(Self.root)/deploy/compose/first-key.sh"
        try FileBytes.write(Array("#!/bin/sh\necho \"$@\" >>\"$CALLS\"\n".utf8), to: "\(folder.path)/docket")
        chmod("\(folder.path)/docket", 0o755)
        func calls(_ environment: [String: String]) async throws -> String? {
            unlink("\(folder.path)/calls")
            let own = ["PATH": "\(folder.path):/usr/bin:/bin", "CALLS": "\(folder.path)/calls"]
            _ = try await Program.check("sh", [script, "/key"], environment: own.merging(environment) { $1 })
            return ProcFile.text("\(folder.path)/calls")
        }
        let made = "keys create --tenant default --name first start --first --save /key\n"
        #expect(try await calls([:]) == made)
        #expect(try await calls(["DOCKET_DEVELOPMENT": "false", "DOCKET_TOKENS": ""]) == made)
        for variables in [["DOCKET_TOKENS": "acme=x"], ["DOCKET_TOKENS_FILE": "/t"], ["DOCKET_DEVELOPMENT": "true"]] {
            #expect(try await calls(variables) == nil, "\(variables)")
        }
    }

    /// Whoever lists the processes of a machine reads their arguments.
    @Test(arguments: [
        (
            "postgresql://docket:p%40ss%2Fw%25rd@db.example:5432/docket?sslmode=require", "p@ss/w%rd",
            "postgresql://docket@db.example:5432/docket?sslmode=require"
        ),
        ("postgres://docket:p?w@db.example/docket", "p?w", "postgres://docket@db.example/docket"),
        ("postgresql://docket@db.example/docket", "", "postgresql://docket@db.example/docket"),
        ("host=/run/postgresql dbname=docket", "", "host=/run/postgresql dbname=docket"),
    ])
    func aBackupTellsThePasswordToPostgresAlone(url: String, password: String, address: String) async throws {
        let folder = try TemporaryFolder("arguments")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/blobs", withIntermediateDirectories: true)
        let program = "#!/bin/sh\necho \"$0 $@ [${PGPASSWORD-}] ${DATABASE_URL-}\" >>\"$CALLS\"\necho 0\n"
        for name in ["pg_dump", "psql", "pg_restore"] {
            try FileBytes.write(Array(program.utf8), to: "\(folder.path)/\(name)")
            chmod("\(folder.path)/\(name)", 0o755)
        }
        let environment = [
            "PATH": "\(folder.path):/usr/bin:/bin", "CALLS": "\(folder.path)/calls", "DATABASE_URL": url,
            "DOCKET_BLOBS": "\(folder.path)/blobs",
        ]
        // A pooler is passed by.
        let pooled = ["DATABASE_URL": "postgresql://docket:other@pooler/docket", "DATABASE_DIRECT_URL": url]
        for (script, variables) in [("backup", [:]), ("restore", pooled)] {
            _ = try await Program.check(
                "bash", ["\(Self.root)/deploy/\(script)", "--direct", "\(folder.path)/saved"],
                environment: environment.merging(variables) { $1 })
        }
        let calls = try #require(ProcFile.text("\(folder.path)/calls")).split(separator: "\n")
        #expect(calls.count == 13)
        for call in calls {
            #expect(call.hasSuffix(" [\(password)] "), "\(call)")
            // What only reads a dump asks no database.
            let asksNobody = call.contains(" --file=/dev/null ") || call.contains(" --list ")
            #expect(asksNobody || call.contains("--dbname=\(address) "), "\(call)")
        }
    }

    @Test(arguments: ["postgresql:///docket?host=h&password=secret", "host=h password=secret", "postgresql://u:%zz@h/docket"])
    func aPasswordThatCannotBeTakenOutOfTheArgumentsIsRefused(url: String) async throws {
        let folder = try TemporaryFolder("arguments")
        let result = try await Program.run(
            "bash", ["\(Self.root)/deploy/backup", "--direct", "\(folder.path)/saved"],
            environment: ["DATABASE_URL": url, "DOCKET_BLOBS": folder.path])
        #expect(result.status == .exited(64) && result.complaints.contains("DATABASE_URL"), "\(result.complaints)")
        #expect(!result.complaints.contains("secret"))
    }

    @Test func aCertificateThatIsNoneIsRefusedAndOneThatHasEndedIsTold() async throws {
        let folder = try TemporaryFolder("edge-faults")
        let (secrets, edge, readers) = ("\(folder.path)/secrets", "\(folder.path)/edge", "\(folder.path)/readers")
        for place in [secrets, edge, readers] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        let prepare = "\(Self.root)/deploy/compose/secrets.sh"
        try FileBytes.write(Array("nonsense".utf8), to: "\(edge)/edge.pem")
        let refused = try await Program.run("sh", [prepare, secrets, edge, readers])
        #expect(refused.status == .exited(1) && refused.complaints.contains("is no certificate in PEM"), "\(refused.complaints)")

        // Somebody's own, of which one day is left.
        _ = try await Program.check(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=own", "-keyout", "\(edge)/key",
                "-out", "\(edge)/edge.pem",
            ])
        let own = ProcFile.text("\(edge)/edge.pem")
        let told = try await Program.run("sh", [prepare, secrets, edge, readers])
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

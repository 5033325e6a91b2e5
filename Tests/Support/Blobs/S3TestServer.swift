import FoundationEssentials
import Glibc

/// An S3 server of this run, started by the script that `DOCKET_TEST_S3` names (`SCRIPT start --port P --dir D` prints its address
/// and keys, `SCRIPT erase --dir D` ends it), with one bucket. It is reached by signature version 4 alone.
public struct S3TestServer: Sendable {
    /// Nil where none can be had.
    public static let script = ProcessInfo.processInfo.environment["DOCKET_TEST_S3"].flatMap { $0.isEmpty ? nil : $0 }
    public static let skipped = "S3 is not tried: DOCKET_TEST_S3 names no program that starts a server."

    public let endpoint: String
    public let accessKey: String
    public let secretKey: String
    public let bucket = "docket-test"

    /// What services are told of it.
    public func environment(prefix: String) -> [String: String] {
        [
            "DOCKET_BLOBS": "s3://\(bucket)/\(prefix)", "AWS_ENDPOINT_URL_S3": endpoint, "AWS_ACCESS_KEY_ID": accessKey,
            "AWS_SECRET_ACCESS_KEY": secretKey, "AWS_REGION": "us-east-1",
        ]
    }

    /// One for all tests of this process; it ends with the process.
    public static func shared() async throws -> S3TestServer { try await started.value }

    private static let started = Task { () async throws -> S3TestServer in
        guard let script else { throw Program.Failed(description: skipped) }
        atexit { _ = S3TestServer.script.map { system("'\($0)' erase --dir '\(S3TestServer.folder)' >/dev/null 2>&1") } }
        let port = String(try await FreePorts.one())
        let said = try await Program.check(script, ["start", "--port", port, "--dir", folder], limit: .seconds(90)).text
        let server = try S3TestServer(said)
        try await server.makeBucket()
        return server
    }

    /// Where it has its objects.
    public static let folder = FileManager.default.temporaryDirectory
        .appending(path: "docket-s3-\(getpid())-\(UInt32.random(in: .min ... .max))").path

    private init(_ said: String) throws {
        func value(_ name: String) throws -> String {
            let line = said.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
            guard let line else { throw Program.Failed(description: "the S3 script does not say \(name): \(said)") }
            return String(line.dropFirst(name.count + 1))
        }
        (endpoint, accessKey, secretKey) = (try value("S3_ENDPOINT"), try value("S3_ACCESS_KEY"), try value("S3_SECRET_KEY"))
    }

    /// By curl's own signature, which is nobody's of ours.
    private func makeBucket() async throws {
        _ = try await Program.check(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--aws-sigv4", "aws:amz:us-east-1:s3", "--user",
                "\(accessKey):\(secretKey)",
                "--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD", "--request", "PUT", "\(endpoint)/\(bucket)",
            ])
    }
}

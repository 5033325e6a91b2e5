import FoundationEssentials
import Shared
import Support
import Testing

/// KMS as others have made it after AWS's reference: moto, from PyPI.
struct MotoServer: Sendable {
    let endpoint: String

    static func run(_ body: (MotoServer) async throws -> Void) async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["moto[kms,server]==5.2.5"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("KMS is not tried against moto: \(missing)")
        }
        let port = try await FreePorts.one()
        let process = try await Program.start(
            python, ["-m", "moto.server", "--host", "127.0.0.1", "--port", String(port)], environment: [:])
        let server = MotoServer(endpoint: "http://127.0.0.1:\(port)")
        let result: Result<Void, any Error>
        do {
            _ = try await eventually("moto answers", within: .seconds(60)) { try await server.makeKey() }
            result = .success(try await body(server))
        } catch { result = .failure(error) }
        await process.stop()
        try result.get()
    }

    /// The ARN of a new key; asked for with curl's own signature.
    func makeKey() async throws -> String {
        let said = try await Program.check(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--aws-sigv4", "aws:amz:us-east-1:kms", "--user", "test:test",
                "--header", "Content-Type: application/x-amz-json-1.1", "--header", "X-Amz-Target: TrentService.CreateKey",
                "--data", "{}", "\(endpoint)/",
            ]
        ).text
        let made = try JSONDecoder().decode(JSONValue.self, from: Data(said.utf8))
        guard case .string(let arn)? = made["KeyMetadata"]?["Arn"] else {
            throw Program.Failed(description: "moto makes no key: \(said)")
        }
        return arn
    }
}

import FoundationEssentials
import Support
import Testing

/// A server in Python that a test holds ours against. It gets a folder and a port as its first arguments, makes the file `ready` once
/// it listens, and writes what it got into `received`, one JSON object a line. A key and a certificate for localhost are in its folder.
struct PeerServer: Sendable {
    let port: Int
    let folder: String

    /// To be trusted in the place of the system's.
    var certificate: String { "\(folder)/certificate.pem" }

    static func run(
        _ name: String, packages: [String], script: String, _ arguments: [String] = [], files: [String: String] = [:],
        _ body: (PeerServer) async throws -> Void
    ) async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: packages)
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
        let folder = try TemporaryFolder(name)
        try await makeCertificate(in: folder.path)
        for (file, text) in files.merging(["server.py": script], uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
        }
        let port = try await FreePorts.one()
        let program = try await Program.start(python, ["\(folder.path)/server.py", folder.path, String(port)] + arguments)
        let result: Result<Void, any Error>
        do {
            try await eventually("\(name) listens", isTrue: { FileManager.default.fileExists(atPath: "\(folder.path)/ready") })
            result = .success(try await body(PeerServer(port: port, folder: folder.path)))
        } catch {
            result = .failure(Program.Failed(description: "\(error); \(name) said: \(program.output)"))
        }
        await program.stop()
        try result.get()
    }

    func received<T: Decodable>(_: T.Type) throws -> [T] {
        let text = ProcFile.text("\(folder)/received") ?? ""
        return try text.split(separator: "\n").map { try JSONDecoder().decode(T.self, from: Data($0.utf8)) }
    }

    private static func makeCertificate(in folder: String) async throws {
        _ = try await Program.check(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "\(folder)/key.pem", "-out",
                "\(folder)/certificate.pem",
            ])
    }
}

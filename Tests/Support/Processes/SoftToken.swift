import FoundationEssentials
import Glibc

/// A token of SoftHSM's in a folder of its own. SoftHSM finds it by a variable of the process, so each test that uses one in its own
/// process is a process of its own.
public struct SoftToken: Sendable {
    public static let module = "/usr/lib/softhsm/libsofthsm2.so"
    public static let pin = "87654321"

    private let temporary: TemporaryFolder
    public var folder: String { temporary.path }

    private var environment: [String: String] { ["SOFTHSM2_CONF": "\(folder)/softhsm2.conf"] }

    /// With AES keys of these labels.
    public init(keys labels: [String]) async throws {
        temporary = try TemporaryFolder("token")
        try FileManager.default.createDirectory(atPath: "\(folder)/tokens", withIntermediateDirectories: true)
        let configuration = "directories.tokendir = \(folder)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n"
        try FolderFiles.write(Array(configuration.utf8), to: "\(folder)/softhsm2.conf")
        try Self.write(pin: Self.pin, in: folder)
        _ = try await Program.check(
            "softhsm2-util", ["--init-token", "--free", "--label", "docket", "--so-pin", "12345678", "--pin", Self.pin],
            environment: environment)
        for (number, label) in labels.enumerated() {
            try await tool(["--keygen", "--key-type", "AES:32", "--label", label, "--id", "0\(number + 1)", "--sensitive"])
        }
    }

    /// Makes a pair of keys that sign, and returns the public one in PEM.
    public func makePair(_ label: String, curve: String = "prime256v1") async throws -> String {
        try await tool(["--keypairgen", "--key-type", "EC:\(curve)", "--label", label, "--sensitive"])
        let file = "\(folder)/\(label).der"
        try await tool(["--read-object", "--type", "pubkey", "--label", label, "--output-file", file])
        return try await Program.check("openssl", ["pkey", "-pubin", "-inform", "DER", "-in", file]).text
    }

    private func tool(_ words: [String]) async throws {
        _ = try await Program.check(
            "pkcs11-tool",
            ["--module", Self.module, "--token-label", "docket", "--login", "--pin", Self.pin] + words,
            environment: environment)
    }

    public static func write(pin: String, in folder: String) throws {
        try FolderFiles.write(Array("\(pin)\n".utf8), to: "\(folder)/pin")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder)/pin")
    }

    /// Lets SoftHSM find the token of a folder from this process, which is one test's own.
    public static func use(_ folder: String) { setenv("SOFTHSM2_CONF", "\(folder)/softhsm2.conf", 1) }
}

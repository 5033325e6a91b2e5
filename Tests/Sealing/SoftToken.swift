import EventLoop
import FoundationEssentials
import Glibc
import PKCS11
import Support

@testable import Sealing

/// A token of SoftHSM's in a folder of its own. SoftHSM finds it by a variable of the process, so each test that uses one in its own
/// process is a process of its own.
struct SoftToken: Sendable {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static let pin = "87654321"

    private let temporary: TemporaryFolder
    var folder: String { temporary.path }

    /// With AES keys of these labels.
    init(keys labels: [String]) async throws {
        temporary = try TemporaryFolder("token")
        let folder = temporary.path
        try FileManager.default.createDirectory(atPath: "\(folder)/tokens", withIntermediateDirectories: true)
        let configuration = "directories.tokendir = \(folder)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n"
        try FolderFiles.write(Array(configuration.utf8), to: "\(folder)/softhsm2.conf")
        try Self.write(pin: Self.pin, in: folder)
        let environment = ["SOFTHSM2_CONF": "\(folder)/softhsm2.conf"]
        _ = try await Program.check(
            "softhsm2-util", ["--init-token", "--free", "--label", "docket", "--so-pin", "12345678", "--pin", Self.pin],
            environment: environment)
        for (number, label) in labels.enumerated() {
            _ = try await Program.check(
                "pkcs11-tool",
                [
                    "--module", Self.module, "--token-label", "docket", "--login", "--pin", Self.pin, "--keygen", "--key-type",
                    "AES:32", "--label", label, "--id", "0\(number + 1)", "--sensitive",
                ], environment: environment)
        }
    }

    static func write(pin: String, in folder: String) throws {
        try FolderFiles.write(Array("\(pin)\n".utf8), to: "\(folder)/pin")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder)/pin")
    }

    // MARK: - In a process of its own

    /// Gives `body` the keys of a folder's token, by label.
    static func within(
        _ folder: String, _ body: (EventLoopGroup, _ keys: (String) throws -> PKCS11Keys) async throws -> Void
    ) async throws {
        setenv("SOFTHSM2_CONF", "\(folder)/softhsm2.conf", 1)
        let group = try EventLoopGroup(threads: 1)
        try await body(group) { label in
            PKCS11Keys(
                PKCS11Configuration(
                    key: try TokenURI("pkcs11:token=docket;\(label)"), module: module, pinFile: "\(folder)/pin"), group: group)
        }
        await group.shutdown()
    }
}

import Glibc
import Testing

/// A key of the installation as a worker has it: in its environment, and in a file that is open, as a library would leave it, for whatever
/// it executes.
final class PlantedKey: Sendable {
    /// How the key begins, as the hostile decoder looks for it.
    static let mark = "docket-planted-key"

    let text: String
    private let path: String
    private let descriptor: CInt

    init() throws {
        text = "\(Self.mark) \(UInt64.random(in: 0...UInt64.max))"
        path = "/tmp/\(Self.mark)-\(UInt64.random(in: 0...UInt64.max))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        let bytes = Array(text.utf8)
        try #require(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count)
        for variable in ["DOCKET_SEALING_KEYS", "VAULT_TOKEN_FILE"] { setenv(variable, path, 1) }
        setenv("AWS_SECRET_ACCESS_KEY", text, 1)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Whether a path leads to its file.
    func isFile(at path: String) -> Bool {
        var (own, other) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(path, &other) == 0 else { return false }
        return (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
    }
}

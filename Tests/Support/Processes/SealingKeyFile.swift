import Glibc
import Sealing

/// A file of keys for the programs that tests start: one for all tests of a process.
public enum SealingKeyFile {
    private static let made = Result {
        let folder = try TemporaryFolder("sealing")
        let path = "\(folder.path)/keys"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw TemporaryFolderError(detail: "open \(path)") }
        defer { close(descriptor) }
        let text = Array(KeyFile.text(name: "test").utf8)
        guard Glibc.write(descriptor, text, text.count) == text.count else { throw TemporaryFolderError(detail: "write \(path)") }
        return (folder: folder, path: path)
    }

    public static func path() throws -> String { try made.get().path }
}

import CommandSupport
import Glibc

/// The files under `logs`, one for each process.
enum LogFile {
    /// A larger file is renamed (to `.1`) when its process starts. Bytes.
    private static let rotationSize = 64 * 1024 * 1024

    /// Opens a file for appending. The caller closes it once the child has it.
    static func open(_ path: String) throws(CommandFailure) -> CInt {
        var status = stat()
        if stat(path, &status) == 0, status.st_size > rotationSize { rename(path, "\(path).1") }
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw .cannotCreate(path) }
        return descriptor
    }
}

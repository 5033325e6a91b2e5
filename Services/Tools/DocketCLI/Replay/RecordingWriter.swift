import CommandSupport
import Glibc
import LoadTest
import Synchronization

/// Writes a recording, line by line. The file ends with a whole line whenever possible: if the disk is full, an
/// incomplete line is removed.
final class RecordingWriter: Sendable {
    private static let bufferSize = 256 * 1024

    let path: String
    private let descriptor: CInt
    private struct State {
        var buffer: [UInt8] = []
        var buffered = 0
        /// Lines that are certainly in the file, without the header.
        var kept = 0
        var bytes = 0
    }

    private let state = Mutex(State())

    /// An existing file is an error unless `replaces`.
    init(path: String, header: RecordingHeader, replaces: Bool) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL), 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw CommandFailure(
                    .cannotCreate, "\(path) exists already", advice: "Name another file, or replace it with --force.")
            }
            throw CommandFailure(
                .cannotCreate, "cannot write \(path): \(String(cString: strerror(errno)))", advice: "Name another file.")
        }
        (self.path, self.descriptor) = (path, descriptor)
        let line = try header.line()
        state.withLock {
            $0.buffer = line
            $0.buffered = -1
        }
        try flush()
    }

    /// The bytes in the file.
    var bytes: Int { state.withLock { $0.bytes } }

    deinit { close(descriptor) }

    /// Writes a line with its end.
    func write(_ line: [UInt8]) throws(CommandFailure) {
        let isFull = state.withLock { state in
            state.buffer += line
            state.buffered += 1
            return state.buffer.count >= Self.bufferSize
        }
        if isFull { try flush() }
    }

    /// Writes everything buffered to the file.
    func flush() throws(CommandFailure) {
        let failure = state.withLock { state in write(&state) }
        if let failure { throw failure }
    }

    private func write(_ state: inout State) -> CommandFailure? {
        var sent = 0
        while sent < state.buffer.count {
            let count = state.buffer.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return failed(errno, sent, &state) }
            sent += count
        }
        state.bytes += state.buffer.count
        state.kept += max(0, state.buffered)
        state.buffer.removeAll(keepingCapacity: true)
        state.buffered = 0
        return nil
    }

    /// Removes an incomplete line, and says in the failure what is left.
    private func failed(_ number: CInt, _ sent: Int, _ state: inout State) -> CommandFailure {
        let whole = state.buffer[..<sent].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        ftruncate(descriptor, off_t(state.bytes + whole))
        state.kept += state.buffer[..<whole].count { $0 == UInt8(ascii: "\n") }
        state.bytes += whole
        (state.buffer, state.buffered) = ([], 0)
        let problem =
            switch number {
            case ENOSPC, EDQUOT: "the disk is full"
            case EFBIG: "files may not be larger here (ulimit -f)"
            default: String(cString: strerror(number))
            }
        return CommandFailure(
            .cannotCreate, "\(path) cannot be written any further: \(problem)",
            advice: "\(Figures.count(state.kept)) are kept in it, and can be replayed. Make room, or record less.")
    }
}

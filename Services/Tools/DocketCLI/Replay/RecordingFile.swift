import CommandSupport
import EventLoop
import Glibc
import LoadTest
import Synchronization

/// A recording on disk, scanned and in order of time.
final class RecordingFile: Sendable {
    /// The path as given.
    let path: String
    let scan: RecordingScan
    private let descriptor: CInt
    /// The offset of the lines after the header.
    private let beginning: Int64
    private let blocking: BlockingPool

    private static let pieceSize = 512 * 1024

    /// Reads the whole file once. If lines are out of order, it sorts them into a temporary file. Cancelling ends it
    /// early.
    static func open(_ path: String, _ blocking: BlockingPool) async throws -> RecordingFile {
        let stop = StopFlag()
        return try await withTaskCancellationHandler {
            try await open(path, blocking, stop)
        } onCancel: {
            stop.set()
        }
    }

    private static func open(_ path: String, _ blocking: BlockingPool, _ stop: StopFlag) async throws -> RecordingFile {
        try await blocking.run {
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw CommandFailure.cannotRead(path) }
            do {
                var status = stat()
                guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    throw CommandFailure(.notFound, "\(path) is no file")
                }
                let (scan, beginning) = try look(descriptor, stop)
                guard !scan.isOrdered else {
                    return RecordingFile(path, scan, descriptor, beginning, blocking)
                }
                let sorted = try RecordingSorter(source: descriptor, beginning: beginning, stop: stop).sorted()
                close(descriptor)
                return RecordingFile(path, scan, sorted, 0, blocking)
            } catch let fault as RecordingFault {
                close(descriptor)
                throw CommandFailure(
                    .notAccepted, "\(path) cannot be replayed: \(fault)", advice: "Make a recording with `docket record`.")
            } catch {
                close(descriptor)
                throw error
            }
        }
    }

    private init(
        _ path: String, _ scan: RecordingScan, _ descriptor: CInt, _ beginning: Int64, _ blocking: BlockingPool
    ) {
        (self.path, self.scan, self.descriptor, self.beginning, self.blocking) = (path, scan, descriptor, beginning, blocking)
    }

    deinit { close(descriptor) }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func look(_ descriptor: CInt, _ stop: StopFlag) throws -> (RecordingScan, Int64) {
        var splitter = LineSplitter()
        var offset: Int64 = 0
        var scan: RecordingScan?
        var beginning: Int64 = 0
        while case let piece = try read(descriptor, at: offset), !piece.isEmpty {
            try stop.check()
            offset += Int64(piece.count)
            splitter.feed(piece)
            while let line = try splitter.next() {
                guard scan != nil else {
                    scan = RecordingScan(header: try RecordingHeader(line: line))
                    beginning = Int64(line.count + 1)
                    continue
                }
                try scan?.take(line)
            }
        }
        guard scan != nil else { throw RecordingFault.foreign }
        try scan?.finish(rest: splitter.rest)
        guard let scan else { throw RecordingFault.foreign }
        return (scan, beginning)
    }

    static func read(_ descriptor: CInt, at offset: Int64) throws(CommandFailure) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = pread(descriptor, &piece, piece.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(.failure, "the recording cannot be read: \(String(cString: strerror(errno)))")
            }
            piece.removeLast(piece.count - count)
            return piece
        }
    }

    /// The lines from the first one on.
    func lines() -> Lines { Lines(descriptor: descriptor, offset: beginning, left: scan.count, blocking: blocking, file: self) }

    /// Reads ahead in pieces, on a thread of the pool.
    struct Lines: Sendable {
        fileprivate let descriptor: CInt
        fileprivate var offset: Int64
        fileprivate var left: Int
        fileprivate let blocking: BlockingPool
        /// Keeps the descriptor open.
        fileprivate let file: RecordingFile
        private var splitter = LineSplitter()

        fileprivate init(descriptor: CInt, offset: Int64, left: Int, blocking: BlockingPool, file: RecordingFile) {
            (self.descriptor, self.offset, self.left, self.blocking, self.file) = (descriptor, offset, left, blocking, file)
        }

        /// Nil after the last whole line.
        mutating func next() async throws -> ArraySlice<UInt8>? {
            guard left > 0 else { return nil }
            while true {
                if let line = try splitter.next() {
                    left -= 1
                    return line
                }
                let (descriptor, offset) = (descriptor, offset)
                let piece = try await blocking.run { try RecordingFile.read(descriptor, at: offset) }
                // It has become shorter since it was looked over.
                guard !piece.isEmpty else { return nil }
                self.offset += Int64(piece.count)
                splitter.feed(piece)
            }
        }
    }
}

/// Tells a blocking thread that nobody waits for it any more.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    func set() { flag.store(true, ordering: .relaxed) }

    func check() throws(CancellationError) {
        if flag.load(ordering: .relaxed) { throw CancellationError() }
    }
}

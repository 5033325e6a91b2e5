import CommandSupport
import Glibc
import LoadTest

/// Sorts the lines of a recording by time; lines with the same time keep their order. It sorts as many lines as fit into
/// its memory, writes them to unnamed files, and merges these: memory does not grow with the recording.
struct RecordingSorter {
    let source: CInt
    let beginning: Int64
    /// The bytes of lines that are sorted at once, and of each buffer while merging.
    var memory = 64 * 1024 * 1024
    var stop = StopFlag()

    /// The descriptor of an unnamed file with the sorted lines, without a header.
    func sorted() throws -> CInt {
        var runs: [CInt] = []
        defer { for run in runs { close(run) } }
        var splitter = LineSplitter()
        var offset = beginning
        var batch: [(time: Int64, line: [UInt8])] = []
        var size = 0
        func spill() throws {
            guard !batch.isEmpty else { return }
            // Stable: Swift's sort keeps the order of equals.
            batch.sort { $0.time < $1.time }
            var output = try Output()
            for entry in batch { try output.write(entry.line) }
            runs.append(try output.finish())
            (batch, size) = ([], 0)
        }
        while case let piece = try RecordingFile.read(source, at: offset), !piece.isEmpty {
            try stop.check()
            offset += Int64(piece.count)
            splitter.feed(piece)
            while let line = try splitter.next() {
                guard let time = RecordingLine.time(ofWhole: line) else { continue }
                batch.append((time, line + [UInt8(ascii: "\n")]))
                size += line.count + 64
                if size >= memory { try spill() }
            }
        }
        try spill()
        guard runs.count != 1 else { return runs.removeFirst() }
        return try merged(runs)
    }

    private func merged(_ runs: [CInt]) throws -> CInt {
        var inputs = runs.map { Input(descriptor: $0) }
        for index in inputs.indices { try inputs[index].advance() }
        var output = try Output()
        // There are as many runs as the file has shares of memory: few.
        while let next = inputs.indices.filter({ inputs[$0].line != nil }).min(by: { inputs[$0].time < inputs[$1].time }) {
            try stop.check()
            try output.write(inputs[next].line ?? [])
            try inputs[next].advance()
        }
        return try output.finish()
    }

    private struct Input {
        let descriptor: CInt
        var time: Int64 = 0
        /// With its line end; nil after the last line.
        var line: [UInt8]?
        private var splitter = LineSplitter()
        private var offset: Int64 = 0

        init(descriptor: CInt) { self.descriptor = descriptor }

        mutating func advance() throws {
            while true {
                if let next = try splitter.next() {
                    time = RecordingLine.time(ofWhole: next) ?? time
                    line = next + [UInt8(ascii: "\n")]
                    return
                }
                let piece = try RecordingFile.read(descriptor, at: offset)
                guard !piece.isEmpty else {
                    line = nil
                    return
                }
                offset += Int64(piece.count)
                splitter.feed(piece)
            }
        }
    }

    private struct Output {
        private let descriptor: CInt
        private var buffer: [UInt8] = []

        init() throws(CommandFailure) { descriptor = try UnnamedFile.make() }

        mutating func write(_ line: [UInt8]) throws(CommandFailure) {
            buffer += line
            if buffer.count >= 1 << 20 { try flush() }
        }

        private mutating func flush() throws(CommandFailure) {
            try UnnamedFile.write(buffer, to: descriptor)
            buffer.removeAll(keepingCapacity: true)
        }

        mutating func finish() throws(CommandFailure) -> CInt {
            try flush()
            return descriptor
        }
    }
}

/// Files that are deleted when no descriptor is open any more.
enum UnnamedFile {
    /// O_TMPFILE, which Swift does not import: its own bit and that of O_DIRECTORY.
    private static let temporary: CInt = 0o20_000_000 | O_DIRECTORY

    static func make() throws(CommandFailure) -> CInt {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
        var descriptor = open(folder, temporary | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            // Not every file system can do that.
            var name = Array("\(folder)/docket-XXXXXX".utf8CString)
            descriptor = mkstemp(&name)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                unlink(&name)
            }
        }
        guard descriptor >= 0 else {
            throw CommandFailure(
                .cannotCreate, "no temporary file can be made in \(folder): \(String(cString: strerror(errno)))",
                advice: "Name another folder in TMPDIR.")
        }
        return descriptor
    }

    /// Appends the bytes; closes the file on an error.
    static func write(_ bytes: [UInt8], to descriptor: CInt) throws(CommandFailure) {
        guard !FileText.writeAll(bytes, to: descriptor) else { return }
        let reason = String(cString: strerror(errno))
        close(descriptor)
        throw CommandFailure(
            .cannotCreate, "a temporary file cannot be written: \(reason)",
            advice: "Make room, or name another folder in TMPDIR.")
    }
}

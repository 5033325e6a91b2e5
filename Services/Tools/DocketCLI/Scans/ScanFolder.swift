import CommandSupport
import FoundationEssentials
import Glibc
import IntakeClient
import Shared

/// The folder that scanners write into, with `sent` and `refused` in it. Its functions block.
struct ScanFolder: Sendable {
    let path: String

    /// The folder of a finished scan, with its note.
    enum End: String, Sendable {
        case sent, refused
    }

    /// Creates missing folders in it, but not the folder itself: a misspelt one would be watched for ever.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw CommandFailure(
                .notFound, "the folder \(path) cannot be used: \(String(cString: strerror(errno)))", advice: Self.advice)
        }
        try Self.advising { () throws(CommandFailure) in
            for end in [End.sent, .refused] { try HomeDirectory.makeFolder("\(path)/\(end.rawValue)", mode: 0o770) }
        }
    }

    private static let advice = "Name a folder that is there, that has room, and that this user may write to."

    /// The same failures with advice about this folder.
    static func advising(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
        do throws(CommandFailure) {
            try body()
        } catch {
            throw CommandFailure(error.exitCode, error.problem, advice: advice)
        }
    }

    /// Whether it is the name of a visible file directly in the folder. Names of more than 240 bytes leave no room for a note.
    static func isName(_ name: String) -> Bool {
        (1...240).contains(name.utf8.count) && !name.hasPrefix(".") && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
    }

    /// The names in the folder, sorted.
    func names() -> [String] {
        FolderNames.all(in: path).filter(Self.isName).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The identity of a file: it stays when the file is moved, and changes when it is written to.
    struct Identity: Sendable, Equatable {
        let text: String
        let isRegular: Bool
        let age: Duration
    }

    /// Nil if there is no such file. Links are not followed: otherwise anyone who may write here could have any file sent
    /// that this process may read.
    func identity(_ name: String) -> Identity? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)") else { return nil }
        let modified = found[.modificationDate] as? Date ?? .distantPast
        func number(_ key: FileAttributeKey) -> String { (found[key] as? any BinaryInteger).map { "\($0)" } ?? "" }
        return Identity(
            text: "\(number(.systemFileNumber)).\(number(.size)).\(modified.timeIntervalSince1970)",
            isRegular: found[.type] as? FileAttributeType == .typeRegular, age: .seconds(max(0, -modified.timeIntervalSinceNow)))
    }

    /// An open file, closed with its last reference.
    final class Opened: Sendable {
        let descriptor: CInt

        init(descriptor: CInt) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

    func open(_ name: String) throws(ScanFault) -> (file: UploadFile, keeping: Opened) {
        let descriptor = Glibc.open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ScanFault("\(name) cannot be read: \(String(cString: strerror(errno))).") }
        let opened = Opened(descriptor: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ScanFault("\(name) is no regular file.")
        }
        let type = MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) }
        return (
            UploadFile(descriptor: descriptor, length: Int64(status.st_size), mediaType: type, fileName: name), opened
        )
    }

    /// Up to one byte more than `limit`.
    func read(_ name: String, limit: Int) throws(ScanFault) -> [UInt8] {
        let (file, opened) = try open(name)
        defer { withExtendedLifetime(opened) {} }
        do throws(IntakeClientError) {
            return try file.read(at: 0, count: limit + 1)
        } catch {
            throw ScanFault(error.description)
        }
    }

    // MARK: - Its end

    private func noteName(_ name: String) -> String { ".\(name).note" }

    /// Finishes a scan: writes its note, then moves it with its files. `finishMoves` completes an interrupted move, so a
    /// scan whose note says that it was sent is not sent again.
    func finish(_ note: ScanNote) throws(CommandFailure) {
        var note = note
        note.number = try freeNumber(note)
        try Self.advising { [note] () throws(CommandFailure) in
            try FileText.write("\(path)/\(noteName(note.name))", bytes: Array(JSONText.of(note).utf8), mode: 0o660)
            try move(note)
        }
    }

    /// The number under which its names are free; nil where none is needed. All of them get the same one, and none that would make a
    /// sidecar of one scan the sidecar of another's file, which is there already.
    private func freeNumber(_ note: ScanNote) throws(CommandFailure) -> Int? {
        let folder = "\(path)/\(note.end.rawValue)"
        let names = (note.moved + [note.title]).flatMap { name in
            let isSidecar = name.hasSuffix(ScanSidecar.ending)
            return [name, name + ScanSidecar.ending] + (isSidecar ? [String(name.dropLast(ScanSidecar.ending.count))] : [])
        }
        for number in 1...Self.mostNumbers {
            let isFree = names.allSatisfy { access("\(folder)/\(Self.numbered($0, number))", F_OK) != 0 }
            if isFree { return number == 1 ? nil : number }
        }
        throw Self.full(folder, note.name)
    }

    /// Completes the moves that an earlier process has begun.
    func finishMoves() throws(CommandFailure) {
        for name in FolderNames.all(in: path) where name.hasPrefix(".") && name.hasSuffix(".note") {
            guard let text = FileText.bytes("\(path)/\(name)", limit: 1 << 20), let note = ScanNote(text),
                noteName(note.name) == name
            else { continue }
            try Self.advising { () throws(CommandFailure) in try move(note) }
        }
    }

    private func move(_ note: ScanNote) throws(CommandFailure) {
        let folder = "\(path)/\(note.end.rawValue)"
        for name in note.moved where Self.isName(name) {
            try move("\(path)/\(name)", into: folder, as: name, isThere: identity(name) != nil, under: note.number ?? 1)
        }
        try move("\(path)/\(noteName(note.name))", into: folder, as: note.title, isThere: true, under: note.number ?? 1)
    }

    private static let mostNumbers = 10_000

    private static func numbered(_ name: String, _ number: Int) -> String { number == 1 ? name : "\(number)-\(name)" }

    private static func full(_ folder: String, _ name: String) -> CommandFailure {
        CommandFailure(.cannotCreate, "\(folder) has ten thousand files of the name \(name)", advice: "Empty it.")
    }

    /// Replaces no existing file, because scanners reuse their numbers. `chosen` was free when the move began: an empty file under it is
    /// what a process has left that was killed in between.
    func move(
        _ file: String, into folder: String, as wanted: String, isThere: Bool, under chosen: Int? = nil
    ) throws(CommandFailure) {
        guard isThere else { return }
        for number in 1...Self.mostNumbers where number >= chosen ?? 1 {
            let target = "\(folder)/\(Self.numbered(wanted, number))"
            // The name is taken first: not every share knows a rename that overwrites nothing, or links.
            let taken = Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o660)
            if taken < 0, errno == EEXIST {
                guard number == chosen, Self.isEmpty(target) else { continue }
            } else {
                guard taken >= 0, close(taken) == 0 else { throw .cannotCreate(target) }
            }
            guard rename(file, target) == 0 else { throw .cannotCreate(target) }
            return
        }
        throw Self.full(folder, wanted)
    }

    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Whether it is a note that somebody has brought back with what was refused.
    func isNote(_ name: String) -> Bool {
        guard name.hasSuffix(ScanNote.ending), let bytes = try? read(name, limit: ScanSidecar.mostBytes) else { return false }
        return ScanNote(bytes) != nil
    }
}

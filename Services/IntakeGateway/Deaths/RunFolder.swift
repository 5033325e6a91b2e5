import Glibc

/// The folder in which a gateway process leaves information for the next one.
///
/// It has two files: `requests` with the records of the running process, and `deaths` with the history of earlier ones.
struct RunFolder: Sendable {
    let path: String
    /// Of `requests`, which only this process may use.
    let descriptor: CInt

    private static let maximumHistoryBytes = 16 * 1024

    /// - Throws: Why it cannot be used, for a person.
    init(_ path: String) throws(RequestNotebook.Fault) {
        self.path = path
        func fault(_ file: String) -> RequestNotebook.Fault { .init(description: "\(file): \(String(cString: strerror(errno)))") }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw fault(path) }
        let file = "\(path)/requests"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw fault(file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .init(description: "another process uses \(file); each gateway needs a folder of its own")
        }
    }

    /// The records of the previous process.
    func earlierProcess() -> EarlierProcess? {
        var words = [UInt64](repeating: 0, count: NoteLayout.words(slots: NoteLayout.maximumSlots))
        let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return NoteLayout.read(Array(words.prefix(count / 8)))
    }

    func history() -> DeathHistory {
        let file = open("\(path)/deaths", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return DeathHistory() }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumHistoryBytes)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return DeathHistory(text: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    /// Replaces the file atomically: a process that dies meanwhile leaves the old one.
    func keep(_ history: DeathHistory) throws(RequestNotebook.Fault) {
        let (draft, place) = ("\(path)/deaths.new", "\(path)/deaths")
        func fault() -> RequestNotebook.Fault { .init(description: "\(place): \(String(cString: strerror(errno)))") }
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw fault() }
        let bytes = Array(history.text.utf8)
        let written = write(file, bytes, bytes.count)
        let isWhole = written == bytes.count
        guard close(file) == 0, isWhole, rename(draft, place) == 0 else { throw fault() }
    }

    /// The run of the kernel; empty if unknown.
    static var boot: String {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
    }
}

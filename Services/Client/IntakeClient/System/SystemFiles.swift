#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// All calls of this library to the operating system. No other code in it depends on the system.
///
/// These are plain calls, which block for as long as a local file takes.
enum SystemFiles {
    /// Opens a regular file.
    static func open(_ path: String) throws(SystemFault) -> OpenFile {
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw SystemFault() }
        let file = OpenFile(descriptor)
        guard try file.status().isRegular else { throw SystemFault(reason: "not a regular file") }
        return file
    }

    /// Creates a file without a name.
    static func makeNameless() throws(SystemFault) -> OpenFile {
        var template = Array("\(variable("TMPDIR") ?? "/tmp")/docket-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw SystemFault() }
        let file = OpenFile(descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return file
    }

    /// Replaces the file of this name durably: after a crash there is either the old one or the new one.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SystemFault) {
        let draft = path + ".part"
        do throws(SystemFault) {
            let descriptor = systemOpen(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemFault() }
            let file = OpenFile(descriptor)
            try file.write(bytes)
            try file.settle()
            guard rename(draft, path) == 0 else { throw SystemFault() }
        } catch {
            unlink(draft)
            throw error
        }
        try settle(folderOf: path)
    }

    /// Writes at the offset of a descriptor that the caller owns.
    static func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw SystemFault() }
            rest = rest.dropFirst(written)
        }
    }

    /// Reads up to `count` bytes from an offset of a descriptor that the caller owns; empty at the end of the file.
    static func read(_ descriptor: CInt, at offset: Int, count: Int) throws(SystemFault) -> [UInt8] {
        var failure: SystemFault?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let found = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if found < 0, errno == EINTR { continue }
                if found < 0 { failure = SystemFault() }
                guard found > 0 else { break }
                filled += found
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Creates a folder and its parents, accessible only to the owner.
    static func makeFolder(_ path: String) throws(SystemFault) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            throw SystemFault()
        }
    }

    /// Succeeds if the file does not exist.
    static func remove(_ path: String) throws(SystemFault) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemFault() }
    }

    static func move(_ path: String, to other: String) throws(SystemFault) {
        guard rename(path, other) == 0 else { throw SystemFault() }
        try settle(folderOf: other)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The sorted names in a folder, without those that begin with a dot.
    static func names(in folder: String, atMost limit: Int) throws(SystemFault) -> [String] {
        guard let listing = opendir(folder) else { throw SystemFault() }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing), names.count <= limit {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    static func isFolder(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    /// Runs `body` while no other process does so in this folder.
    static func alone<Result>(in folder: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = systemOpen(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemFault() }
        let file = OpenFile(descriptor)
        return try file.locked(body)
    }

    /// Removes an empty folder.
    static func removeIfEmpty(_ folder: String) { rmdir(folder) }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Syncs the folder: without that, a new name may not survive a crash.
    private static func settle(folderOf path: String) throws(SystemFault) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = end == path.startIndex ? (path.hasPrefix("/") ? "/" : ".") : String(path[..<end])
        let descriptor = systemOpen(folder, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemFault() }
        try OpenFile(descriptor).settle()
    }
}

/// A descriptor that is closed with the last reference to it. All operations are methods, so that the reference outlives
/// them.
final class OpenFile: Sendable {
    let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    func status() throws(SystemFault) -> FileStatus { try FileStatus(descriptor) }

    func read(at offset: Int, count: Int) throws(SystemFault) -> [UInt8] {
        try SystemFiles.read(descriptor, at: offset, count: count)
    }

    func write(_ bytes: [UInt8]) throws(SystemFault) { try SystemFiles.write(bytes, to: descriptor) }

    /// Syncs the file to the disk.
    func settle() throws(SystemFault) {
        guard fsync(descriptor) == 0 else { throw SystemFault() }
    }

    /// Runs `body` while this process alone holds the file's lock.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemFault() }
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }
}

struct FileStatus: Sendable, Hashable {
    let isRegular: Bool
    /// In bytes.
    let size: Int
    /// Identifies the file and its state: it differs after a replacement or a write.
    let fingerprint: FileFingerprint

    init(_ descriptor: CInt) throws(SystemFault) {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw SystemFault() }
        isRegular = found.st_mode & S_IFMT == S_IFREG
        size = Int(found.st_size)
        #if canImport(Darwin)
            let modified = found.st_mtimespec
        #else
            let modified = found.st_mtim
        #endif
        fingerprint = FileFingerprint(
            inode: UInt64(found.st_ino), seconds: Int64(modified.tv_sec), nanoseconds: Int64(modified.tv_nsec))
    }
}

/// An error of the operating system.
struct SystemFault: Error, Sendable, Hashable {
    let number: CInt
    let reason: String

    /// The error of the last failed call.
    init() {
        number = errno
        reason = String(cString: strerror(number))
    }

    init(reason: String) {
        number = 0
        self.reason = reason
    }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    var isFull: Bool { number == ENOSPC || number == EDQUOT }
}

private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }

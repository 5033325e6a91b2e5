import Glibc

/// A configuration file that is read once at start; reading blocks.
public enum SmallFile {
    /// Why a file cannot be used, in words that follow its name.
    public struct Unusable: Error, Sendable, Hashable {
        public let problem: String

        public init(problem: String) { self.problem = problem }
    }

    /// `isPrivate`: only the owner and the group may have access.
    ///
    /// - Throws: ``Unusable`` if the file cannot be read, has more than `limit` bytes, or everybody may read it although
    ///   `isPrivate` is set.
    public static func bytes(of path: String, atMost limit: Int, isPrivate: Bool = false) throws(Unusable) -> [UInt8] {
        // Non-blocking, so that a path to a pipe without a writer cannot hold up the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Unusable(problem: "the file cannot be opened (\(systemMessage()))") }
        defer { close(descriptor) }
        var status = stat()
        if isPrivate, fstat(descriptor, &status) != 0 || status.st_mode & 0o007 != 0 {
            throw Unusable(problem: "everybody on this machine may read or change the file: chmod o-rwx takes that away")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Unusable(problem: "the file cannot be read (\(systemMessage()))") }
            if got == 0 { break }
            count += got
        }
        guard count <= limit else { throw Unusable(problem: "the file is larger than \(limit / 1024) KiB") }
        return Array(bytes.prefix(count))
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}

import Glibc
import Jail

/// A file that the worker handed in.
struct InputFile {
    struct Unreadable: Error {
        let errno: CInt
    }

    let descriptor: CInt

    /// All of it, from its start.
    ///
    /// - Throws: `ContentRefusal.overBudget` when it is longer.
    func contents(atMost limit: Int) throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Unreadable(errno: errno) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard !isRegular || Int(status.st_size) <= limit else {
            throw ContentRefusal.overBudget(.bytes, found: Int(status.st_size), limit: limit)
        }
        let bytes = try read(atMost: limit + 1, expected: isRegular ? Int(status.st_size) : 0, isSeekable: isRegular)
        guard bytes.count <= limit else { throw ContentRefusal.overBudget(.bytes, found: bytes.count, limit: limit) }
        guard !bytes.isEmpty else { throw ContentRefusal.damaged(detail: "empty") }
        return bytes
    }

    /// Its first bytes; only of a regular file, so that they can be read again.
    func head(atMost count: Int) throws -> [UInt8] {
        try read(atMost: count, expected: count, isSeekable: true)
    }

    private func read(atMost limit: Int, expected: Int, isSeekable: Bool) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(limit, max(expected + 1, 64 * 1024)))
        var count = 0
        while count < limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(bytes.count, limit - count)) }
            let received = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                // The position is shared with the worker's handle: it must not matter.
                return isSeekable
                    ? pread(descriptor, rest.baseAddress, rest.count, off_t(count))
                    : Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if received < 0 {
                if errno == EINTR { continue }
                if errno == ESPIPE { break }
                throw Unreadable(errno: errno)
            }
            if received == 0 { break }
            count += received
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

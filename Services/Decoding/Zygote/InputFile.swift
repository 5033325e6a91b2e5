import Glibc
import Jail

/// A file from the worker.
public struct InputFile {
    public struct Unreadable: Error {
        public let errno: CInt
    }

    let descriptor: CInt

    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The whole content, from its start.
    ///
    /// - Throws: `ContentRefusal.overBudget` if it is longer.
    public func contents(atMost limit: Int) throws -> [UInt8] {
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

    /// The first bytes. Only of a regular file, so that they can be read again.
    public func head(atMost count: Int) throws -> [UInt8] {
        try read(atMost: count, expected: count, isSeekable: true)
    }

    /// Avoids writing memory that is not read: a child gets memory page by page, with a fault for each.
    private func read(atMost limit: Int, expected: Int, isSeekable: Bool) throws -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than expected shows at once that there is no more.
        var room = expected > 0 ? expected + 1 : Self.unexpected
        while bytes.count < limit {
            let wanted = min(room, limit - bytes.count)
            let next = try read(at: bytes.count, upTo: wanted, isSeekable: isSeekable)
            if bytes.isEmpty { bytes = next } else { bytes += next }
            if next.isEmpty || isSeekable && next.count < wanted && bytes.count >= expected { break }
            room = max(Self.unexpected, bytes.count)
        }
        return bytes
    }

    /// The size of the first read of a file of unknown size.
    private static let unexpected = 64 * 1024

    private func read(at position: Int, upTo count: Int, isSeekable: Bool) throws -> [UInt8] {
        while true {
            var received = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
                // The position is shared with the worker's handle: it must not matter.
                received =
                    isSeekable
                    ? pread(descriptor, buffer.baseAddress, count, off_t(position))
                    : Glibc.read(descriptor, buffer.baseAddress, count)
                initialised = max(received, 0)
            }
            if received >= 0 { return bytes }
            if errno == ESPIPE { return [] }
            guard errno == EINTR else { throw Unreadable(errno: errno) }
        }
    }
}

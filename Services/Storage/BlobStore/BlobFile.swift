public import EventLoop
import Glibc

/// An open blob: a descriptor for reading, which closes with its owner.
///
/// The descriptor stays valid while this object lives, whatever happens to the blob's name meanwhile.
public final class BlobFile: Sendable {
    /// Open for reading; positioned reads (`pread`, `sendfile` with an offset) leave it shareable.
    public let owner: OwnedDescriptor
    /// Bytes.
    public let size: Int

    public var descriptor: CInt { owner.number }

    /// Takes over an open descriptor.
    public init(owning descriptor: CInt, size: Int) {
        owner = OwnedDescriptor(descriptor)
        self.size = size
    }

    /// Reads a part of the blob; blocks, so it belongs on the pool for such calls.
    /// - Returns: fewer bytes than asked only at the end.
    public func read(at offset: Int, count: Int) throws(BlobError) -> [UInt8] {
        let wanted = max(0, min(count, size - offset))
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, wanted - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if failure != 0 { throw BlobError("read", path: "blob", errno: failure) }
        return bytes
    }
}

extension BlobFile {
    /// Reads a part of the blob on a pool for calls that block.
    public func read(at offset: Int, count: Int, on pool: BlockingPool) async throws(BlobError) -> [UInt8] {
        do {
            return try await pool.run { try self.read(at: offset, count: count) }
        } catch let error as BlobError {
            throw error
        } catch {
            throw BlobError(.unavailable, detail: "the pool for blocking calls: \(error)")
        }
    }
}

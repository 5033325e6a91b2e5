import CBlobStore
public import EventLoop
import Glibc
import Sealing
import Shared
import Synchronization

/// An open blob. It reads the original content, whether the store has it plain or sealed.
///
/// It stays valid as long as this object, even if the blob's name is removed.
public final class BlobFile: Sendable {
    /// In bytes, of the content.
    public let size: Int
    private let stored: OwnedDescriptor
    private let seal: Seal?
    /// A copy in memory, once a file was requested.
    private let copy = Mutex<OwnedDescriptor?>(nil)
    /// Only one copy is made at a time.
    private let lane = AsyncSemaphore(permits: 1)

    /// The data for reading a sealed blob.
    private struct Seal: Sendable {
        let opener: FileOpener
        let pool: BlockingPool
    }

    /// Takes ownership of a descriptor that is open for reading.
    public init(owning descriptor: CInt, size: Int) {
        (stored, seal, self.size) = (OwnedDescriptor(descriptor), nil, size)
    }

    /// A blob whose sealed form is `file`. Blocks: it checks both ends.
    ///
    /// - Throws: `damaged` if that is not the complete blob of this digest.
    convenience init(sealed file: BlobFile, _ key: SubmissionKey, _ digest: ContentDigest, pool: BlockingPool) throws(BlobError) {
        let opener: FileOpener
        // What one file's place on a disk refuses is no outage of the store.
        var refusal: BlobError?
        do throws(SealingError) {
            opener = try FileOpener(key, digest, sealed: file.size) { (range) throws(SealingError) in
                do throws(BlobError) { return try file.readStored(range) } catch {
                    refusal = error
                    throw SealingError(.unavailable, error.detail)
                }
            }
        } catch {
            throw refusal ?? BlobError(error)
        }
        self.init(file.stored, Seal(opener: opener, pool: pool), size: opener.size)
    }

    private init(_ stored: OwnedDescriptor, _ seal: Seal, size: Int) {
        (self.stored, self.seal, self.size) = (stored, seal, size)
    }

    /// The forms in which it can be sent.
    public enum Content: Sendable {
        /// A file. Positioned reads (`pread`, `sendfile` with an offset) let several users share it.
        case file(OwnedDescriptor)
        /// Range by range, each opened when it is requested.
        case pieces(@Sendable (Range<Int>) async throws(BlobError) -> [UInt8])
    }

    public var content: Content {
        guard let pool = seal?.pool else { return .file(stored) }
        return .pieces { range throws(BlobError) in try await self.read(at: range.lowerBound, count: range.count, on: pool) }
    }

    /// Reads a part of the blob. Blocks: call it on the pool for blocking calls.
    /// - Returns: Fewer bytes than `count` only at the end.
    public func read(at offset: Int, count: Int) throws(BlobError) -> [UInt8] {
        let range = max(0, min(offset, size))..<min(size, max(0, offset) + max(0, count))
        guard let seal else { return try readStored(range) }
        guard let bytes = seal.opener.sealedBytes(for: range) else { return [] }
        let sealed = try readStored(bytes)
        do throws(SealingError) { return try seal.opener.open(sealed, for: range) } catch { throw BlobError(error) }
    }

    private func readStored(_ range: Range<Int>) throws(BlobError) -> [UInt8] {
        let (offset, wanted) = (range.lowerBound, range.count)
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(stored.number, rest.baseAddress, wanted - filled, off_t(offset + filled))
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
    /// Reads a part of the blob on a pool for blocking calls.
    public func read(at offset: Int, count: Int, on pool: BlockingPool) async throws(BlobError) -> [UInt8] {
        try await pool.blob { () throws(BlobError) in try self.read(at: offset, count: count) }
    }

    /// The whole blob as a read-only file: its own, or a copy in memory if it is sealed. Keep the result as long as its
    /// number is used.
    public func whole() async throws(BlobError) -> OwnedDescriptor {
        guard let seal else { return stored }
        do { try await lane.acquire() } catch {
            throw BlobError(.unavailable, detail: "cancelled while a sealed file is opened by another task")
        }
        defer { lane.release() }
        if let made = copy.withLock({ $0 }) { return made }
        let made = try await seal.pool.blob { () throws(BlobError) in try self.inMemory() }
        copy.withLock { $0 = made }
        return made
    }

    private func inMemory() throws(BlobError) -> OwnedDescriptor {
        let memory = OwnedDescriptor(docket_memory_file())
        guard memory.number >= 0 else { throw BlobError("memfd_create", path: "blob") }
        var done = 0
        while done < size {
            let piece = try read(at: done, count: 16 * SealedLayout.chunk)
            guard !piece.isEmpty else { throw BlobError(.damaged, detail: "a sealed file became shorter while it was read") }
            try memory.write(piece, at: done, path: "a blob in memory")
            done += piece.count
        }
        guard docket_make_unchangeable(memory.number) == 0 else { throw BlobError("F_ADD_SEALS", path: "blob") }
        return memory
    }
}

public import BlobStore
import Crypto
import Glibc
import Shared
import Synchronization

/// Blobs in memory, with faults on demand: a double of `BlobStore` that passes the same conformance suite as the real ones.
public final class MemoryBlobStore: BlobStore {
    private struct State {
        var blobs: [BlobKey: [UInt8]] = [:]
        var unfinished = 0
        var capacity: Int?
        var segments: [SegmentKey: [UInt8]] = [:]
    }

    private struct SegmentKey: Hashable {
        let upload: UploadID
        let epoch: Int64
    }

    private let state = Mutex(State())

    public init() {}

    // MARK: - What tests see and steer

    public var keys: Set<BlobKey> { state.withLock { Set($0.blobs.keys) } }

    /// Writers that have neither finished nor been aborted.
    public var unfinishedWriters: Int { state.withLock { $0.unfinished } }

    /// Puts other bytes in the place of a blob's, as a broken disk does.
    public func overwrite(_ key: BlobKey, with bytes: [UInt8]) { state.withLock { $0.blobs[key] = bytes } }

    /// From now on the store holds so many bytes and no more.
    public func limit(toBytes capacity: Int?) {
        state.withLock { $0.capacity = capacity }
    }

    // MARK: - BlobStore

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        state.withLock { $0.unfinished += 1 }
        return MemoryBlobWriter(store: self, space: space, naming: naming)
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        guard let bytes = state.withLock({ $0.blobs[key] }) else { throw BlobError(.notFound, detail: "no such blob") }
        // A file without a name stands in for memory: a blob is handed out as a descriptor.
        var template = Array("/tmp/docket-blob-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw BlobError(.inputOutput, detail: "mkstemp") }
        unlink(template)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
            }
            guard count > 0 else {
                close(descriptor)
                throw BlobError(.inputOutput, detail: "write to a memory file")
            }
            written += count
        }
        return BlobFile(owning: descriptor, size: bytes.count)
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        state.withLock { _ = $0.blobs.removeValue(forKey: key) }
    }

    /// Nothing of a double is about to be referred to: the grace is not looked at.
    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        try await remove(key)
        return true
    }

    public func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs {
        return state.withLock { state in
            let gone = state.blobs.filter { $0.key.space == space }
            for key in gone.keys { state.blobs[key] = nil }
            return ErasedBlobs(count: gone.count, bytes: gone.values.reduce(0) { $0 + $1.count })
        }
    }

    public func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] {
        return keys.filter { $0.space == space }
    }

    public func check() async throws(BlobError) {
    }

    // MARK: - Blobs that grow

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        guard let segment = partial.segments.last else { throw BlobError(.inputOutput, detail: "the upload has no segment") }
        let kept = partial.count - segment.start
        let bytes = state.withLock { Array(($0.segments[key(partial, segment)] ?? []).prefix(kept)) }
        guard bytes.count == kept else { throw BlobError(.notFound, detail: "the segment is gone") }
        return MemoryPartialWriter(store: self, partial: partial, segment: segment, content: bytes, digest: try digest(partial))
    }

    public func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        return Array(try content(of: partial).dropFirst(offset).prefix(count))
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        let bytes = try content(of: partial) + (end?.bytes ?? [])
        try reserve(0)
        let key = end.map { partial.space.key($0.name, isKeyed: true) } ?? partial.space.key(ContentDigest(of: bytes))
        state.withLock { $0.blobs[key] = bytes }
        return StoredBlob(key: key, size: bytes.count)
    }

    public func remove(_ partial: PartialBlob) async throws(BlobError) {
        state.withLock { state in
            for segment in partial.segments { state.segments[key(partial, segment)] = nil }
        }
    }

    /// Nothing outlives the process that memory belongs to.
    public func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int { 0 }

    public func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int { 0 }

    private func key(_ partial: PartialBlob, _ segment: PartialBlob.Segment) -> SegmentKey {
        SegmentKey(upload: partial.id, epoch: segment.epoch)
    }

    private func content(of partial: PartialBlob) throws(BlobError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, segment) in partial.segments.enumerated() {
            let end = index + 1 < partial.segments.count ? partial.segments[index + 1].start : partial.count
            guard end > segment.start else { continue }
            let held = state.withLock { $0.segments[key(partial, segment)] ?? [] }
            guard held.count >= end - segment.start else { throw BlobError(.notFound, detail: "the segment is gone") }
            bytes += held.prefix(end - segment.start)
        }
        return bytes
    }

    private func digest(_ partial: PartialBlob) throws(BlobError) -> ResumableSHA256 {
        if let digest = partial.digestState.flatMap(ResumableSHA256.init(state:)), digest.count == partial.count { return digest }
        var digest = ResumableSHA256()
        digest.update(try content(of: partial))
        return digest
    }

    fileprivate func write(_ bytes: [UInt8], _ partial: PartialBlob, _ segment: PartialBlob.Segment) throws(BlobError) {
        state.withLock { $0.segments[key(partial, segment)] = bytes }
    }

    // MARK: - For its writers

    fileprivate func reserve(_ count: Int) throws(BlobError) {
        let isFull = state.withLock { state in
            guard let capacity = state.capacity else { return false }
            return state.blobs.values.reduce(0) { $0 + $1.count } + count > capacity
        }
        if isFull { throw BlobError(.storageFull, detail: "the double is full") }
    }

    fileprivate func finish(_ key: BlobKey, _ bytes: [UInt8]) throws(BlobError) {
        state.withLock { state in
            state.blobs[key] = bytes
            state.unfinished -= 1
        }
    }

    fileprivate func abandonWriter() {
        state.withLock { $0.unfinished -= 1 }
    }
}

private final class MemoryBlobWriter: BlobWriter {
    /// Nil once it is finished or aborted.
    private let content = Mutex<[UInt8]?>([])
    private let store: MemoryBlobStore
    private let space: BlobSpace
    private let naming: BlobNaming

    init(store: MemoryBlobStore, space: BlobSpace, naming: BlobNaming) {
        self.store = store
        self.space = space
        self.naming = naming
    }

    deinit {
        if content.withLock({ $0 != nil }) { store.abandonWriter() }
    }

    var count: Int { content.withLock { $0?.count ?? 0 } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        try store.reserve(count + bytes.count)
        let isOpen = content.withLock { content in
            content?.append(contentsOf: bytes)
            return content != nil
        }
        guard isOpen else { throw BlobError(.inputOutput, detail: "the writer has ended") }
    }

    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
        guard let bytes = content.withLock({ $0 }) else { throw BlobError(.inputOutput, detail: "the writer has ended") }
        let key = try space.key(name, naming, content: ContentDigest(of: bytes).bytes)
        try store.finish(key, bytes)
        content.withLock { $0 = nil }
        return StoredBlob(key: key, size: bytes.count)
    }

    func abort() async {
        let wasOpen = content.withLock { content in
            defer { content = nil }
            return content != nil
        }
        if wasOpen { store.abandonWriter() }
    }
}

/// Keeps what it was given at each `synchronize`, as a process that was killed right after it would leave it.
private final class MemoryPartialWriter: PartialBlobWriter {
    private struct State {
        var content: [UInt8]
        var digest: ResumableSHA256
        var isOpen = true
    }

    private let state: Mutex<State>
    private let store: MemoryBlobStore
    private let partial: PartialBlob
    private let segment: PartialBlob.Segment

    init(
        store: MemoryBlobStore, partial: PartialBlob, segment: PartialBlob.Segment, content: [UInt8], digest: ResumableSHA256
    ) {
        self.store = store
        self.partial = partial
        self.segment = segment
        state = Mutex(State(content: content, digest: digest))
    }

    var count: Int { state.withLock { segment.start + $0.content.count } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        try store.reserve(bytes.count)
        let isOpen = state.withLock { state in
            guard state.isOpen else { return false }
            state.content += bytes
            state.digest.update(bytes)
            return true
        }
        guard isOpen else { throw BlobError(.inputOutput, detail: "the writer has ended") }
    }

    func flush() async throws(BlobError) {
        guard state.withLock({ $0.isOpen }) else { throw BlobError(.inputOutput, detail: "the writer has ended") }
    }

    func synchronize() async throws(BlobError) -> PartialProgress {
        let (content, digest, isOpen) = state.withLock { ($0.content, $0.digest.state, $0.isOpen) }
        guard isOpen else { throw BlobError(.inputOutput, detail: "the writer has ended") }
        try store.write(content, partial, segment)
        return PartialProgress(count: segment.start + content.count, digestState: digest)
    }

    func close() async { state.withLock { $0.isOpen = false } }
}

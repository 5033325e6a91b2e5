public import BlobStore
import Glibc
import Shared
import Synchronization

/// Blobs in memory, with faults on demand: a double of `BlobStore` that passes the same conformance suite as the real ones.
public final class MemoryBlobStore: BlobStore {
    private struct State {
        var blobs: [BlobKey: [UInt8]] = [:]
        var unfinished = 0
        var capacity: Int?
        var fault: BlobError?
    }

    private let state = Mutex(State())

    public init() {}

    // MARK: - What tests see and steer

    public var keys: Set<BlobKey> { state.withLock { Set($0.blobs.keys) } }

    /// Writers that have neither finished nor been aborted.
    public var unfinishedWriters: Int { state.withLock { $0.unfinished } }

    /// From now on the store holds so many bytes and no more.
    public func limit(toBytes capacity: Int?) {
        state.withLock { $0.capacity = capacity }
    }

    /// From now on every call fails with this error; nil ends it.
    public func fail(with fault: BlobError?) {
        state.withLock { $0.fault = fault }
    }

    // MARK: - BlobStore

    public func writer(in space: BlobSpace) async throws(BlobError) -> any BlobWriter {
        try failIfAsked()
        state.withLock { $0.unfinished += 1 }
        return MemoryBlobWriter(store: self, space: space)
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        try failIfAsked()
        guard let bytes = state.withLock({ $0.blobs[key] }) else { throw BlobError(.notFound, detail: "no such blob") }
        // A file without a name stands in for memory: a blob is handed out as a descriptor.
        var template = Array("/tmp/docket-blob-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw BlobError(.inputOutput, detail: "mkstemp") }
        unlink(template)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written) }
            guard count > 0 else {
                close(descriptor)
                throw BlobError(.inputOutput, detail: "write to a memory file")
            }
            written += count
        }
        return BlobFile(owning: descriptor, size: bytes.count)
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        try failIfAsked()
        state.withLock { _ = $0.blobs.removeValue(forKey: key) }
    }

    public func check() async throws(BlobError) {
        try failIfAsked()
    }

    // MARK: - For its writers

    fileprivate func failIfAsked() throws(BlobError) {
        if let fault = state.withLock({ $0.fault }) { throw fault }
    }

    fileprivate func reserve(_ count: Int) throws(BlobError) {
        try failIfAsked()
        let isFull = state.withLock { state in
            guard let capacity = state.capacity else { return false }
            return state.blobs.values.reduce(0) { $0 + $1.count } + count > capacity
        }
        if isFull { throw BlobError(.storageFull, detail: "the double is full") }
    }

    fileprivate func finish(_ key: BlobKey, _ bytes: [UInt8]) throws(BlobError) {
        try failIfAsked()
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

    init(store: MemoryBlobStore, space: BlobSpace) {
        self.store = store
        self.space = space
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

    func finish() async throws(BlobError) -> StoredBlob {
        guard let bytes = content.withLock({ $0 }) else { throw BlobError(.inputOutput, detail: "the writer has ended") }
        let key = space.key(ContentDigest(of: bytes))
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

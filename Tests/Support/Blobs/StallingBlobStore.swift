public import BlobStore
import EventLoop
import Shared
import Synchronization

/// A store whose disk takes nothing, or is full, for as long as a test says. Like a real one, it does not care who has lost patience.
public final class StallingBlobStore: BlobStore {
    private struct State {
        /// Sent when the disk goes on; nil while it does.
        var gate: AsyncSignal<Void>?
        var waiting = 0
        var isFull = false
        var stallsSyncsOnly = false
    }

    private let store: any BlobStore
    private let state = Mutex(State())

    public init(_ store: any BlobStore) { self.store = store }

    // MARK: - What tests steer and see

    /// From now on nothing is written.
    public func stall() { state.withLock { $0.gate = $0.gate ?? AsyncSignal() } }

    /// From now on everything is written, and nothing becomes durable.
    public func stallSyncs() {
        state.withLock { state in
            state.gate = state.gate ?? AsyncSignal()
            state.stallsSyncsOnly = true
        }
    }

    /// The disk goes on.
    public func resume() {
        let gate = state.withLock { state in
            defer { (state.gate, state.stallsSyncsOnly) = (nil, false) }
            return state.gate
        }
        gate?.send()
    }

    /// Whether there is no room for a byte more.
    public var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// Calls that wait for the disk.
    public var waiting: Int { state.withLock { $0.waiting } }

    fileprivate func pass(isSync: Bool = false) async {
        let gate = state.withLock { state -> AsyncSignal<Void>? in
            guard isSync || !state.stallsSyncsOnly else { return nil }
            if state.gate != nil { state.waiting += 1 }
            return state.gate
        }
        guard let gate else { return }
        await gate.waitUncancelled()
        state.withLock { $0.waiting -= 1 }
    }

    // MARK: - BlobStore

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        await pass()
        return Writer(store: self, writer: try await store.writer(in: space, named: naming))
    }

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        await pass()
        return PartialWriter(store: self, writer: try await store.writer(of: partial))
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile { try await store.open(key) }

    public func remove(_ key: BlobKey) async throws(BlobError) { try await store.remove(key) }

    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        try await store.erase(key, untouchedFor: grace)
    }

    public func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs { try await store.eraseAll(in: space) }

    public func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] { try await store.blobs(in: space) }

    public func check() async throws(BlobError) { try await store.check() }

    public func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        try await store.read(partial, at: offset, count: count)
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        await pass()
        guard end == nil || !isFull else { throw BlobError(.storageFull, detail: "no room") }
        return try await store.finish(partial, isSettled: isSettled, with: end)
    }

    public func remove(_ partial: PartialBlob) async throws(BlobError) { try await store.remove(partial) }

    public func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int {
        try await store.sweepIncoming(olderThan: age)
    }

    public func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int {
        try await store.sweepPartials(olderThan: age)
    }

    private struct Writer: BlobWriter {
        let store: StallingBlobStore
        let writer: any BlobWriter

        var count: Int { writer.count }

        func append(_ bytes: [UInt8]) async throws(BlobError) {
            await store.pass()
            guard !store.isFull else { throw BlobError(.storageFull, detail: "no room") }
            try await writer.append(bytes)
        }

        func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
            await store.pass()
            return try await writer.finish(as: name)
        }

        func abort() async { await writer.abort() }
    }

    private struct PartialWriter: PartialBlobWriter {
        let store: StallingBlobStore
        let writer: any PartialBlobWriter

        var count: Int { writer.count }

        func append(_ bytes: [UInt8]) async throws(BlobError) {
            await store.pass()
            guard !store.isFull else { throw BlobError(.storageFull, detail: "no room") }
            try await writer.append(bytes)
        }

        func flush() async throws(BlobError) {
            await store.pass()
            try await writer.flush()
        }

        func synchronize() async throws(BlobError) -> PartialProgress {
            await store.pass(isSync: true)
            return try await writer.synchronize()
        }

        func close() async { await writer.close() }
    }
}

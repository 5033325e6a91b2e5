import BlobStore
import Shared
import Synchronization

/// A store that fails from a certain call on, as one does of a process that is killed there.
final class CountedStore: BlobStore {
    private let store: any BlobStore
    private let state = Mutex((count: 0, last: Int.max))

    init(_ store: any BlobStore) { self.store = store }

    /// So many calls succeed, and none after them.
    func fail(after calls: Int) { state.withLock { $0 = (0, calls) } }

    fileprivate func pass() throws(BlobError) {
        let isOver = state.withLock { state in
            state.count += 1
            return state.count > state.last
        }
        if isOver { throw BlobError(.unavailable, detail: "the process is gone") }
    }

    func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        try pass()
        return Writer(store: self, writer: try await store.writer(in: space, named: naming))
    }

    func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        try pass()
        return try await store.open(key)
    }

    func remove(_ key: BlobKey) async throws(BlobError) {
        try pass()
        try await store.remove(key)
    }

    func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        try pass()
        return try await store.erase(key, untouchedFor: grace)
    }

    func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs {
        try pass()
        return try await store.eraseAll(in: space)
    }

    func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] {
        try pass()
        return try await store.blobs(in: space)
    }

    func check() async throws(BlobError) { try await store.check() }
    func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter { try await store.writer(of: partial) }
    func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        try await store.read(partial, at: offset, count: count)
    }
    func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        try await store.finish(partial, isSettled: isSettled, with: end)
    }
    func remove(_ partial: PartialBlob) async throws(BlobError) { try await store.remove(partial) }
    func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int { try await store.sweepIncoming(olderThan: age) }
    func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int { try await store.sweepPartials(olderThan: age) }

    private struct Writer: BlobWriter {
        let store: CountedStore
        let writer: any BlobWriter

        var count: Int { writer.count }

        func append(_ bytes: [UInt8]) async throws(BlobError) {
            try store.pass()
            try await writer.append(bytes)
        }

        func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
            try store.pass()
            return try await writer.finish(as: name)
        }

        func abort() async { await writer.abort() }
    }
}

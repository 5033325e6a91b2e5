import BlobStore
import EventLoop
import Sealing
import Shared
import Support
import Testing

/// Stores under test, each for the length of one closure.
enum BlobStoreFixture {
    enum Kind: String, CaseIterable, Sendable {
        case file, memory, stalling, s3, sealedFile, sealedMemory, sealedS3

        var isSealed: Bool { [.sealedFile, .sealedMemory, .sealedS3].contains(self) }
    }

    /// What can be had in this run.
    static let kinds = Kind.allCases.filter { ![.s3, .sealedS3].contains($0) || S3TestServer.script != nil }
    static let unsealedKinds = kinds.filter { !$0.isSealed }

    static func with<Value: Sendable>(_ kind: Kind, _ body: (any BlobStore) async throws -> Value) async throws -> Value {
        switch kind {
        case .memory:
            return try await body(MemoryBlobStore())
        case .stalling:
            return try await body(StallingBlobStore(MemoryBlobStore()))
        case .file:
            return try await withFileStore { store, _ in try await body(store) }
        case .s3:
            return try await S3Fixture.withStore { store, _ in try await body(store) }
        case .sealedMemory:
            return try await sealing(MemoryBlobStore(), body)
        case .sealedFile:
            return try await withFileStore { store, _ in try await sealing(store, body) }
        case .sealedS3:
            return try await S3Fixture.withStore { store, _ in try await sealing(store, body) }
        }
    }

    /// Every submission of which has a key.
    private static func sealing<Value: Sendable>(
        _ store: any BlobStore, _ body: (any BlobStore) async throws -> Value
    ) async throws -> Value {
        let group = try EventLoopGroup(threads: 1)
        do {
            let value = try await body(SealedBlobStore(store, keys: MemoryKeys(), pool: group.blocking))
            await group.shutdown()
            return value
        } catch {
            await group.shutdown()
            throw error
        }
    }

    /// A store of files in a folder of its own.
    static func withFileStore<Value: Sendable>(
        _ body: (FileBlobStore, TemporaryFolder) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder("blobs")
        let group = try EventLoopGroup(threads: 1)
        do {
            let value = try await body(FileBlobStore(root: folder.path, pool: group.blocking), folder)
            await group.shutdown()
            return value
        } catch {
            await group.shutdown()
            throw error
        }
    }
}

/// What every blob store promises.
@Suite(.timeLimit(.minutes(5)))
struct BlobStoreConformanceTests {
    let space = BlobSpace(tenant: "acme", submission: .random())

    @Test(arguments: BlobStoreFixture.kinds)
    func whatWasWrittenIsReadBackUnderItsDigest(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let writer = try await store.writer(in: space)
            for start in stride(from: 0, to: content.count, by: 9_973) {
                try await writer.append(Array(content[start..<min(start + 9_973, content.count)]))
            }
            #expect(writer.count == content.count)
            let stored = try await writer.finish()
            #expect(stored == StoredBlob(key: space.key(ContentDigest(of: content)), size: content.count))

            let file = try await store.open(stored.key)
            #expect(file.size == content.count)
            #expect(try file.read(at: 0, count: .max / 2) == content)
            #expect(try file.read(at: 699_990, count: 100) == Array(content[699_990...]))
            #expect(try file.read(at: content.count, count: 10).isEmpty)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func anEmptyBlobIsABlob(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let stored = try await store.put([], in: space)
            #expect(stored.size == 0)
            #expect(try await store.open(stored.key).size == 0)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func writingTheSameBytesTwiceIsHarmless(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let first = try await store.put(Array("page".utf8), in: space)
            let second = try await store.put(Array("page".utf8), in: space)
            #expect(first == second)
            #expect(try await store.open(first.key).read(at: 0, count: 4) == Array("page".utf8))
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func spacesAreApart(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let stored = try await store.put(Array("mine".utf8), in: space)
            let elsewhere = BlobSpace(tenant: "other", submission: space.submission).key(stored.key.digest)
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(elsewhere) }
            #expect(error?.code == .notFound)
            #expect(error?.isRetriable == false)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func anAbortedBlobNeverAppears(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let content = Array("secret".utf8)
            let writer = try await store.writer(in: space)
            try await writer.append(content)
            await writer.abort()
            await writer.abort()
            await #expect(throws: BlobError.self) { try await writer.append(content) }
            await #expect(throws: BlobError.self) { _ = try await writer.finish() }
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(space.key(ContentDigest(of: content))) }
            #expect(error?.code == .notFound)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func abortAfterTheEndKeepsTheBlob(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let writer = try await store.writer(in: space)
            try await writer.append([1, 2, 3])
            let stored = try await writer.finish()
            await writer.abort()
            #expect(try await store.open(stored.key).size == 3)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func removingTwiceIsHarmlessAndReadersKeepWhatTheyOpened(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let stored = try await store.put([7, 8, 9], in: space)
            let file = try await store.open(stored.key)
            try await store.remove(stored.key)
            try await store.remove(stored.key)
            #expect(try file.read(at: 0, count: 3) == [7, 8, 9])
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(error?.code == .notFound)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func allOfASubmissionGoesAndNothingElse(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let neighbour = BlobSpace(tenant: "acme", submission: .random())
            let kept = try await store.put([1, 2, 3], in: neighbour)
            #expect(try await store.eraseAll(in: space) == ErasedBlobs())
            let gone = try await store.put([1, 2, 3], in: space)
            _ = try await store.put([4, 5], in: space)
            // As they lay there.
            let bytes = kind.isSealed ? SealedLayout.sealedSize(of: 3) + SealedLayout.sealedSize(of: 2) : 5
            #expect(try await store.eraseAll(in: space) == ErasedBlobs(count: 2, bytes: bytes))
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(gone.key) }
            #expect(error?.code == .notFound)
            #expect(try await store.open(kept.key).size == 3)
            // It can be used again.
            let back = try await store.put([6], in: space)
            #expect(try await store.open(back.key).size == 1)
        }
    }

    @Test(arguments: BlobStoreFixture.unsealedKinds)
    func theBlobsOfASubmissionAreListedByTheirKeys(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            #expect(try await store.blobs(in: space).isEmpty)
            let plain = try await store.put([1, 2], in: space)
            let writer = try await store.writer(in: space, named: .byWriter)
            try await writer.append([3])
            let named = try await writer.finish(as: ContentDigest(of: [4]))
            _ = try await store.put([1, 2], in: BlobSpace(tenant: "acme", submission: .random()))
            #expect(Set(try await store.blobs(in: space)) == [plain.key, named.key])
            #expect(named.key.isKeyed && !plain.key.isKeyed)
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func aSoundStorePassesItsCheck(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in try await store.check() }
    }
}

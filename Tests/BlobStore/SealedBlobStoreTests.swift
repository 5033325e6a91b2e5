import BlobStore
import EventLoop
import Glibc
import Sealing
import Shared
import Support
import Testing

/// What a store of files holds when what goes into it is sealed.
@Suite(.timeLimit(.minutes(2)))
struct SealedBlobStoreTests {
    let space = BlobSpace(tenant: "acme", submission: .random())
    /// What nobody should find anywhere.
    static let words = Array("the account number of a person who trusts us".utf8)
    let content = Array(repeatElement(words, count: 8_000).joined())

    private func run(_ body: (SealedBlobStore, MemoryKeys, FileBlobStore, TemporaryFolder) async throws -> Void) async throws {
        try await BlobStoreFixture.withFileStore { files, folder in
            let (keys, group) = (MemoryKeys(), try EventLoopGroup(threads: 1))
            let store = SealedBlobStore(files, keys: keys, pool: group.blocking)
            let result: Result<Void, any Error>
            do { result = .success(try await body(store, keys, files, folder)) } catch { result = .failure(error) }
            await group.shutdown()
            try result.get()
        }
    }

    /// The files below a folder, each with what is in it.
    private func files(_ folder: TemporaryFolder) throws -> [(path: String, bytes: [UInt8])] {
        try FolderFiles.all(folder.path)
    }

    @Test func `nothing of what was stored is in the folder, nor its digest`() async throws {
        try await run { store, _, _, folder in
            let stored = try await store.put(content, in: space)
            let partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            let writer = try await store.writer(of: partial)
            try await writer.append(content)
            let progress = try await writer.synchronize()
            await writer.close()
            #expect(progress.digestState.firstRange(of: Self.words) == nil)

            let found = try files(folder)
            #expect(found.count == 2 && found.contains { $0.bytes.count > content.count })
            for (path, bytes) in found {
                #expect(bytes.firstRange(of: Self.words.prefix(12)) == nil)
                #expect(!path.contains(stored.key.digest.hex), "\(path)")
            }
        }
    }

    /// The jail gets a file that reads as the blob, and that nobody can change.
    @Test func `a sealed blob is had as a file in memory`() async throws {
        try await run { store, _, _, _ in
            let stored = try await store.put(content, in: space)
            let file = try await store.open(stored.key)
            #expect(file.size == content.count)
            let whole = try await file.whole()
            let read = BlobFile(owning: dup(whole.number), size: content.count)
            #expect(try read.read(at: 0, count: content.count) == content)
            #expect(lseek(whole.number, 0, SEEK_CUR) == 0)
            #expect(write(whole.number, "x", 1) == -1 && errno == EPERM)
            #expect(ftruncate(whole.number, 0) == -1)
            #expect(try await file.whole() === whole)
            guard case .pieces(let piece) = file.content else {
                Issue.record("a sealed file is not sent as it lies there")
                return
            }
            #expect(try await piece(70_000..<140_000) == Array(content[70_000..<140_000]))
        }
    }

    @Test func `a flipped bit, a cut, and another file in its place are told as what they are`() async throws {
        try await run { store, _, _, folder in
            let stored = try await store.put(content, in: space)
            let path = try #require(try files(folder).first?.path)
            let sealed = try #require(try files(folder).first?.bytes)
            func damaged(_ bytes: [UInt8], readingAll: Bool = false) async throws {
                try FolderFiles.write(bytes, to: path)
                let error = await #expect(throws: BlobError.self) {
                    let file = try await store.open(stored.key)
                    if readingAll { _ = try file.read(at: 0, count: file.size) }
                }
                #expect(error?.code == .damaged && error?.isRetriable == false)
            }
            var flipped = sealed
            flipped[100_000] ^= 1
            try await damaged(flipped, readingAll: true)
            try await damaged(Array(sealed.dropLast()))
            try await damaged([])
            // As it is, without a seal: whoever can write to the folder cannot make it say something else.
            try await damaged(content)

            let other = try await store.put([1, 2, 3], in: space)
            let theirs = try #require(try files(folder).first { $0.path != path })
            try await damaged(theirs.bytes)
            try FolderFiles.write(sealed, to: path)
            #expect(try await store.open(stored.key).size == content.count)
            #expect(try await store.open(other.key).size == 3)
        }
    }

    @Test func `what was stored before anything was sealed is read, and only of submissions that are that old`() async throws {
        try await run { store, keys, plain, _ in
            let old = BlobSpace(tenant: "acme", submission: .random())
            keys.leaveUnsealed(old.submission)
            let stored = try await plain.put(content, in: old)
            #expect(try await store.open(stored.key).read(at: 0, count: 100) == Array(content.prefix(100)))
            let more = try await store.put([4, 5], in: old)
            #expect(try await plain.open(more.key).size == 2)
            #expect(try await store.erase(stored.key, untouchedFor: .seconds(-60)))

            // The same in the folder of a sealed one is nothing that anybody reads.
            let smuggled = try await plain.put(content, in: space)
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(smuggled.key) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `a process that believes that nothing is sealed finds what was sealed meanwhile, and writes nothing in the clear`()
        async throws
    {
        try await run { store, keys, plain, _ in
            let old = BlobSpace(tenant: "acme", submission: .random())
            keys.leaveUnsealed(old.submission)
            let stored = try await store.put(content, in: old)
            let begun = try await store.writer(in: old)
            try await begun.append([1, 2, 3])

            keys.sealLate(old.submission)
            let key = try #require(try await keys.currentKey(of: old.submission, tenant: old.tenant))
            let copies = store.copies(in: old, key)
            try await copies.seal(stored.key.digest)
            #expect(try await copies.verify(stored.key.digest) == content.count)
            #expect(try await store.open(stored.key).read(at: 0, count: 100) == Array(content.prefix(100)))
            try await copies.removeClear(stored.key.digest)
            #expect(try await store.open(stored.key).size == content.count)

            let late = await #expect(throws: BlobError.self) { _ = try await begun.finish() }
            #expect(late?.code == .unavailable && late?.isRetriable == true)
            _ = try await store.put([4, 5], in: old)
            let partial = PartialBlob(id: .random(), in: old, segments: [.init(epoch: 1, start: 0)])
            let writer = try await store.writer(of: partial)
            try await writer.append(content)
            #expect(try await writer.synchronize().digestState.starts(with: Array("DKTPART".utf8)))
            await writer.close()
            #expect(try await plain.blobs(in: old).allSatisfy(\.isKeyed))
        }
    }

    @Test func `who erases a file of before erases both forms of it`() async throws {
        try await run { store, keys, plain, _ in
            let old = BlobSpace(tenant: "acme", submission: .random())
            keys.leaveUnsealed(old.submission)
            let (first, second) = (try await store.put(content, in: old), try await store.put([4, 5], in: old))
            keys.sealLate(old.submission)
            let key = try #require(try await keys.currentKey(of: old.submission, tenant: old.tenant))
            for blob in [first, second] { try await store.copies(in: old, key).seal(blob.key.digest) }
            #expect(try await plain.blobs(in: old).count == 4)
            #expect(try await store.erase(first.key, untouchedFor: .seconds(-60)))
            #expect(try await plain.blobs(in: old).count == 2)
            try await store.remove(second.key)
            #expect(try await plain.blobs(in: old).isEmpty)
        }
    }

    @Test func `a copy that nobody reads yet is erased with its file, and read where the file is gone`() async throws {
        try await run { store, keys, plain, _ in
            let old = BlobSpace(tenant: "acme", submission: .random())
            keys.leaveUnsealed(old.submission)
            let (first, second) = (try await store.put(content, in: old), try await store.put([4, 5], in: old))
            let copies = store.copies(in: old, keys.beginSealing(old.submission, of: old.tenant))
            for blob in [first, second] { try await copies.seal(blob.key.digest) }
            #expect(try await store.erase(first.key, untouchedFor: .seconds(-60)))
            #expect(try await plain.blobs(in: old).count == 2)
            // Rows that a backup has brought back do not know that the submission was sealed.
            try await copies.removeClear(second.key.digest)
            #expect(try await store.open(second.key).size == 2)
            try await store.remove(second.key)
            #expect(try await plain.blobs(in: old).isEmpty)
        }
    }

    @Test func `a file in the clear of a submission that is sealed late is read if its content is the one that is asked for`()
        async throws
    {
        try await run { store, keys, plain, folder in
            let old = BlobSpace(tenant: "acme", submission: .random())
            keys.sealLate(old.submission, isKnown: true)
            let late = try await plain.put(content, in: old)
            #expect(try await store.open(late.key).size == content.count)
            let path = try #require(try files(folder).first { $0.path.hasSuffix(late.key.digest.hex) }).path
            try FolderFiles.write([9], to: path)
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(late.key) }
            #expect(error?.code == .damaged)
        }
    }

    @Test func `a copy is made of the file that was stored, and of no other`() async throws {
        try await run { store, keys, plain, folder in
            let old = BlobSpace(tenant: "acme", submission: .random())
            let stored = try await plain.put(content, in: old)
            let key = try #require(try await keys.currentKey(of: old.submission, tenant: old.tenant))
            let copies = store.copies(in: old, key)
            let path = try #require(try files(folder).first).path
            var rotten = content
            rotten[300_000] ^= 1
            try FolderFiles.write(rotten, to: path)
            let error = await #expect(throws: BlobError.self) { try await copies.seal(stored.key.digest) }
            #expect(error?.code == .damaged)
            let missing = await #expect(throws: BlobError.self) { _ = try await copies.verify(stored.key.digest) }
            #expect(missing?.code == .notFound)
            let found = try await copies.found()
            #expect(found.clear == [stored.key.digest] && found.sealed.isEmpty)
        }
    }

    @Test func `without its key nothing of a submission is read, wherever there is a copy`() async throws {
        try await run { store, keys, _, _ in
            let stored = try await store.put(content, in: space)
            keys.destroy(space.submission)
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(error?.code == .notFound)
            keys.fail(with: SealingError(.databaseUnavailable, "the database is away"))
            let away = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(away?.code == .keysUnavailable && away?.isRetriable == true)
            // Not the store is away, but where keys are kept.
            #expect(away.flatMap { ProcessingFailure($0).outage } == Outage(of: .database))

            // The provider of keys is away: that costs the file no attempt, and the process is not ready from then on.
            keys.fail(with: SealingError(.unavailable, "the keeper is away"))
            let provider = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(provider?.code == .keyProviderUnavailable && provider?.isRetriable == true)
            #expect(provider.flatMap { ProcessingFailure($0).outage } == Outage(of: .blobs, isProven: true))

            // Another process may have been given the key: that costs the file no attempt.
            keys.fail(with: SealingError(.unknownKey, "the key was turned"))
            let foreign = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(foreign?.code == .unknownKey && foreign?.isRetriable == true)
            #expect(foreign.flatMap { ProcessingFailure($0).outage } == Outage(of: .blobs, isProven: true))
        }
    }

    /// Readiness: who has other keys would fail at each file.
    @Test func `a sound store without the right keys does not pass its check`() async throws {
        try await run { store, keys, files, _ in
            keys.fail(with: SealingError(.unknownKey, "there is no key “main”"))
            let error = await #expect(throws: BlobError.self) { try await store.check() }
            #expect(error?.code == .unknownKey && error?.detail == "there is no key “main”")
            try await files.check()
            keys.fail(with: nil)
            try await store.check()
            // A check that went well counts for a while, but not beyond a key that could not be had.
            keys.fail(with: SealingError(.unavailable, "the keeper is away"))
            try await store.check()
            _ = try? await store.put(content, in: space)
            let away = await #expect(throws: BlobError.self) { try await store.check() }
            #expect(away?.code == .keyProviderUnavailable)
        }
    }

    /// A piece that was exchanged is noticed although the database knows nothing of it.
    @Test func `an upload whose pieces were changed is a file that nobody reads`() async throws {
        try await run { store, _, _, folder in
            var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            let writer = try await store.writer(of: partial)
            try await writer.append(content)
            let progress = try await writer.synchronize()
            await writer.close()
            (partial.count, partial.digestState) = (progress.count, progress.digestState)
            var (path, bytes) = try #require(try files(folder).first)
            bytes[50_000] ^= 1
            try FolderFiles.write(bytes, to: path)
            let stored = try await store.finish(partial, isSettled: true)
            let file = try await store.open(stored.key)
            let error = await #expect(throws: BlobError.self) { _ = try await file.whole() }
            #expect(error?.code == .damaged)
        }
    }

    /// It is fetched in parts of 8 MiB, one beside the other.
    @Test func `a large upload becomes one file`() async throws {
        try await run { store, _, _, _ in
            var large: [UInt8] = []
            while large.count < 8 << 20 { large += content }
            large.removeLast(7)
            var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            let writer = try await store.writer(of: partial)
            try await writer.append(large)
            let progress = try await writer.synchronize()
            await writer.close()
            (partial.count, partial.digestState) = (progress.count, progress.digestState)
            let stored = try await store.finish(partial, isSettled: true)
            #expect(stored == StoredBlob(key: space.key(ContentDigest(of: large)), size: large.count))
        }
    }

    /// What a writer could not hand over is not acknowledged, and the upload goes on from what was.
    @Test func `a full disk keeps what was acknowledged`() async throws {
        let (memory, keys, group) = (MemoryBlobStore(), MemoryKeys(), try EventLoopGroup(threads: 1))
        let disk = StallingBlobStore(memory)
        let store = SealedBlobStore(disk, keys: keys, pool: group.blocking)
        var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
        let writer = try await store.writer(of: partial)
        try await writer.append(Array(content[..<100_000]))
        let first = try await writer.synchronize()
        #expect(first.count == 100_000)
        disk.isFull = true
        let error = await #expect(throws: BlobError.self) {
            try await writer.append(Array(content[100_000...]))
            try await writer.flush()
        }
        #expect(error?.code == .storageFull)
        let second = try await writer.synchronize()
        #expect(second.count >= 98_304 && second.count <= 100_000)
        await writer.close()
        disk.isFull = false
        (partial.count, partial.digestState) = (second.count, second.digestState)
        let next = try await store.writer(of: partial)
        try await next.append(Array(content[partial.count...]))
        let end = try await next.synchronize()
        await next.close()
        (partial.count, partial.digestState) = (end.count, end.digestState)
        #expect(try await store.finish(partial, isSettled: true).key.digest == ContentDigest(of: content))
        await group.shutdown()
    }

    /// The task that acknowledges may meet it first; the one that appends is who can say so, and says it once.
    @Test func `a full disk that an acknowledgement meets is told to whoever appends`() async throws {
        let group = try EventLoopGroup(threads: 1)
        let disk = StallingBlobStore(MemoryBlobStore())
        let store = SealedBlobStore(disk, keys: MemoryKeys(), pool: group.blocking)
        let writer = try await store.writer(of: PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)]))
        try await writer.append(Array(content[..<100_000]))
        disk.isFull = true
        let progress = try await writer.synchronize()
        #expect(progress.count == 0)
        let less = #expect(throws: BlobError.self) { try progress.requireAll(of: writer.count) }
        #expect(less?.isRetriable == true)
        let error = await #expect(throws: BlobError.self) { try await writer.append([1]) }
        #expect(error?.code == .storageFull)
        let again = await #expect(throws: BlobError.self) { try await writer.flush() }
        #expect(again?.code == .inputOutput)
        await writer.close()
        await group.shutdown()
    }
}

import BlobStore
import EventLoop
import Glibc
import Shared
import Support
import Testing

/// What holds for blobs as files alone.
@Suite(.timeLimit(.minutes(1)))
struct FileBlobStoreTests {
    let space = BlobSpace(tenant: "acme", submission: .random())

    @Test func nothingIsVisibleBeforeTheEnd() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let writer = try await store.writer(in: space)
            try await writer.append([UInt8](repeating: 1, count: 600_000))
            #expect(entries(of: folder.path) == [".incoming", ".partial"])
            #expect(entries(of: "\(folder.path)/.incoming").count == 1)
            let stored = try await writer.finish()
            #expect(entries(of: "\(folder.path)/.incoming").isEmpty)
            #expect(entries(of: "\(folder.path)/acme/\(space.submission)") == [stored.key.digest.hex])
        }
    }

    /// The pool refuses a piece, as it does where too many wait for the disk.
    @Test func aFileThatWasWrittenInPartIsNeverStoredAsWhole() async throws {
        let folder = try TemporaryFolder("blobs")
        let pool = BlockingPool(threads: 1, maximumQueued: 1)
        let writer = try await FileBlobStore(root: folder.path, pool: pool).writer(in: space)
        let (begun, gate, freed) = (AsyncSignal<Void>(), ThreadGate(), AsyncSignal<Void>())
        try pool.submit {
            begun.send()
            gate.wait()
        }
        try await begun.wait()
        try pool.submit { freed.send() }
        let refusal = await #expect(throws: BlobError.self) { try await writer.append([UInt8](repeating: 1, count: 300_000)) }
        #expect(refusal?.code == .unavailable)
        gate.open()
        try await freed.wait()
        await #expect(throws: BlobError.self) { _ = try await writer.finish() }
        await writer.abort()
        #expect(entries(of: "\(folder.path)/acme/\(space.submission)").isEmpty)
        await pool.shutdown()
    }

    @Test func aDroppedWriterLeavesNothing() async throws {
        let folder = try await BlobStoreFixture.withFileStore { store, folder in
            let writer = try await store.writer(in: space)
            try await writer.append([1])
            return folder
        }
        // Now that the threads have ended: the one that made the writer may have held it for a moment longer than the test.
        #expect(entries(of: "\(folder.path)/.incoming").isEmpty)
    }

    @Test func blobsAreReadableByTheirOwnerOnly() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let stored = try await store.put([1], in: space)
            var status = stat()
            #expect(stat("\(folder.path)/\(stored.key)", &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
    }

    @Test func theSweepTakesWhatIsOldAndNothingElse() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let incoming = "\(folder.path)/.incoming"
            let live = try await store.writer(in: space)
            for (name, ageInHours) in [("left-over", 25), ("recent", 1)] {
                let path = "\(incoming)/\(name)"
                close(open(path, O_CREAT | O_WRONLY, 0o600))
                let moment = timespec(tv_sec: time(nil) - ageInHours * 3600, tv_nsec: 0)
                utimensat(AT_FDCWD, path, [moment, moment], 0)
            }
            #expect(try await store.sweepIncoming(olderThan: .seconds(86_400)) == 1)
            #expect(entries(of: incoming).contains("recent"))
            #expect(entries(of: incoming).count == 2)
            _ = try await live.finish()
        }
    }

    @Test func aRootThatCannotBeMadeIsNamed() async throws {
        let group = try EventLoopGroup(threads: 1)
        let error = #expect(throws: BlobError.self) {
            _ = try FileBlobStore(root: "/proc/docket-blobs", pool: group.blocking)
        }
        #expect(error?.detail.contains("/proc/docket-blobs") == true)
        await group.shutdown()
    }

    @Test func namesOfTenantsCannotLeaveTheRoot() {
        #expect(BlobSpace(tenant: "a.b", submission: space.submission).description == "a%2eb/\(space.submission)")
    }

    private func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

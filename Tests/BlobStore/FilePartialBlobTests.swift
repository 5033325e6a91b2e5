import Glibc
import Shared
import Support
import Testing

@testable import BlobStore

/// What holds for blobs that grow, as files alone.
@Suite(.timeLimit(.minutes(1)))
struct FilePartialBlobTests {
    let space = BlobSpace(tenant: "acme", submission: .random())
    let content = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private var new: PartialBlob { PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)]) }

    /// Appends, and ends in good order.
    private func append(
        _ bytes: some Collection<UInt8>, to partial: PartialBlob, in store: FileBlobStore
    ) async throws -> PartialBlob {
        let writer = try await store.writer(of: partial)
        try await writer.append(Array(bytes))
        let progress = try await writer.synchronize()
        await writer.close()
        return PartialBlob(
            id: partial.id, in: space, segments: partial.segments, count: progress.count, digestState: progress.digestState)
    }

    /// Where the bytes of the first segment lie.
    private func path(of partial: PartialBlob, in folder: TemporaryFolder) -> String {
        "\(folder.path)/.partial/\(partial.id)-1"
    }

    @Test func whatWasWrittenAMomentAgoIsNotErased() async throws {
        try await BlobStoreFixture.withFileStore { store, _ in
            let stored = try await store.put([1, 2, 3], in: space)
            #expect(try await !store.erase(stored.key, untouchedFor: .seconds(3600)))
            #expect(try await store.open(stored.key).size == 3)

            // The same bytes again, by way of an upload: they are there already, and count as written now.
            let grown = try await append([1, 2, 3], to: new, in: store)
            #expect(try await store.finish(grown, isSettled: true) == stored)
            #expect(try await !store.erase(stored.key, untouchedFor: .seconds(3600)))
        }
    }

    @Test func bytesThatWereWrittenButNotAcknowledgedAreNotInTheFile() async throws {
        try await BlobStoreFixture.withFileStore { store, _ in
            let partial = try await append(content[..<1_000], to: new, in: store)
            _ = try await append([9, 9, 9], to: partial, in: store)
            let stored = try await store.finish(partial, isSettled: true)
            #expect(stored.size == 1_000)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == Array(content[..<1_000]))
        }
    }

    @Test func aFileThatTheDiskHasCutIsNotStoredAsWhole() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let partial = try await append(content, to: new, in: store)
            #expect(truncate(path(of: partial, in: folder), 500) == 0)
            await #expect(throws: BlobError.self) { _ = try await store.finish(partial, isSettled: true) }
        }
    }

    /// Bytes behind the acknowledged ones would make the end of an upload copy all of it.
    @Test func aFileIsNotCopiedBecauseAPartOfItWasRefused() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let partial = try await append(content[..<1_000], to: new, in: store)
            _ = try await append([UInt8](repeating: 9, count: 5_000), to: partial, in: store)
            let whole = try await append(content[1_000...], to: partial, in: store)
            let stored = try await store.finish(whole, isSettled: true)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
            var status = stat()
            #expect(stat("\(folder.path)/\(stored.key)", &status) == 0)
            #expect(status.st_nlink == 2)
        }
    }

    /// Nobody may have learnt that it became a file: then its upload goes on.
    @Test func whatWasMadeAFileNeverChangesThoughItsUploadGoesOn() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let end = PartialEnd(bytes: [7, 7, 7], name: ContentDigest(of: [1]))
            let partial = try await append(content[..<1_000], to: new, in: store)
            let stored = try await store.finish(partial, isSettled: true, with: end)
            var status = stat()
            #expect(stat("\(folder.path)/\(stored.key)", &status) == 0 && status.st_nlink == 2)

            let whole = try await append(content[1_000...], to: partial, in: store)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content[..<1_000] + [7, 7, 7])
            #expect(try await store.finish(partial, isSettled: true, with: end) == stored)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content[..<1_000] + [7, 7, 7])
            let longer = try await store.finish(whole, isSettled: true)
            #expect(try await store.open(longer.key).read(at: 0, count: .max / 2) == content)
        }
    }

    @Test func aFileIsNotStoredUnderTheDigestOfItsBeginning() async throws {
        try await BlobStoreFixture.withFileStore { store, _ in
            let beginning = try await append(content[..<1_000], to: new, in: store)
            var whole = try await append(content[1_000...], to: beginning, in: store)
            whole.digestState = beginning.digestState
            #expect(try await store.finish(whole, isSettled: true).key.digest == ContentDigest(of: content))
        }
    }

    @Test func bytesThatTheDiskHasChangedAreNotStoredWithoutAWord() async throws {
        try await BlobStoreFixture.withFileStore { store, folder in
            let partial = try await append(content, to: new, in: store)
            let descriptor = open(path(of: partial, in: folder), O_WRONLY | O_CLOEXEC)
            #expect(pwrite(descriptor, [~content[700]], 1, 700) == 1)
            close(descriptor)
            await #expect(throws: BlobError.self) { _ = try await store.finish(partial, isSettled: false) }
        }
    }

    @Test func aDamagedRecordOfAnUploadMakesNoFile() async throws {
        try await BlobStoreFixture.withFileStore { store, _ in
            let whole = try await append(content, to: new, in: store)
            let records: [(name: String, PartialBlob)] = [
                (
                    "without its beginning",
                    PartialBlob(id: whole.id, in: space, segments: [.init(epoch: 1, start: 500)], count: content.count)
                ),
                (
                    "a segment behind the end",
                    PartialBlob(
                        id: whole.id, in: space, segments: [.init(epoch: 1, start: 0), .init(epoch: 2, start: 500)], count: 100)
                ),
                ("bytes of no segment", PartialBlob(id: whole.id, in: space, count: 100)),
                ("fewer than none", PartialBlob(id: whole.id, in: space, segments: whole.segments, count: -1)),
            ]
            for (name, record) in records {
                await #expect(throws: BlobError.self, "\(name)") { _ = try await store.writer(of: record) }
                await #expect(throws: BlobError.self, "\(name)") { _ = try await store.read(record, at: 0, count: 10) }
                await #expect(throws: BlobError.self, "\(name)") {
                    _ = try await store.finish(record, isSettled: true)
                }
            }
        }
    }
}

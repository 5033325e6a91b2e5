import Crypto
import Shared
import Support
import Testing

@testable import BlobStore

/// What every blob store promises of blobs that grow over several requests.
@Suite(.timeLimit(.minutes(5)))
struct PartialBlobConformanceTests {
    let space = BlobSpace(tenant: "acme", submission: .random())
    let content = (0..<900_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 4099) }

    private var new: PartialBlob { PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)]) }

    /// Appends a range of the content and ends in good order.
    private func append(
        _ range: Range<Int>, to partial: PartialBlob, in store: any BlobStore
    ) async throws -> PartialBlob {
        let writer = try await store.writer(of: partial)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 9_973) {
            try await writer.append(Array(content[start..<min(start + 9_973, range.upperBound)]))
        }
        #expect(writer.count == range.upperBound)
        let progress = try await writer.synchronize()
        await writer.close()
        var grown = partial
        grown.count = progress.count
        grown.digestState = progress.digestState
        return grown
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func itGrowsOverSeveralWritersAndIsFinishedUnderItsDigest(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = new
            for range in [0..<1, 1..<64, 64..<64, 64..<300_000, 300_000..<content.count] {
                partial = try await append(range, to: partial, in: store)
                #expect(partial.count == range.upperBound)
            }
            #expect(try await store.read(partial, at: 299_990, count: 20) == Array(content[299_990..<300_010]))
            let stored = try await store.finish(partial, isSettled: true)
            #expect(stored == StoredBlob(key: space.key(ContentDigest(of: content)), size: content.count))
            try await store.remove(partial)
            try await store.remove(partial)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
        }
    }

    /// A sealed upload's state holds its last bytes, too.
    @Test(arguments: BlobStoreFixture.kinds.filter(\.isSealed))
    func `a sealed upload without its state does not go on`(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = try await append(0..<500_000, to: new, in: store)
            for state in [nil, [], [1, 2, 3]] as [[UInt8]?] {
                partial.digestState = state
                let error = await #expect(throws: BlobError.self) { _ = try await store.writer(of: partial) }
                #expect(error?.code == .damaged)
                await #expect(throws: BlobError.self) { _ = try await store.finish(partial, isSettled: true) }
            }
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func `any part of it is read while it grows`(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = try await append(0..<100, to: new, in: store)
            #expect(try await store.read(partial, at: 90, count: 20) == Array(content[90..<100]))
            partial = try await append(100..<100_000, to: partial, in: store)
            for range in [0..<1, 16_383..<16_385, 50_000..<99_000, 98_000..<100_000, 98_304..<98_305, 99_999..<100_000] {
                #expect(try await store.read(partial, at: range.lowerBound, count: range.count) == Array(content[range]))
            }
            #expect(try await store.read(partial, at: 99_990, count: 1_000) == Array(content[99_990..<100_000]))
            #expect(try await store.acknowledgedDigest(of: partial) == SHA256.hash(Array(content[..<100_000])))
        }
    }

    /// An acknowledgement is asked for at any moment, beside the task that appends.
    @Test(arguments: BlobStoreFixture.kinds)
    func whatIsAcknowledgedWhileItGrowsIsWhatCame(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let partial = new
            let writer = try await store.writer(of: partial)
            try await withThrowingTaskGroup(of: [PartialProgress].self) { group in
                group.addTask {
                    for start in stride(from: 0, to: content.count, by: 30_011) {
                        try await writer.append(Array(content[start..<min(start + 30_011, content.count)]))
                    }
                    return []
                }
                group.addTask {
                    var seen: [PartialProgress] = []
                    for _ in 0..<20 { seen.append(try await writer.synchronize()) }
                    return seen
                }
                for try await seen in group {
                    for (earlier, later) in zip(seen, seen.dropFirst()) { #expect(earlier.count <= later.count) }
                    for progress in seen where progress.count > 0 {
                        var then = partial
                        (then.count, then.digestState) = (progress.count, progress.digestState)
                        let digest = try await store.acknowledgedDigest(of: then)
                        #expect(digest == SHA256.hash(Array(content[..<progress.count])))
                    }
                }
            }
            let end = try await writer.synchronize()
            await writer.close()
            #expect(end.count == content.count)
            var whole = partial
            (whole.count, whole.digestState) = (end.count, end.digestState)
            #expect(try await store.finish(whole, isSettled: true).key.digest == ContentDigest(of: content))
        }
    }

    @Test(arguments: BlobStoreFixture.unsealedKinds)
    func theDigestIsComputedAnewWhereItsStateIsMissing(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = try await append(0..<500_000, to: new, in: store)
            partial.digestState = nil
            partial = try await append(500_000..<content.count, to: partial, in: store)
            let stored = try await store.finish(partial, isSettled: true)
            #expect(stored.key.digest == ContentDigest(of: content))
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func whatWasNotAcknowledgedIsForgotten(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let partial = try await append(0..<100_000, to: new, in: store)
            // Refused after all, as a part with a wrong checksum is.
            let refused = try await store.writer(of: partial)
            try await refused.append([UInt8](repeating: 0, count: 700_000))
            _ = try await refused.synchronize()
            await refused.close()
            let whole = try await append(100_000..<content.count, to: partial, in: store)
            #expect(try await store.finish(whole, isSettled: true).key.digest == ContentDigest(of: content))
        }
    }

    /// The heart of the fence: a writer that was taken over from goes on writing, before and after its successor.
    @Test(arguments: BlobStoreFixture.kinds)
    func aWriterThatWasTakenOverFromChangesNothing(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = try await append(0..<100_000, to: new, in: store)
            let zombie = try await store.writer(of: partial)
            try await zombie.append([UInt8](repeating: 1, count: 300_000))
            _ = try await zombie.synchronize()

            partial.segments.append(.init(epoch: 2, start: partial.count))
            partial = try await append(100_000..<400_000, to: partial, in: store)
            try await zombie.append([UInt8](repeating: 2, count: 300_000))
            _ = try await zombie.synchronize()
            partial = try await append(400_000..<content.count, to: partial, in: store)
            try await zombie.append([UInt8](repeating: 3, count: 300_000))
            _ = try await zombie.synchronize()

            let stored = try await store.finish(partial, isSettled: true)
            #expect(stored.key.digest == ContentDigest(of: content))
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
            await zombie.close()
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func whatALiveWriterMayStillWriteToIsCopied(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            var partial = new
            let zombie = try await store.writer(of: partial)
            try await zombie.append(content)
            let progress = try await zombie.synchronize()
            (partial.count, partial.digestState) = (progress.count, progress.digestState)
            // Taken over, with nothing to add: an empty segment.
            partial.segments.append(.init(epoch: 2, start: partial.count))
            let stored = try await store.finish(partial, isSettled: false)
            try await zombie.append([9, 9, 9])
            _ = try await zombie.synchronize()
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
            await zombie.close()
        }
    }

    /// Twice, as by two processes that do not know of each other.
    @Test(arguments: BlobStoreFixture.kinds.filter { !$0.isSealed }, [0, 1, 700_000])
    func whatIsPutBehindAnUploadIsAtItsEnd(_ kind: BlobStoreFixture.Kind, count: Int) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let partial = try await append(0..<count, to: new, in: store)
            let end = PartialEnd(bytes: [UInt8](repeating: 9, count: 40_000), name: ContentDigest(of: [1, 2]))
            for isSettled in [true, false] {
                let stored = try await store.finish(partial, isSettled: isSettled, with: end)
                #expect(stored == StoredBlob(key: space.key(end.name, isKeyed: true), size: count + 40_000))
                #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content[..<count] + end.bytes)
            }
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func aClosedWriterWritesNothing(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let writer = try await store.writer(of: new)
            await writer.close()
            await #expect(throws: BlobError.self) { _ = try await writer.synchronize() }
            await #expect(throws: BlobError.self) { try await writer.append([UInt8](repeating: 0, count: 600_000)) }
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func lostSegmentsAreNoticed(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let partial = try await append(0..<100_000, to: new, in: store)
            try await store.remove(partial)
            await #expect(throws: BlobError.self) { _ = try await store.writer(of: partial) }
            await #expect(throws: BlobError.self) { _ = try await store.read(partial, at: 0, count: 10) }
            await #expect(throws: BlobError.self) { _ = try await store.finish(partial, isSettled: true) }
        }
    }

    @Test(arguments: BlobStoreFixture.kinds)
    func anErasedBlobIsGone(_ kind: BlobStoreFixture.Kind) async throws {
        try await BlobStoreFixture.with(kind) { store in
            let stored = try await store.put([1, 2, 3], in: space)
            #expect(try await store.erase(stored.key, untouchedFor: .seconds(-60)))
            #expect(try await store.erase(stored.key, untouchedFor: .seconds(-60)))
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(stored.key) }
            #expect(error?.code == .notFound)
        }
    }
}

import Crypto
import EventLoop
import Shared
import Support
import Testing

@testable import BlobStore

/// What holds for blobs in S3 alone.
@Suite(.timeLimit(.minutes(5)), .enabled(if: S3TestServer.script != nil, "\(S3TestServer.skipped)"))
struct S3BlobStoreTests {
    let space = BlobSpace(tenant: "acme", submission: .random())
    private static let mebibyte = 1 << 20

    private func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var value: UInt64 = 88_172_645_463_325_252
            for index in 0..<count {
                value ^= value << 13
                value ^= value >> 7
                value ^= value << 17
                buffer[index] = UInt8(truncatingIfNeeded: value)
            }
            filled = count
        }
    }

    private func append(
        _ content: ArraySlice<UInt8>, to partial: PartialBlob, in store: S3BlobStore, acknowledgedEach step: Int? = nil
    ) async throws -> PartialBlob {
        let writer = try await store.writer(of: partial)
        var position = content.startIndex
        while position < content.endIndex {
            let end = min(position + (step ?? 262_144), content.endIndex)
            try await writer.append(Array(content[position..<end]))
            if step != nil { _ = try await writer.synchronize() }
            position = end
        }
        let progress = try await writer.synchronize()
        await writer.close()
        return PartialBlob(
            id: partial.id, in: space, segments: partial.segments, count: progress.count, digestState: progress.digestState)
    }

    @Test func aLargeBlobGoesInParts() async throws {
        try await S3Fixture.withStore {
            $0.partSize = 5 * Self.mebibyte
        } _: { store, _ in
            let content = bytes(12 * Self.mebibyte + 3)
            let stored = try await store.put(content, in: space)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
            #expect(try await store.client.openUploads(of: store.client.configuration.prefix).isEmpty)
        }
    }

    /// Nothing but the database's word is left of the first gateway: it never closed its writer.
    @Test func anotherGatewayGoesOnWhereOneDied() async throws {
        let content = bytes(3 * Self.mebibyte)
        try await S3Fixture.withStore { first, configuration in
            var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            let writer = try await first.writer(of: partial)
            try await writer.append(Array(content[..<1_000_000]))
            let progress = try await writer.synchronize()
            (partial.count, partial.digestState) = (progress.count, progress.digestState)
            // Sent, and never acknowledged.
            try await writer.append(Array(content[1_000_000..<1_500_000]))
            _ = try await writer.synchronize()

            try await S3Fixture.withStore {
                $0 = configuration
            } _: { second, _ in
                partial.segments.append(.init(epoch: 2, start: partial.count))
                partial = try await append(content[1_000_000...], to: partial, in: second, acknowledgedEach: 700_000)
                let stored = try await second.finish(partial, isSettled: false)
                #expect(stored.key.digest == ContentDigest(of: content))
                #expect(try await second.open(stored.key).read(at: 0, count: .max / 2) == content)
                try await second.remove(partial)
                #expect(try await pieces(of: partial, second).isEmpty)
            }
            await writer.close()
        }
    }

    @Test func largePiecesAreCopiedByTheServerAndSmallOnesJoined() async throws {
        let content = bytes(20 * Self.mebibyte + 17)
        try await S3Fixture.withStore {
            $0.pieceSize = 5 * Self.mebibyte
        } _: { store, _ in
            var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            partial = try await append(content[..<(6 * Self.mebibyte)], to: partial, in: store)
            partial = try await append(content[partial.count..<(partial.count + 1_000)], to: partial, in: store)
            partial = try await append(content[partial.count...], to: partial, in: store, acknowledgedEach: 900_000)
            let chain = try await store.chain(of: partial)
            let sizes = chain.map(\.object.size)
            // A small piece, where one request ended; behind it those that were put in the place of many.
            #expect(sizes.contains(1_000))
            #expect(sizes.filter { $0 >= 5 * Self.mebibyte }.count >= 3)
            let stored = try await store.finish(partial, isSettled: true)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
        }
    }

    /// A gateway died while it put the pieces together: what it had done is taken up.
    @Test func theAssemblyIsTakenUpWhereItWasLeft() async throws {
        let content = bytes(18 * Self.mebibyte)
        try await S3Fixture.withStore {
            $0.pieceSize = 6 * Self.mebibyte
        } _: { store, _ in
            var partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            for end in [6, 12, 18] {
                partial = try await append(content[partial.count..<end * Self.mebibyte], to: partial, in: store)
            }
            let chain = try await store.chain(of: partial)
            let key = store.object(space.key(ContentDigest(of: content)))
            let left = try await store.client.beginUpload(of: key)
            _ = try await store.client.copy(chain[0].object, as: 1, of: key, left)
            // Of another size than what belongs there.
            _ = try await store.client.copy(chain[0].object, as: 2, of: key, left)

            let stored = try await store.finish(partial, isSettled: true)
            #expect(try await store.open(stored.key).read(at: 0, count: .max / 2) == content)
            // It is the one that was completed.
            #expect(try await !store.client.openUploads(of: key).contains { $0.id == left })
        }
    }

    @Test func whatWasWrittenAMomentAgoIsNotErased() async throws {
        try await S3Fixture.withStore { store, _ in
            let stored = try await store.put([1, 2, 3], in: space)
            #expect(try await !store.erase(stored.key, untouchedFor: .seconds(3600)))
            #expect(try await store.open(stored.key).size == 3)
        }
    }

    @Test func theSweepsTakeWhatIsOldAndNothingElse() async throws {
        try await S3Fixture.withStore { store, _ in
            let partial = PartialBlob(id: .random(), in: space, segments: [.init(epoch: 1, start: 0)])
            let grown = try await append([1, 2, 3], to: partial, in: store)
            let key = store.object(space.key(ContentDigest(of: [])))
            _ = try await store.client.beginUpload(of: key)
            #expect(try await store.sweepPartials(olderThan: .seconds(3600)) == 0)
            #expect(try await store.sweepIncoming(olderThan: .seconds(3600)) == 0)
            #expect(try await store.read(grown, at: 0, count: 3) == [1, 2, 3])
            #expect(try await store.sweepPartials(olderThan: .seconds(-60)) == 1)
            #expect(try await store.sweepIncoming(olderThan: .seconds(-60)) >= 1)
            #expect(try await store.client.openUploads(of: key).isEmpty)
        }
    }

    /// What a decoder is given can be read and nothing else, and has no name.
    @Test func whatWasOpenedCanOnlyBeRead() async throws {
        try await S3Fixture.withStore { store, _ in
            let stored = try await store.put([1, 2, 3], in: space)
            let file = try await store.open(stored.key)
            let link = ProcFile.text("/proc/self/fdinfo/\(try await file.whole().number)") ?? ""
            let flags = link.split(separator: "\n").first { $0.hasPrefix("flags:") }.flatMap {
                Int($0.split(separator: "\t")[1], radix: 8)
            }
            #expect(flags.map { $0 & 3 } == 0)
        }
    }

    @Test func wrongKeysAreNamed() async throws {
        try await S3Fixture.withStore {
            $0.credentials = .init(accessKey: "docket", secretKey: "wrong")
        } _: { store, _ in
            let error = await #expect(throws: BlobError.self) { try await store.check() }
            #expect(error?.code == .unavailable)
            #expect(error?.detail.contains("AWS_ACCESS_KEY_ID") == true, "\(error?.detail ?? "")")
        }
        try await S3Fixture.withStore {
            $0.bucket = "no-such-bucket"
        } _: { store, _ in
            let error = await #expect(throws: BlobError.self) { try await store.check() }
            #expect(error?.detail.contains("no such bucket") == true, "\(error?.detail ?? "")")
        }
    }

    private func pieces(of partial: PartialBlob, _ store: S3BlobStore) async throws -> [String] {
        var keys: [String] = []
        try await store.client.forEachPage(of: store.folder(of: partial)) { (page) throws(BlobError) in keys += page.map(\.key) }
        return keys
    }
}

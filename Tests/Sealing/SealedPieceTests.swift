import Crypto
import Sealing
import Shared
import Testing

/// Uploads that are sealed piece by piece while they grow.
@Suite struct SealedPieceTests {
    private let key = SubmissionKey.random(tenant: "acme", submission: .random())
    private let upload = UploadID.random()
    private let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 17 &+ $0 / 4099) }

    private func sealed(_ content: [UInt8], from first: Int = 0) throws -> [UInt8] {
        var plain = content
        let sealed = try SealedPieces(key, upload: upload).seal(fullOf: &plain, from: first)
        #expect(plain.count == content.count % SealedPieces.size)
        #expect(sealed.count == SealedPieces.sealedCount(of: content.count))
        return sealed
    }

    @Test func `pieces of several writers are opened together`() throws {
        let size = SealedPieces.size
        let sealed = try sealed(Array(content[..<(2 * size)])) + (try sealed(Array(content[2 * size..<5 * size]), from: 2))
        let reader = SealedPieces(key, upload: upload)
        #expect(try reader.open(sealed, from: 0) == Array(content[..<(5 * size)]))
        let third = Array(sealed[2 * SealedPieces.sealedSize..<3 * SealedPieces.sealedSize])
        #expect(try reader.open(third, from: 2) == Array(content[2 * size..<3 * size]))
        #expect(try reader.open([], from: 0) == [])
    }

    /// What was not acknowledged is forgotten, and its place is written anew with something else.
    @Test func `a piece that is written anew by another writer has nothing in common with the first`() throws {
        let (first, second) = (try sealed(content), try sealed(content))
        #expect(zip(first, second).count { $0 == $1 } < first.count / 100)
    }

    @Test func `what is at another place, cut, changed, or of another upload is noticed`() throws {
        let sealed = try sealed(content)
        let reader = SealedPieces(key, upload: upload)
        var changed = sealed
        changed[20] ^= 1
        var exchanged = sealed
        exchanged.replaceSubrange(
            0..<SealedPieces.sealedSize, with: sealed[SealedPieces.sealedSize..<2 * SealedPieces.sealedSize])
        for wrong in [changed, exchanged, Array(sealed.dropLast()), Array(sealed.dropFirst(SealedPieces.sealedSize))] {
            let error = #expect(throws: SealingError.self) { try reader.open(wrong, from: 0) }
            #expect(error?.code == .damaged)
        }
        #expect(throws: SealingError.self) { try SealedPieces(key, upload: .random()).open(sealed, from: 0) }
    }

    @Test func `a state is that of its upload at one place, and shows nothing`() throws {
        var digest = ResumableSHA256()
        digest.update(content[..<SealedPieces.size])
        let tail = Array(content[SealedPieces.size..<SealedPieces.size + 100])
        let state = PartialState(digest: digest, tail: tail, pieces: [1, 2, 3])
        let count = SealedPieces.size + 100
        let sealed = try state.sealed(key, upload: upload)
        #expect(sealed.firstRange(of: tail.prefix(8)) == nil)
        let back = try PartialState(opening: sealed, key, upload: upload, count: count)
        #expect(back.tail == tail && back.pieces == [1, 2, 3] && back.count == count)
        #expect(back.whole == SHA256.hash(Array(content[..<count])))
        for (upload, count) in [(upload, count - 1), (upload, count + SealedPieces.size), (UploadID.random(), count)] {
            #expect(throws: SealingError.self) { try PartialState(opening: sealed, key, upload: upload, count: count) }
        }
        var changed = sealed
        changed[sealed.count - 1] ^= 1
        #expect(throws: SealingError.self) { try PartialState(opening: changed, key, upload: upload, count: count) }
        // What an upload of before sealing has there.
        #expect(throws: SealingError.self) {
            try PartialState(opening: digest.state, key, upload: upload, count: SealedPieces.size)
        }
    }
}

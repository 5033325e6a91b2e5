import Crypto
import Sealing
import Shared
import Testing

/// Files that arrived as uploads, in the pieces that they arrived in.
@Suite struct PiecedFileTests {
    private let key = SubmissionKey.random(tenant: "acme", submission: .random())
    private let upload = UploadID.random()

    private func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 4099) } }

    /// By several writers, each with a key of its own.
    private func seal(_ content: [UInt8], by key: SubmissionKey? = nil, upload: UploadID? = nil) throws -> [UInt8] {
        let (key, upload) = (key ?? self.key, upload ?? self.upload)
        var (sealed, rest, first): ([UInt8], ArraySlice<UInt8>, Int) = ([], content[...], 0)
        while rest.count >= SealedPieces.size {
            var part = Array(rest.prefix(2 * SealedPieces.size))
            let count = part.count / SealedPieces.size
            sealed += try SealedPieces(key, upload: upload).seal(fullOf: &part, from: first)
            (first, rest) = (first + count, rest.dropFirst(count * SealedPieces.size))
        }
        let end = SealedPieces(key, upload: upload)
        return sealed + (try end.end(Array(rest), ofFile: ContentDigest(of: content), size: content.count))
    }

    private func open(_ sealed: [UInt8], as digest: ContentDigest) throws(SealingError) -> FileOpener {
        try FileOpener(key, digest, sealed: sealed.count) { Array(sealed[$0]) }
    }

    private func read(_ sealed: [UInt8], _ range: Range<Int>, by opener: FileOpener) throws(SealingError) -> [UInt8] {
        guard let bytes = opener.sealedBytes(for: range) else { return [] }
        return try opener.open(Array(sealed[bytes]), for: range)
    }

    @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 32_768, 100_000]) func `what was uploaded is opened, whatever its length`(
        count: Int
    ) throws {
        let content = content(count)
        let sealed = try seal(content)
        let opener = try open(sealed, as: ContentDigest(of: content))
        #expect(opener.size == count)
        #expect(try read(sealed, 0..<count, by: opener) == content)
        #expect(content.count < 16 || sealed.firstRange(of: content.prefix(16)) == nil)
    }

    @Test func `any range is read by the pieces that hold it`() throws {
        let content = content(100_000)
        let sealed = try seal(content)
        let opener = try open(sealed, as: ContentDigest(of: content))
        for range in [
            0..<1, 16_383..<16_384, 16_383..<16_385, 16_384..<32_768, 20_000..<99_000, 98_303..<98_305, 98_304..<100_000,
            99_999..<100_000,
        ] {
            #expect(try read(sealed, range, by: opener) == Array(content[range]))
            let bytes = try #require(opener.sealedBytes(for: range))
            #expect(bytes.count <= range.count + 3 * SealedPieces.sealedSize && bytes.upperBound <= sealed.count)
        }
        #expect(try read(sealed, 99_000..<900_000, by: opener) == Array(content[99_000...]))
    }

    @Test func `each flipped bit is noticed`() throws {
        let content = content(40_000)
        let (sealed, digest) = (try seal(content), ContentDigest(of: content))
        let end = 2 * SealedPieces.sealedSize
        for index in [
            0, 15, 16, 20_000, end - 1, end, end + 15, end + 16, sealed.count - 60, sealed.count - 44, sealed.count - 1,
        ] {
            var other = sealed
            other[index] ^= 4
            let error = #expect(throws: SealingError.self, "\(index)") {
                try read(other, 0..<content.count, by: try open(other, as: digest))
            }
            #expect(error?.code == .damaged)
        }
    }

    @Test func `what was cut, left out or moved is noticed`() throws {
        let content = content(70_000)
        let (sealed, digest, piece) = (try seal(content), ContentDigest(of: content), SealedPieces.sealedSize)
        for length in [0, 43, 44, 75, 76, piece, 4 * piece, sealed.count - 1] {
            #expect(throws: SealingError.self) { try open(Array(sealed.prefix(length)), as: digest) }
        }
        #expect(throws: SealingError.self) { try open(Array(sealed.dropFirst(piece)), as: digest) }
        #expect(throws: SealingError.self) { try open(sealed + [0], as: digest) }
        let moved = Array(sealed[piece..<2 * piece] + sealed[..<piece] + sealed[(2 * piece)...])
        #expect(throws: SealingError.self) { try read(moved, 0..<1, by: try open(moved, as: digest)) }
    }

    @Test func `pieces of another upload, another file's end and another submission's key open nothing`() throws {
        let content = content(20_000)
        let (sealed, digest) = (try seal(content), ContentDigest(of: content))
        let other = try seal(content, upload: .random())
        let mixed = Array(other[..<SealedPieces.sealedSize] + sealed[SealedPieces.sealedSize...])
        #expect(throws: SealingError.self) { try read(mixed, 0..<1, by: try open(mixed, as: digest)) }
        #expect(throws: SealingError.self) { try open(sealed, as: ContentDigest(of: [1])) }
        let stranger = SubmissionKey.random(tenant: "acme", submission: key.submission)
        #expect(throws: SealingError.self) { try FileOpener(stranger, digest, sealed: sealed.count) { Array(sealed[$0]) } }
    }

    /// Two processes may make a file of one upload. What is sealed twice with one key is the same.
    @Test func `the end of an upload is always the same`() throws {
        let content = content(20_000)
        func end(_ content: [UInt8], _ upload: UploadID) throws -> [UInt8] {
            try SealedPieces(key, upload: upload).end(
                Array(content[16_384...]), ofFile: ContentDigest(of: content), size: content.count)
        }
        #expect(try end(content, upload) == end(content, upload))
        let other = try end(Array(content.dropLast()) + [7], upload)
        #expect(try end(content, upload).prefix(16) != other.prefix(16))
        #expect(try end(content, upload).prefix(16) != end(content, .random()).prefix(16))
    }
}

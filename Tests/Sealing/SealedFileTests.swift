import Crypto
import Sealing
import Shared
import Testing

/// Files that are sealed chunk by chunk.
@Suite struct SealedFileTests {
    private let key = SubmissionKey.random(tenant: "acme", submission: .random())

    private func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 4099) } }

    private func seal(_ content: [UInt8], by key: SubmissionKey, in pieces: Int = 50_000) throws -> [UInt8] {
        var sealer = FileSealer(key)
        var sealed: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: pieces) {
            sealed += try sealer.seal(Array(content[start..<min(content.count, start + pieces)]))
        }
        let end = try sealer.finish()
        #expect(end.digest == ContentDigest(of: content) && sealer.count == content.count)
        return sealed + end.sealed
    }

    private func open(_ sealed: [UInt8], by key: SubmissionKey, as digest: ContentDigest) throws(SealingError) -> FileOpener {
        try FileOpener(key, digest, sealed: sealed.count) { Array(sealed[$0]) }
    }

    private func read(_ sealed: [UInt8], _ range: Range<Int>, by opener: FileOpener) throws(SealingError) -> [UInt8] {
        guard let bytes = opener.sealedBytes(for: range) else { return [] }
        return try opener.open(Array(sealed[bytes]), for: range)
    }

    /// All of it, as somebody reads it who knows what it should be.
    private func readAll(_ sealed: [UInt8], by key: SubmissionKey, as digest: ContentDigest) throws(SealingError) -> [UInt8] {
        let opener = try open(sealed, by: key, as: digest)
        return try read(sealed, 0..<opener.size, by: opener)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000], [1_000, 65_536, 1_000_000])
    func `what was sealed is opened, whatever its length`(count: Int, pieces: Int) throws {
        let content = content(count)
        let sealed = try seal(content, by: key, in: pieces)
        #expect(sealed.count == SealedLayout.sealedSize(of: count))
        #expect(SealedLayout.size(ofSealed: sealed.count) == count)
        let opener = try open(sealed, by: key, as: ContentDigest(of: content))
        #expect(opener.size == count)
        #expect(try read(sealed, 0..<count, by: opener) == content)
    }

    @Test func `any range is read by the chunks that hold it`() throws {
        let content = content(200_000)
        let sealed = try seal(content, by: key)
        let opener = try open(sealed, by: key, as: ContentDigest(of: content))
        for range in [
            0..<1, 65_535..<65_536, 65_535..<65_537, 65_536..<131_072, 70_000..<190_000, 199_999..<200_000, 131_072..<200_000,
        ] {
            #expect(try read(sealed, range, by: opener) == Array(content[range]))
            let bytes = try #require(opener.sealedBytes(for: range))
            #expect(bytes.count <= range.count + 2 * 65_552 && bytes.upperBound <= sealed.count)
        }
        #expect(opener.sealedBytes(for: 200_000..<300_000) == nil && opener.sealedBytes(for: 5..<5) == nil)
        #expect(try read(sealed, 199_000..<900_000, by: opener) == Array(content[199_000...]))
    }

    @Test func `nothing of the content, and nothing twice, is in the sealed form`() throws {
        let content = Array(repeatElement(Array("the same words again and again; ".utf8), count: 8_192).joined())
        let first = try seal(content, by: key)
        let second = try seal(content, by: key)
        let blocks = Set(stride(from: 0, to: first.count - 16, by: 16).map { Array(first[$0..<$0 + 16]) })
        #expect(blocks.count == (first.count - 1) / 16)
        #expect(zip(first.dropFirst(40), second.dropFirst(40)).count { $0 == $1 } < content.count / 100)
        #expect(first.firstRange(of: content.prefix(16)) == nil)
    }

    @Test func `each flipped bit is noticed`() throws {
        let content = content(70_000)
        let (sealed, digest) = (try seal(content, by: key), ContentDigest(of: content))
        for index in Array(0..<SealedLayout.header) + [40, 41, 5_000, 65_591, 65_592, 66_000, sealed.count - 1] {
            var other = sealed
            other[index] ^= 4
            let error = #expect(throws: SealingError.self) { try readAll(other, by: key, as: digest) }
            #expect(error?.code == .damaged)
        }
        #expect(try readAll(sealed, by: key, as: digest) == content)
    }

    @Test func `a file that was cut is noticed before anything of it is given out`() throws {
        let content = content(200_000)
        let (sealed, digest) = (try seal(content, by: key), ContentDigest(of: content))
        for length in [0, 39, 40, 55, 56, 40 + 65_552, 40 + 2 * 65_552, 40 + 3 * 65_552, sealed.count - 1] {
            let error = #expect(throws: SealingError.self) { try open(Array(sealed.prefix(length)), by: key, as: digest) }
            #expect(error?.code == .damaged)
        }
        #expect(throws: SealingError.self) { try open(sealed + [0], by: key, as: digest) }
        #expect(throws: SealingError.self) { try open(sealed + sealed.suffix(65_552), by: key, as: digest) }
    }

    @Test func `chunks that changed places, or come from another file, are noticed`() throws {
        let content = content(250_000)
        let (sealed, digest) = (try seal(content, by: key), ContentDigest(of: content))
        func chunk(_ number: Int, of file: [UInt8]) -> [UInt8] { Array(file[40 + number * 65_552..<40 + (number + 1) * 65_552]) }

        var exchanged = sealed
        exchanged.replaceSubrange(40..<40 + 65_552, with: chunk(1, of: sealed))
        exchanged.replaceSubrange(40 + 65_552..<40 + 2 * 65_552, with: chunk(0, of: sealed))
        #expect(throws: SealingError.self) { try readAll(exchanged, by: key, as: digest) }

        // The same content, sealed once more: of another file all the same.
        var foreign = sealed
        foreign.replaceSubrange(40..<40 + 65_552, with: chunk(0, of: try seal(content, by: key)))
        #expect(throws: SealingError.self) { try readAll(foreign, by: key, as: digest) }

        var left = sealed
        left.removeSubrange(40..<40 + 65_552)
        #expect(throws: SealingError.self) { try open(left, by: key, as: digest) }
    }

    @Test func `another file of the same submission does not pass for it`() throws {
        let (own, other) = (content(1_000), content(999) + [7])
        let sealed = try seal(other, by: key)
        #expect(throws: SealingError.self) { try open(sealed, by: key, as: ContentDigest(of: own)) }
    }

    @Test func `another submission's key opens nothing, nor that of another tenant`() throws {
        let content = content(100)
        let (sealed, digest) = (try seal(content, by: key), ContentDigest(of: content))
        let stranger = SubmissionKey.random(tenant: "acme", submission: key.submission)
        #expect(throws: SealingError.self) { try open(sealed, by: stranger, as: digest) }

        // The very key, passed off as one of another submission.
        let tenantKey = SecretBytes.random(32)
        let wrapped = try key.wrapped(by: tenantKey)
        let back = try SubmissionKey(unwrapping: wrapped, by: tenantKey, tenant: key.tenant, submission: key.submission)
        #expect(try readAll(sealed, by: back, as: digest) == content)
        #expect(throws: SealingError.self) {
            try SubmissionKey(unwrapping: wrapped, by: tenantKey, tenant: "other", submission: key.submission)
        }
        #expect(throws: SealingError.self) {
            try SubmissionKey(unwrapping: wrapped, by: tenantKey, tenant: key.tenant, submission: .random())
        }
        #expect(throws: SealingError.self) {
            try SubmissionKey(unwrapping: wrapped, by: .random(32), tenant: key.tenant, submission: key.submission)
        }
    }

    @Test func `the name of a blob says nothing of its content to whoever has no key`() {
        let digest = ContentDigest(of: [1, 2, 3])
        let other = SubmissionKey.random(tenant: key.tenant, submission: key.submission)
        #expect(key.name(of: digest) == key.name(of: digest))
        #expect(key.name(of: digest) != digest && key.name(of: digest) != other.name(of: digest))
    }

    @Test func `lengths that no arithmetic takes are refused`() {
        for size in [Int.min, -1, 0, 55, 40 + 65_552 + 15] {
            #expect(SealedLayout.size(ofSealed: size) == nil)
            #expect(throws: SealingError.self) { try FileOpener(key, ContentDigest(of: []), sealed: size) { _ in [] } }
        }
        for size in [Int.max, Int.max - 1, Int.max - 65_552] {
            if let plain = SealedLayout.size(ofSealed: size) { #expect(plain < size) }
        }
    }
}

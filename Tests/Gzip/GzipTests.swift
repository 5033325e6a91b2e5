import Gzip
import Support
import Testing

@Suite struct GzipTests {
    /// Read again by Debian's gzip.
    @Test(arguments: [0, 1, 70_000]) func othersReadIt(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let packed = try #require(Gzip.compressed(bytes))
        let read = try await Program.check("gzip", ["--decompress", "--stdout"], input: packed)
        #expect(read.output == bytes)
        #expect(count < 100 || packed.count * 10 < count)
    }
}

import DocumentFixtures
import Jail
import Shared
import Testing

/// Files that were good once: whatever has become of them, each ends in pages or in a typed reason, and the zygote lives on.
@Suite(.timeLimit(.minutes(3)))
struct MutilatedFilesTests {
    private static let mutationsOfEach = 25

    /// Reproducible; Knuth's MMIX constants.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(arguments: ["jpg", "jpg[interlace]", "png", "webp", "gif", "tif", "heic", "avif", "pdf"])
    func everyMutilatedFileEndsInPagesOrAReason(format: String) async throws {
        let original = format == "pdf" ? HandmadePDF.cornered(pages: 2).bytes : try Photo.encoded(as: format)
        let mediaType = try #require(MediaType(fileExtension: String(format.prefix { $0 != "[" })))
        var random = Seeded(state: UInt64(original.count))
        let small = PixelBox(shortSide: 100, longSide: 150)
        try await withJail { jail, _ in
            let zygote = await jail.zygoteProcessID
            for _ in 0..<Self.mutationsOfEach {
                var bytes = original
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))) }
                do {
                    let pages = try await jail.pages(of: bytes, DecodeRequest(mediaType: mediaType, box: small))
                    #expect(!pages.isEmpty)
                } catch let error as JailError {
                    // A library may crash; the jail itself may not.
                    switch error {
                    case .refused, .crashed: break
                    default: Issue.record("\(String(reflecting: error))")
                    }
                }
            }
            #expect(await jail.zygoteProcessID == zygote)
        }
    }
}

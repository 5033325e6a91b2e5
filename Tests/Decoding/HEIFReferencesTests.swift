import DocumentFixtures
import Shared
import Testing

@testable import Imaging

@Suite(.timeLimit(.minutes(3)))
struct HEIFReferencesTests {
    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 8
        return [UInt8(size >> 24), UInt8(size >> 16 & 0xff), UInt8(size >> 8 & 0xff), UInt8(size & 0xff)] + Array(type.utf8)
            + body
    }

    private func file(references: [UInt8], version: UInt8 = 0) -> [UInt8] {
        box("ftyp", Array("heic".utf8)) + box("meta", [0, 0, 0, 0] + box("iref", [version, 0, 0, 0] + references))
            + box("mdat", [1, 2])
    }

    @Test func onlyAuxiliariesOfSeveralItemsAreRenamed() {
        let single = box("auxl", [0, 2, 0, 1, 0, 1])
        let shared = box("auxl", [0, 3, 0, 2, 0, 1, 0, 4])
        let thumbnail = box("thmb", [0, 5, 0, 2, 0, 1, 0, 4])
        let repaired = HEIFReferences.withoutSharedAuxiliaries(file(references: single + shared + thumbnail))
        let expected = file(references: single + box("xaux", [0, 3, 0, 2, 0, 1, 0, 4]) + thumbnail)
        #expect(repaired == expected)
    }

    @Test func longItemIDsAreUnderstood() {
        let shared = [0, 0, 0, 3, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4] as [UInt8]
        let repaired = HEIFReferences.withoutSharedAuxiliaries(file(references: box("auxl", shared), version: 1))
        #expect(repaired == file(references: box("xaux", shared), version: 1))
    }

    @Test func whatDoesNotParseIsLeftAlone() {
        let whole = file(references: box("auxl", [0, 3, 0, 2, 0, 1, 0, 4]))
        for length in 0..<whole.count {
            let part = Array(whole.prefix(length))
            #expect(HEIFReferences.withoutSharedAuxiliaries(part).map(\.count) ?? length == length)
        }
        #expect(HEIFReferences.withoutSharedAuxiliaries([0, 0, 0, 1]) == nil)
        let huge: [UInt8] = [0, 0, 0, 1] + Array("meta".utf8) + [UInt8](repeating: 0xff, count: 8)
        #expect(HEIFReferences.withoutSharedAuxiliaries(huge) == nil)
    }

    /// What newer iPhones write: libheif 1.15 refuses it, the page comes out all the same.
    @Test func aPhotoWithASharedAuxiliaryIsDecoded() throws {
        try StartedLibrary.outcome.get()
        let photo = try Photo.png(.cornered(width: 120, height: 80), alpha: 255)
        let heic = try Tool.vips.run(["copy", "in.png", "out.heic[Q=90]"], files: ["in.png": photo], yields: "out.heic")
        let shared = try withSharedAuxiliary(heic)
        #expect(HEIFReferences.withoutSharedAuxiliaries(shared) != nil)
        #expect(HEIFReferences.withoutSharedAuxiliaries(heic) == nil)

        let budget = ImageBudget(pages: 1, pixelsPerPage: 10_000, pixelsPerDocument: 10_000, memory: 1 << 20)
        let image = try EncodedImage(shared, budget: budget)
        #expect(image.isMended)
        #expect(try !EncodedImage(heic, budget: budget).isMended)
        let page = try image.page(0, fitting: PixelSize(width: 100, height: 200), quality: 90)
        #expect(try Pixels(decoding: page.bytes).corners.isClose(to: .upright))
    }

    /// Makes the file's one `auxl` reference (its alpha plane's) point to two items; what lies behind moves by the added bytes.
    private func withSharedAuxiliary(_ heic: [UInt8]) throws -> [UInt8] {
        func position(of type: String) throws -> Int {
            try #require(heic.indices.first { heic[$0...].starts(with: Array(type.utf8)) })
        }
        var bytes = heic
        func add(_ amount: Int, toLongAt position: Int) {
            let value = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } + amount
            for index in 0..<4 { bytes[position + index] = UInt8(value >> (24 - 8 * index) & 0xff) }
        }
        // Sizes stand before types; the items' base offsets are in `iloc` (version 0, 8.11.3).
        for type in ["meta", "iref", "auxl"] { add(2, toLongAt: try position(of: type) - 4) }
        let iloc = try position(of: "iloc") + 4
        try #require(Array(bytes[iloc..<iloc + 6]) == [0, 0, 0, 0, 0x44, 0x40])
        var item = iloc + 8
        for _ in 0..<Int(bytes[iloc + 7]) {
            add(2, toLongAt: item + 4)
            item += 10 + 8 * Int(bytes[item + 9])
        }
        // The body: from, count, to.
        let auxl = try position(of: "auxl") + 4
        bytes[auxl + 3] = 2
        bytes.insert(contentsOf: bytes[auxl + 4..<auxl + 6], at: auxl + 6)
        return bytes
    }
}

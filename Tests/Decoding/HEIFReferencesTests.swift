import Testing

@testable import Imaging

@Suite struct HEIFReferencesTests {
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
            #expect(HEIFReferences.withoutSharedAuxiliaries(part).count == length)
        }
        #expect(HEIFReferences.withoutSharedAuxiliaries([0, 0, 0, 1]) == [0, 0, 0, 1])
        let huge: [UInt8] = [0, 0, 0, 1] + Array("meta".utf8) + [UInt8](repeating: 0xff, count: 8)
        #expect(HEIFReferences.withoutSharedAuxiliaries(huge) == huge)
    }
}

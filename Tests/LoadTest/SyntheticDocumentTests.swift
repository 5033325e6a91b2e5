import Shared
import Testing

@testable import LoadTest

@Suite struct SyntheticDocumentTests {
    private let documents = SyntheticDocuments()

    @Test(arguments: [SyntheticDocuments.Kind.jpeg, .png, .pdf], [120_000, 131_071, 131_072, 131_073, 700_001, 3_000_000])
    func aFileHasTheSizeThatWasRecorded(_ kind: SyntheticDocuments.Kind, _ size: Int) {
        #expect(documents.make(kind, bytes: size, seed: 7).count == size)
    }

    @Test(arguments: [SyntheticDocuments.Kind.jpeg, .png, .pdf])
    func oneThatIsTooSmallIsAsSmallAsAPageCanBe(_ kind: SyntheticDocuments.Kind) {
        let smallest = documents.make(kind, bytes: 1, seed: 7).count
        #expect(smallest > 1_000 && smallest < 60_000, "\(smallest)")
        #expect(documents.make(kind, bytes: smallest + 500, seed: 7).count == smallest + 500)
    }

    @Test(arguments: [SyntheticDocuments.Kind.jpeg, .png, .pdf])
    func theSameSeedMakesTheSameFileAndNoOther(_ kind: SyntheticDocuments.Kind) {
        #expect(documents.make(kind, bytes: 120_000, seed: 1) == SyntheticDocuments().make(kind, bytes: 120_000, seed: 1))
        #expect(documents.make(kind, bytes: 120_000, seed: 1) != documents.make(kind, bytes: 120_000, seed: 2))
        #expect(documents.make(kind, bytes: 1, seed: 1) != documents.make(kind, bytes: 1, seed: 2))
    }

    @Test func otherPicturesAreStoodForByJPEG() {
        #expect(
            [nil, .heic, .png, .pdf, .gif].map { SyntheticDocuments.Kind(standingFor: $0) } == [.jpeg, .jpeg, .png, .pdf, .jpeg])
        #expect(documents.make(.jpeg, bytes: 5, seed: 1).starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(documents.make(.png, bytes: 5, seed: 1).starts(with: [0x89, 0x50]))
        #expect(documents.make(.pdf, bytes: 5, seed: 1).starts(with: Array("%PDF-".utf8)))
    }
}

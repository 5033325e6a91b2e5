import Shared
import Testing

@testable import DocketCLI

@Suite struct ScanDivisionTests {
    private static let ada = CoverSheet(submission: .random(), type: "passport")
    private static let bob = CoverSheet(submission: .random(), type: "utility-bill")

    private enum Page {
        case sheet(CoverSheet)
        case written
        case blank
        case code(String)
    }

    private func parts(_ pages: Page...) throws -> [ScanDivision.Part] {
        try ScanDivision.parts(
            of: pages.map { page in
                switch page {
                case .sheet(let sheet): .init(codes: [Array(sheet.code.utf8)], isBlank: false)
                case .written: .init(codes: [], isBlank: false)
                case .blank: .init(codes: [], isBlank: true)
                case .code(let text): .init(codes: [Array(text.utf8)], isBlank: false)
                }
            })
    }

    private func words(_ body: () throws -> Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ScanFault)?.words
        }
    }

    @Test func pagesGoWithTheSheetBeforeThem() throws {
        #expect(
            try parts(.sheet(Self.ada), .written, .sheet(Self.bob), .written, .code("https://example.com"), .written)
                == [.init(sheet: Self.ada, pages: 1..<2), .init(sheet: Self.bob, pages: 3..<6)])
    }

    @Test func twoSheetsOfOneKindAreTwoDocuments() throws {
        #expect(try parts(.sheet(Self.ada), .written, .sheet(Self.ada), .written).map(\.pages) == [1..<2, 3..<4])
    }

    @Test func backsAreLeftOutAndBlankPagesAmongWrittenOnesAreNot() throws {
        #expect(
            try parts(.blank, .sheet(Self.ada), .blank, .written, .blank, .written, .blank, .sheet(Self.bob), .blank, .written)
                .map(\.pages) == [3..<6, 9..<10])
    }

    @Test func withoutASheetThereAreNoParts() throws {
        #expect(try parts(.written, .code("SPC"), .blank).isEmpty)
        #expect(try parts().isEmpty)
    }

    @Test func nothingIsGivenToNobody() {
        #expect(words { try parts(.blank, .written, .sheet(Self.ada), .written) }?.hasPrefix("Page 2 is behind no sheet") == true)
        let empty = "The sheet on page 1 has no pages behind it."
        #expect(words { try parts(.sheet(Self.ada), .blank, .sheet(Self.bob), .written) } == empty)
        #expect(words { try parts(.sheet(Self.ada)) } == empty)
        let broken = words { try parts(.sheet(Self.ada), .written, .code("docket:sheet:9:x")) }
        #expect(broken?.hasPrefix("The sheet on page 3") == true)
        let both = ScanDivision.Page(codes: [Self.ada, Self.bob].map { Array($0.code.utf8) }, isBlank: false)
        #expect(words { try ScanDivision.parts(of: [both]) } == "Page 1 has the codes of two sheets.")
    }
}

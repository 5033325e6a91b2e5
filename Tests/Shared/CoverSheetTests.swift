import Shared
import Testing

@Suite struct CoverSheetTests {
    @Test func whatASheetSaysIsReadAgain() throws {
        let submission = try #require(SubmissionID("0198a2f4-5b1c-7d3e-8f90-112233445566"))
        let sheet = CoverSheet(submission: submission, type: "utility-bill")
        #expect(sheet.code == "docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-112233445566:utility-bill")
        #expect(CoverSheet.read(Array(sheet.code.utf8)) == .sheet(sheet))
    }

    @Test(arguments: [
        "docket:sheet:2:0198a2f4-5b1c-7d3e-8f90-112233445566:utility-bill", "docket:sheet:", "docket:sheet:1:::",
        "docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-11223344556:utility-bill",
        "docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-112233445566:Utility Bill",
        "docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-112233445566:a:b", "docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-112233445566:",
    ])
    func aSheetThatCannotBeReadIsToldFromAnotherCode(code: String) {
        #expect(CoverSheet.read(Array(code.utf8)) == .unreadable)
    }

    @Test func anotherCodeIsNoSheet() {
        for code in ["", "docket", "Docket:sheet:1:x:y", "https://example.com/docket:sheet:1"] {
            #expect(CoverSheet.read(Array(code.utf8)) == .other)
        }
        #expect(CoverSheet.read(Array("docket:sheet:1:".utf8) + [0xff, 0xfe, 0x3a, 0xff]) == .unreadable)
    }
}

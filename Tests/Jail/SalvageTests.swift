import DocumentFixtures
import Jail
import Shared
import Testing

/// What is left of damaged files.
@Suite(.timeLimit(.minutes(1)))
struct SalvageTests {
    @Test func whatIsLeftOfACutOffPhotoIsTakenWhenThatIsAsked() async throws {
        // With grain, so that an empty part can be told from a picture; and turned, so that it lies at the left.
        let whole = try Photo.jpeg(.grainy(width: 400, height: 300), orientation: 6)
        let cut = Array(whole.prefix(whole.count / 2))
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: cut, DecodeRequest(mediaType: .jpeg)) }
            #expect(error?.refusal?.code == "damaged")
            let request = DecodeRequest(mediaType: .jpeg, salvages: true)
            let (pages, repairs) = try await jail.report(of: cut, request)
            #expect(pages.map(\.width) == [300] && pages.map(\.height) == [400])
            guard case .incompletePage(1, let missing?) = repairs.first, repairs.count == 1 else {
                Issue.record("\(repairs)")
                return
            }
            #expect((35...65).contains(missing))
            // The same again, byte for byte; and a sound file is not touched.
            #expect(try await jail.report(of: cut, request).pages == pages)
            let sound = try await jail.report(of: whole, request)
            #expect(sound.repairs == [])
            #expect(try await jail.pages(of: whole, DecodeRequest(mediaType: .jpeg)) == sound.pages)
        }
    }

    /// Of a photo that is nothing but its header no page is made.
    @Test func ofNothingNothingIsTaken() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 300))
        try await withJail { jail, _ in
            for bytes in [Array(photo.prefix(300)), Array("%PDF-1.4\n%%EOF\n".utf8)] {
                let type: MediaType = bytes.starts(with: [0xff]) ? .jpeg : .pdf
                let error = await #expect(throws: JailError.self) {
                    try await jail.pages(of: bytes, DecodeRequest(mediaType: type, salvages: true))
                }
                #expect(error?.refusal?.code == "damaged")
            }
        }
    }

    @Test func aPDFWithoutItsEndIsPutTogetherAgain() async throws {
        let pdf = HandmadePDF.cornered(pages: 3).bytes
        let table = try #require(pdf.indices.last { pdf[$0...].starts(with: Array("xref\n0".utf8)) })
        try await withJail { jail, _ in
            let box = PageBox(shortSide: 200, longSide: 300)
            let whole = try await jail.report(of: pdf, DecodeRequest(mediaType: .pdf, box: box))
            let cut = Array(pdf[..<table])
            #expect(try await jail.inspect(.bytes(cut), mediaType: .pdf).repairs == [.crossReferences])
            let mended = try await jail.report(of: cut, DecodeRequest(mediaType: .pdf, box: box, salvages: true))
            #expect(mended.repairs == [.crossReferences])
            #expect(mended.pages == whole.pages)
            #expect(whole.repairs == [])
        }
    }

    @Test func thePagesThatAreLeftOfAPDFAreTakenAndTheOthersNamed() async throws {
        // The last of three pages is named, and is not there.
        let text = String(decoding: HandmadePDF.cornered(pages: 3).bytes, as: UTF8.self)
        let broken = text.replacing("5 0 R 7 0 R", with: "5 0 R 9 0 R")
        #expect(broken != text)
        let request = DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 200, longSide: 300))
        var salvaging = request
        salvaging.salvages = true
        try await withJail { jail, _ in
            #expect(try await jail.inspect(.bytes(Array(broken.utf8)), mediaType: .pdf).repairs == [.lostPage(3)])
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: Array(broken.utf8), request) }
            #expect(error?.refusal?.code == "damaged")
            let (pages, repairs) = try await jail.report(of: Array(broken.utf8), salvaging)
            #expect(pages.map(\.number) == [1, 2] && pages.map(\.total) == [3, 3])
            #expect(repairs == [.lostPage(3)])
        }
    }
}

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

    /// The marker of the end stands where the photo was cut off: its structure is sound.
    @Test func aPhotoThatWasCutAndEndedAgainIsToldOf() async throws {
        let whole = try Photo.jpeg(.grainy(width: 400, height: 300))
        let cut = Array(whole.prefix(whole.count / 2)) + [0xff, 0xd9]
        let progressive = try Photo.encoded(.grainy(width: 400, height: 300), as: "jpg[Q=90,interlace]")
        let request = DecodeRequest(mediaType: .jpeg, salvages: true)
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: cut, DecodeRequest(mediaType: .jpeg)) }
            #expect(error?.refusal?.code == "damaged")
            let (pages, repairs) = try await jail.report(of: cut, request)
            #expect(pages.count == 1)
            guard case .incompletePage(1, let missing?) = repairs.first, repairs.count == 1 else {
                Issue.record("\(repairs)")
                return
            }
            #expect((35...65).contains(missing))
            // Each scan of a progressive photo covers all of it: nobody knows what the last ones would have added.
            for part in [Array(progressive.prefix(progressive.count * 3 / 5)), progressive.dropLast(9000) + [0xff, 0xd9]] {
                #expect(try await jail.report(of: part, request).repairs == [.incompletePage(1, missing: nil)])
            }
            #expect(try await jail.report(of: progressive, request).repairs == [])
        }
    }

    @Test(arguments: ["png", "png[interlace]", "gif", "webp", "heic", "avif", "tif"])
    func whatIsWrongIsSaidInWords(format: String) async throws {
        let whole = try Photo.encoded(.grainy(width: 300, height: 200), as: format)
        let mediaType = try #require(MediaType(fileExtension: String(format.prefix { $0 != "[" })))
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) {
                try await jail.pages(of: Array(whole.prefix(whole.count * 3 / 5)), DecodeRequest(mediaType: mediaType))
            }
            guard case .damaged(let detail) = error?.refusal else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail.count > 5)
        }
    }

    @Test func thePagesThatAreLeftOfATIFFAreTakenAndTheOthersNamed() async throws {
        let broken = HandmadeTIFF([.rgb(.red), .unreadable, .rgb(.blue)]).bytes
        let three = HandmadeTIFF([.rgb(.red), .rgb(.green), .rgb(.blue)])
        let cut = Array(three.bytes[..<(three.directories[1] + 2000)])
        let request = DecodeRequest(mediaType: .tiff)
        var salvaging = request
        salvaging.salvages = true
        try await withJail { jail, _ in
            for (bytes, lost, left) in [(broken, 2, [1, 3]), (cut, 3, [1, 2])] {
                let facts = try await jail.inspect(.bytes(bytes), mediaType: .tiff)
                #expect(facts.repairs == [.lostPage(lost)] && facts.pageCount == 3 && facts.refusal == nil)
                let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
                #expect(error?.refusal?.code == "damaged")
                let (pages, repairs) = try await jail.report(of: bytes, salvaging)
                #expect(pages.map(\.number) == left && pages.map(\.total) == [3, 3])
                #expect(repairs == [.lostPage(lost)])
            }
            #expect(try await jail.inspect(.bytes(three.bytes), mediaType: .tiff).repairs == [])
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
            let box = PixelBox(shortSide: 200, longSide: 300)
            let whole = try await jail.report(of: pdf, DecodeRequest(mediaType: .pdf, box: box))
            let cut = Array(pdf[..<table])
            #expect(try await jail.inspect(.bytes(cut), mediaType: .pdf).repairs == [.crossReferences])
            let mended = try await jail.report(of: cut, DecodeRequest(mediaType: .pdf, box: box, salvages: true))
            #expect(mended.repairs == [.crossReferences])
            #expect(mended.pages == whole.pages)
            #expect(whole.repairs == [])
        }
    }

    /// The table of its objects is wrong: readers look for them, and say nothing.
    @Test func aPDFWhoseTableIsWrongIsPutTogetherAgainAndThatIsSaid() async throws {
        let pdf = HandmadePDF.cornered(pages: 3)
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
        try await withJail { jail, _ in
            let whole = try await jail.report(of: pdf.bytes, request)
            #expect(whole.repairs == [])
            for wrong in [pdf.bytes { $0.tableOffset = 7 }, pdf.bytes { $0.shifts[4] = 5 }, pdf.bytes { $0.shifts[5] = 100 }] {
                #expect(try await jail.inspect(.bytes(wrong), mediaType: .pdf).repairs == [.crossReferences])
                let mended = try await jail.report(of: wrong, request)
                #expect(mended.repairs == [.crossReferences])
                #expect(mended.pages == whole.pages)
            }
            let sound = try await jail.inspect(.bytes(pdf.bytes { $0.size = 3 }), mediaType: .pdf)
            #expect(sound.repairs == [] && sound.scrutiny == .whole)
        }
    }

    /// Readers put such a document together, and show its pages without what is gone.
    @Test func whatIsNotThereOfADocumentThatWasPutTogetherIsSaid() async throws {
        let pdf = HandmadePDF.written("Hello")
        func wrong(_ pdf: HandmadePDF) -> [UInt8] { pdf.bytes { $0.tableOffset = 7 } }
        // What says something about a page and is gone is nothing that the page shows; a font is.
        var (undescribed, unwritten) = (pdf, pdf)
        undescribed.objects[2] = pdf.objects[2].replacing("/Type/Page/", with: "/Type/Page/Metadata 40 0 R/")
        unwritten.objects[2] = pdf.objects[2].replacing("/F 5 0 R", with: "/F 50 0 R")
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
        var salvaging = request
        salvaging.salvages = true
        try await withJail { jail, _ in
            for whole in [wrong(pdf), wrong(undescribed)] {
                let report = try await jail.report(of: whole, request)
                #expect(report.repairs == [.crossReferences])
            }
            let bytes = wrong(unwritten)
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
            #expect(error?.refusal?.code == "damaged")
            let (pages, repairs) = try await jail.report(of: bytes, salvaging)
            #expect(pages.count == 2 && repairs.first == .crossReferences)
            guard case .incompletePage(1, _) = repairs.last, repairs.count == 2 else {
                Issue.record("\(repairs)")
                return
            }
            // In a sound document it is a mistake of whoever wrote it.
            let sound = try await jail.report(of: unwritten.bytes, request)
            #expect(sound.repairs == [])
        }
    }

    /// Nobody knows what it would have changed, and readers show what was before.
    @Test(arguments: [0, 2000]) func anUpdateThatWasCutOffIsSaid(_ length: Int) async throws {
        let begun = Array("6 0 obj\n<</Length 3>>\nstream\nq Q\nendstream\nendobj\n7 0 obj\n<<".utf8)
        let bytes = HandmadePDF.written("Hello").bytes + begun + [UInt8](repeating: 0x20, count: length)
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(bytes), mediaType: .pdf)
            #expect(facts.repairs.last == .cutOff)
        }
    }

    /// Wherever a file is cut off: either all of its objects are there, or that is said.
    @Test func aPDFIsNeverWholeWithoutItsObjects() async throws {
        let pdf = HandmadePDF.cornered(pages: 2).bytes
        let table = try #require(pdf.indices.last { pdf[$0...].starts(with: Array("xref\n0".utf8)) })
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
        try await withJail { jail, _ in
            let whole = try await jail.report(of: pdf, request).pages
            for length in stride(from: 40, to: table + 20, by: 23) {
                let cut = Array(pdf.prefix(length))
                let repairs = try await jail.inspect(.bytes(cut), mediaType: .pdf).repairs
                let report = try? await jail.report(of: cut, request)
                let isTakenWhole = repairs == [.crossReferences] && report != nil
                #expect(isTakenWhole == (length >= table - 1), "\(length)")
                if isTakenWhole { #expect(report?.pages == whole, "\(length)") }
            }
        }
    }

    /// Poppler draws what there is of a page, and says nothing of what is missing.
    @Test func aPDFsPageThatLacksAPartIsToldApart() async throws {
        let photo = try Photo.jpeg(.grainy(width: 200, height: 150))
        let dictionary =
            "<</Type/XObject/Subtype/Image/Width 200/Height 150/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode>>"
        var pictured = HandmadePDF.cornered(pages: 2, more: [dictionary, "<<>>"])
        pictured.objects[4] =
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</XObject<</Im 7 0 R>>>>/Contents 8 0 R>>"
        let drawing = Array("q 300 0 0 200 0 0 cm /Im Do Q".utf8)
        let plain = HandmadePDF.cornered(pages: 2)
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
        var salvaging = request
        salvaging.salvages = true
        let whole = pictured.bytes { $0.data = [7: photo, 8: drawing] }
        try await withJail { jail, _ in
            #expect(try await jail.report(of: whole, request).repairs == [])
            for bytes in [
                plain.bytes { $0.missing = [6] },
                pictured.bytes { $0.data = [7: Array(photo.prefix(photo.count / 4)), 8: drawing] },
            ] {
                let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
                #expect(error?.refusal?.code == "damaged")
                let (pages, repairs) = try await jail.report(of: bytes, salvaging)
                #expect(pages.count == 2)
                guard case .incompletePage(2, _) = repairs.first, repairs.count == 1 else {
                    Issue.record("\(repairs)")
                    continue
                }
            }
        }
    }

    @Test func pagesThatATreeDoesNotCountAreLostAndSaid() async throws {
        var pdf = HandmadePDF.cornered(pages: 3)
        pdf.objects[1] = "<</Type/Pages/Kids[3 0 R 5 0 R 7 0 R]/Count 1>>"
        let bytes = pdf.bytes
        var request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(bytes), mediaType: .pdf)
            #expect(facts.repairs == [.lostPage(2), .lostPage(3)] && facts.pageCount == 3)
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
            #expect(error?.refusal?.code == "damaged")
            request.salvages = true
            let (pages, repairs) = try await jail.report(of: bytes, request)
            #expect(pages.map(\.number) == [1] && repairs == [.lostPage(2), .lostPage(3)])
        }
    }

    @Test func thePagesThatAreLeftOfAPDFAreTakenAndTheOthersNamed() async throws {
        // The last of three pages is named, and is not there.
        let text = String(decoding: HandmadePDF.cornered(pages: 3).bytes, as: UTF8.self)
        let broken = text.replacing("5 0 R 7 0 R", with: "5 0 R 9 0 R")
        #expect(broken != text)
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300))
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

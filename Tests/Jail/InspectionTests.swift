import DocumentFixtures
import EventLoop
import Glibc
import Shared
import Testing

@testable import Jail

/// What the real DecoderJail, which lies beside the test's own executable, says of files.
@Suite(.timeLimit(.minutes(1)))
struct InspectionTests {
    @Test func inspectionDescribesAPhoto() async throws {
        let photo = try Photo.jpeg(.cornered(width: 120, height: 80), orientation: 6)
        let facts = try await withJail { jail, _ in try await jail.inspect(.bytes(photo)) }
        #expect(facts.detectedMediaType == .jpeg)
        #expect(facts.content == .image)
        #expect(facts.pageCount == 1)
        #expect(facts.pageSizes == [InspectionFacts.PageSize(width: 80, height: 120)])
        #expect(facts.refusal == nil)
    }

    /// Validation does not look into a picture again that was described so.
    @Test(arguments: try Self.pictures())
    func whatIsSaidOfAPictureBeforeItsPagesIsWhatALookSays(_ type: MediaType, _ bytes: [UInt8]) async throws {
        try await withJail { jail, _ in
            let looked = try await jail.inspect(.bytes(bytes), mediaType: type)
            let request = DecodeRequest(mediaType: type, maximumPages: 1, salvages: true, describes: true)
            let described = try await jail.withDecodedPages(of: .bytes(bytes), request) { pages in
                let first = try await pages.next()
                #expect(first != nil)
                return await pages.description
            }
            #expect(described == looked)
            let basis = try #require(await jail.basis(of: DocumentBudget()))
            let picture = try #require(PictureDescription(looked, as: type, basis: basis))
            var byLook = PageFacts(id: .random(), size: bytes.count, mediaType: type)
            var byDescription = byLook
            byLook.add(looked)
            byDescription.add(picture)
            #expect(byLook == byDescription)
            let kept = try CanonicalJSON.decode(PictureDescription.self, from: CanonicalJSON.encode(picture))
            #expect(kept == picture)
        }
    }

    private static func pictures() throws -> [(MediaType, [UInt8])] {
        let pixels = Pixels.cornered(width: 120, height: 80)
        let photo = try Photo.jpeg(pixels, orientation: 6)
        return [
            (.jpeg, photo), (.jpeg, Array(photo.dropLast(40))), (.heic, try Photo.encoded(pixels, as: "heic[Q=60]")),
            (.png, try Photo.encoded(pixels, as: "png")), (.webp, try Photo.encoded(pixels, as: "webp")),
            (.tiff, try Photo.stacked([pixels, pixels, pixels], as: "tiff")),
            (.gif, try Photo.stacked([pixels, pixels], as: "gif")),
        ]
    }

    /// What follows from other decoders or limits is told apart.
    @Test func limitsArePartOfWhatFindingsFollowFrom() async throws {
        try await withJail { jail, _ in
            let (usual, fewer) = (await jail.basis(of: DocumentBudget()), await jail.basis(of: DocumentBudget(pages: 7)))
            #expect(await jail.basis(of: DocumentBudget()) == usual)
            #expect(usual != fewer)
        }
    }

    /// A look into a PDF takes long, and validation does not believe it.
    @Test func whatIsNoPictureIsNotDescribed() async throws {
        let pdf = HandmadePDF.cornered().bytes
        let described = try await withJail { jail, _ in
            try await jail.withDecodedPages(of: .bytes(pdf), DecodeRequest(mediaType: .pdf, describes: true)) { pages in
                let first = try await pages.next()
                #expect(first != nil)
                return await pages.description
            }
        }
        #expect(described == nil)
        let basis = ContentDigest(of: [])
        let lie = InspectionFacts(detectedMediaType: .pdf, content: .image, pageCount: 1)
        #expect(PictureDescription(lie, as: .pdf, basis: basis) == nil)
        let refused = InspectionFacts(detectedMediaType: .jpeg, content: .image, refusal: .damaged(detail: ""))
        #expect(PictureDescription(refused, as: .jpeg, basis: basis) == nil)
    }

    @Test func inspectionDescribesAPDF() async throws {
        let pdf = HandmadePDF.cornered(pages: 3, catalog: "/OpenAction<</S/JavaScript/JS(1)>>")
        let facts = try await withJail { jail, _ in try await jail.inspect(.bytes(pdf.bytes), mediaType: .pdf) }
        #expect(facts.content == .pdf)
        #expect(facts.pageCount == 3)
        #expect(facts.pageSizes.first == InspectionFacts.PageSize(width: 300, height: 200))
        #expect(facts.hasJavaScript)
        #expect(facts.hasAutomaticActions)
        #expect(facts.encryption == .none)
    }

    /// A picture is decoded whole, however small it is drawn and however few bytes it takes.
    @Test func aPDFWithAPictureOverTheBudgetIsRefusedBeforeItIsDrawn() async throws {
        let drawing = "q 300 0 0 200 0 0 cm /Im Do Q"
        func document(side: Int) -> [UInt8] {
            HandmadePDF.cornered(
                page: "/Resources<</XObject<</Im 5 0 R>>>>/Contents 6 0 R",
                more: [
                    "<</Type/XObject/Subtype/Image/Width \(side)/Height \(side)/ColorSpace/DeviceRGB/BitsPerComponent 8/Length 0>>\n"
                        + "stream\n\nendstream",
                    "<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream",
                ]
            ).bytes
        }
        let refusal = ContentRefusal.overBudget(.pixelsPerPage, found: 400_000_000, limit: DocumentBudget().pixelsPerPage)
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(document(side: 20_000)), mediaType: .pdf)
            #expect(facts.refusal == refusal && facts.pageCount == 1)
            #expect(try await jail.inspect(.bytes(document(side: 10_000)), mediaType: .pdf).refusal == nil)
            let large = document(side: 20_000)
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: large, DecodeRequest(mediaType: .pdf)) }
            #expect(error?.refusal == refusal)
            let redrawn = await #expect(throws: JailError.self) { try await jail.redraw(.bytes(large)) }
            #expect(redrawn?.refusal == refusal)
        }
    }

    @Test func scriptsAreFoundInUnusualPlaces() async throws {
        let pdf = HandmadePDF.cornered(
            catalog: "/Names<</JavaScript<</Names[(a) 300000 1 R]>>>>", more: ["<</S/JavaScript/JS(1)>>"])
        let bytes = pdf.bytes {
            $0.places[5] = (300_000, 1)
            $0.size = 3
        }
        let deep = HandmadePDF.cornered(
            page: "/Next" + String(repeating: "[", count: 600) + "<</JS(1)>>" + String(repeating: "]", count: 600))
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(bytes), mediaType: .pdf)
            #expect(facts.hasJavaScript && facts.scrutiny == .whole)
            #expect(try await jail.inspect(.bytes(deep.bytes), mediaType: .pdf).scrutiny == .partial)
        }
    }

    @Test func inspectionSaysWhyContentCannotBeUsed() async throws {
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let photo = try Photo.jpeg()
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(locked))
            #expect(facts.encryption == .userPassword)
            #expect(facts.refusal == .passwordProtected)

            let text = try await jail.inspect(.bytes(Array("hello\n".utf8)))
            #expect(text.refusal == MediaType("text/plain").map { .unsupported(mediaType: $0) })

            let contradiction = try await jail.inspect(.bytes(photo), mediaType: .pdf)
            #expect(contradiction.detectedMediaType == .jpeg)
            #expect(contradiction.refusal?.code == "damaged")

            let long = try await jail.inspect(.bytes(photo), budget: DocumentBudget(bytes: 100))
            #expect(long.detectedMediaType == .jpeg)
            #expect(long.refusal == .overBudget(.bytes, found: photo.count, limit: 100))

            #expect(try await jail.inspect(.bytes([])).refusal?.code == "damaged")
        }
    }

    @Test func inputIsReadFromItsStartWhereverTheDescriptorStands() async throws {
        let photo = try Photo.jpeg()
        let path = "/tmp/docket-jail-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        #expect(write(descriptor, photo, photo.count) == photo.count)
        try await withJail { jail, _ in
            for _ in 0..<2 {
                let facts = try await jail.inspect(.descriptor(descriptor))
                #expect(facts.pageCount == 1)
            }
        }
        #expect(lseek(descriptor, 0, SEEK_CUR) == off_t(photo.count))
    }
}

import DocumentFixtures
import Magic
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MagicTests {
    @Test(arguments: [
        ("jpg", "image/jpeg"), ("png", "image/png"), ("webp", "image/webp"), ("gif", "image/gif"), ("tif", "image/tiff"),
        ("heic", "image/heic"), ("avif", "image/avif"),
    ])
    func picturesAreRecognised(format: String, mediaType: String) throws {
        #expect(try FileTyper().mediaType(of: Photo.encoded(as: format)) == mediaType)
    }

    @Test func documentsAndOthersAreRecognised() throws {
        let typer = try FileTyper()
        #expect(typer.mediaType(of: HandmadePDF.cornered().bytes) == "application/pdf")
        #expect(typer.mediaType(of: Array("hello\n".utf8)) == "text/plain")
        #expect(!typer.mediaType(of: []).isEmpty)
    }
}

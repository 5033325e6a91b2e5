import DocumentFixtures
import Foundation
import Shared
import Testing

/// Real files, where a folder of them is there: each ends in pages or in a reason, those that must yield pages do, and the pages
/// are what libvips's own tool makes of them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CorpusPageTests {
    private static let folder = ProcessInfo.processInfo.environment["DOCKET_TEST_CORPUS"]

    /// Files of which pages have to come out.
    private static let mustYieldPages: Set<String> = {
        let orientations = (1...8).flatMap { ["orientation/Landscape_\($0).jpg", "orientation/Portrait_\($0).jpg"] }
        return Set(orientations).union([
            "animated/animated-loop-3.gif", "animated/animated-loop-3.webp", "animated/rotating-squares.gif", "avif/cicp.avif",
            "avif/pitm.avif", "colour/16-bit-grey-alpha.png", "colour/Channel_digital_image_CMYK_color.jpg",
            "colour/Channel_digital_image_CMYK_color_no_profile.jpg", "colour/Flag_of_the_Netherlands-16bit.png",
            "colour/alpha-premultiply-1024x768-paper.png", "colour/cielab-dagams.tiff", "colour/gain-map.jpg", "colour/p3.png",
            "colour/prophoto.png", "colour/tbgn2c16.png", "heic/RGB_8__128x128.heif", "heic/alpha.heic", "heic/arrow.heic",
            "heic/many-auxiliary-references.heic", "heic/pug.heic", "heic/xiaomi.heic", "pdf/annotated_pdf.pdf",
            "pdf/cmyk-image.pdf", "pdf/grayscale-image.pdf", "pdf/habibi-rotated.pdf", "pdf/minimal-document.pdf",
            "pdf/pdflatex-4-pages.pdf", "pdf/pdflatex-forms.pdf", "pdf/with-attachment.pdf", "tiff/8bit_depth.tiff",
            "tiff/tifftag-photoshop.tiff", "tiff/uncompressed_tiff.tiff",
        ])
    }()

    /// What the tool of Debian 12 refuses itself, or opens with a library that it does not have in common with Docket.
    private static let notForThePeer: Set<String> = ["heic/many-auxiliary-references.heic"]

    @Test(.enabled(if: folder != nil, "No corpus is tried: DOCKET_TEST_CORPUS names no folder of documents."))
    func everyFileEndsInPagesOrAReason() async throws {
        let folder = try #require(Self.folder)
        var tried = 0
        try await CorpusFixture.run { ground in
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                guard let content = FileManager.default.contents(atPath: "\(folder)/\(name)"), !content.isEmpty else { continue }
                tried += 1
                let file = CorpusFile(name.split(separator: "/").last.map(String.init) ?? name, .good, [UInt8](content), as: nil)
                let fate = try await ground.fate(of: file, under: CorpusFixture.journey())
                let reasons = fate.reasons.map(CorpusVerdicts.text)
                #expect(fate.images.isEmpty == fate.isRefused, "\(name): \(reasons)")
                for pdf in fate.pdfs {
                    let bytes = try await fate.bytes(of: pdf)
                    try await ground.withTools { _ = try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes]) }
                }
                guard Self.mustYieldPages.contains(name) else { continue }
                #expect(!fate.isRefused, "\(name): \(reasons)")
                guard !Self.notForThePeer.contains(name) else { continue }
                try await Self.compare(fate, of: file, on: ground, name)
            }
        }
        #expect(tried > 0)
    }

    private static func compare(_ fate: CorpusFixture.Fate, of file: CorpusFile, on ground: CorpusFixture, _ name: String)
        async throws
    {
        for (number, image) in fate.images.enumerated() {
            let jpeg = try await fate.jpeg(image)
            let (difference, tile) = try await ground.withTools {
                let ours = try Pixels(decoding: jpeg)
                let theirs = try Peer.page(number, of: file, fate.facts, width: ours.width, height: ours.height)
                return (Peer.difference(ours, theirs), Peer.largestTileDifference(ours, theirs))
            }
            #expect(difference < 5, "page \(number + 1) of \(name) differs by \(difference)")
            #expect(tile < Peer.toleratedTile, "a part of page \(number + 1) of \(name) differs by \(tile)")
        }
    }
}

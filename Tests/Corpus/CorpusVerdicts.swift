import DocumentFixtures
import Shared

/// What is expected to be said of each file that is not good; nothing is said of those that are missing, nor of good ones.
enum CorpusVerdicts {
    static func key(_ file: CorpusFile) -> String { "\(file.nature.rawValue) \(file.name)" }

    /// The rule, and that it only warns where it does.
    static func text(_ reason: Reason) -> String {
        reason.severity == .refuse ? reason.rule.rawValue : "\(reason.rule.rawValue), warn"
    }

    static let refusals: [String: [String]] = {
        var all = Dictionary(uniqueKeysWithValues: groups.flatMap { reasons, names in names.map { ($0, reasons) } })
        // The corpus says of these itself that they open with a password alone.
        for file in (try? Corpus.encoded()) ?? [] where file.encryption == "password_required" {
            all[key(file)] = ["file.no-password"]
        }
        return all
    }()

    private static let groups: [(reasons: [String], names: [String])] = [
        // No decoder makes anything of them: what is compressed in most of the handmade ones is noise.
        (
            ["file.readable"],
            [
                "broken animated.png", "broken animated.webp", "broken cmyk.jpg",
                "broken cut-in-header.jpg", "broken cut.gif", "broken cut.heic", "broken cut.png",
                "broken cut.webp", "broken far-directory.tif", "broken gain-map-and-motion.jpg", "broken ios18.heic",
                "broken lossless-marker-fill.jpg", "broken lossless.webp", "broken lossy.webp", "broken mirrored.heic",
                "broken motion-photo.jpg", "broken no-header.png", "broken no-height.jpg", "broken no-page.tif",
                "broken no-width.png", "broken orientation-9.jpg", "broken padded.jpg", "broken plain.jpg",
                "broken progressive.jpg", "broken quarter.heic", "broken samsung.jpg", "broken still.avif", "broken three.tif",
                "broken turned.jpg", "broken turned.png", "broken turned.tif", "broken two-pictures.jpg",
                "hostile empty-exif.jpg", "hostile empty-meta.heic", "hostile endless.tif", "hostile length-1.jpg",
                "hostile long-chunk.png",
                "hostile many-segments.jpg", "hostile nothing-shown.heic",
                "hostile nested.pdf", "hostile small-canvas.webp", "hostile two-frames.jpg",
            ]
        ),
        // They are two things at once.
        (
            ["file.type-unambiguous"],
            [
                "hostile archive-behind.jpg", "hostile archive-first.pdf", "hostile archive.pdf", "hostile markup-in-comment.jpg",
                "hostile page.pdf", "hostile pdf-behind.jpg", "hostile pdf-in-comment.jpg", "hostile pdf.gif",
                "hostile php-behind.jpg", "hostile program-behind.jpg", "hostile program-behind.pdf", "hostile script.gif",
                "hostile script.jpg",
            ]
        ),
        // Their content is nothing that a journey takes.
        (
            ["file.media-type"],
            [
                "broken one-byte.png", "broken zeros.tif", "disguised archive.pdf", "disguised bitmap.png",
                "disguised drawing.jpg", "disguised film.heic", "disguised office.pdf", "disguised page.png",
                "disguised postscript.pdf", "disguised program.pdf", "disguised sound.webp", "disguised text.jpg",
            ]
        ),
        // Their headers alone say that they would cost too much.
        (
            ["file.within-budget"],
            [
                "hostile frame-bomb.gif", "hostile frame-bomb.png", "hostile giant.heic", "hostile giant.jpg",
                "hostile giant.png", "hostile long.pdf", "hostile many-pixels.tif", "hostile page-bomb.tif",
            ]
        ),
        (
            ["file.no-trailing-data, warn", "file.readable"],
            ["hostile behind.heic", "hostile behind.png", "hostile garbage-behind.jpg"]
        ),
        (
            ["file.complete", "file.within-budget"],
            ["hostile giant.bmp"]
        ),
        // What is there can be decoded.
        (
            ["file.complete"],
            ["broken cut-early.pdf", "broken cut-in-scan.jpg", "broken cut.bmp", "broken endless.gif"]
        ),
        // Their pictures are white.
        (
            ["file.not-blank, warn"],
            ["broken frames.gif", "broken odd-block.gif"]
        ),
        (
            ["file.no-trailing-data, warn"],
            ["hostile behind.pdf"]
        ),
        // They are good documents, and not what their names say.
        (
            ["file.type-agrees"],
            ["disguised document.jpg"]
        ),
        (
            ["file.type-agrees", "file.readable"],
            ["disguised picture.pdf"]
        ),
        (
            ["file.not-empty"],
            ["broken empty.jpg"]
        ),
        (
            ["file.type-unambiguous", "file.readable"],
            ["hostile archive-in-comment.png"]
        ),
    ]
}

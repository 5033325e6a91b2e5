import Imaging
import Jail
import Magic
import PDF
import Shared

/// The decoding libraries, loaded once before any fork, and the choice among them.
public struct Decoders {
    let versions: [String: String]
    private let typer: FileTyper
    private let all: [any DocumentDecoder] = [
        JPEGDecoder(), HEICDecoder(), PNGDecoder(), WebPDecoder(), AVIFDecoder(), GIFDecoder(), TIFFDecoder(), BMPDecoder(),
        JPEG2000Decoder(), JPEGXLDecoder(), PDFDecoder(),
    ]

    public static func load() throws -> Decoders {
        try ImageLibrary.start()
        PDFLibrary.preload()
        let typer = try FileTyper()
        var versions = PDFLibrary.versions
        versions["libvips"] = ImageLibrary.version
        versions["libmagic"] = FileTyper.version
        let decoders = Decoders(versions: versions, typer: typer)
        try WarmUp(decoders: decoders).run()
        return decoders
    }

    private init(versions: [String: String], typer: FileTyper) {
        self.versions = versions
        self.typer = typer
    }

    func decoder(for mediaType: MediaType) -> (any DocumentDecoder)? {
        all.first { $0.mediaTypes.contains(mediaType) }
    }

    /// The media type by libmagic.
    func mediaType(of bytes: [UInt8]) -> MediaType {
        MediaType(typer.mediaType(of: bytes)) ?? .octetStream
    }
}

import Crypto
import Glibc
import Imaging
import Jail
import Magic
import PDF
import Sandbox
import Shared

/// The decoding libraries, loaded once before any fork, and the choice among them.
public struct Decoders {
    let versions: [String: String]
    private let typer: FileTyper
    private let all: [any DocumentDecoder]

    public static func load() throws -> Decoders {
        try ImageLibrary.start()
        PDFLibrary.preload()
        let typer = try FileTyper()
        var versions = PDFLibrary.versions
        versions["libvips"] = ImageLibrary.version
        versions["libmagic"] = FileTyper.version
        versions["build"] = String(Hex.encode(SHA256.hash(LoadedLibraries.builds)).prefix(16))
        let decoders = Decoders(versions: versions, typer: typer, authorities: Self.authorities())
        try WarmUp(decoders: decoders).run()
        return decoders
    }

    private init(versions: [String: String], typer: FileTyper, authorities: SignatureAuthorities) {
        self.versions = versions
        self.typer = typer
        all = [
            JPEGDecoder(), HEICDecoder(), PNGDecoder(), WebPDecoder(), AVIFDecoder(), GIFDecoder(), TIFFDecoder(), BMPDecoder(),
            JPEG2000Decoder(), JPEGXLDecoder(), PDFDecoder(authorities: authorities),
        ]
    }

    /// The certificates of the folder that the worker names. It has looked through the folder before: what has become
    /// unusable since is left out, and said.
    private static func authorities() -> SignatureAuthorities {
        // Digests read their configuration once, which no child can.
        _ = SHA256.hash("")
        guard let path = getenv(SignatureFolder.variable) else { return SignatureAuthorities() }
        let folder = SignatureFolder(String(cString: path))
        for problem in folder.problems {
            let text = "DecoderJail: \(SignatureFolder.variable) \(problem)\n"
            _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
        }
        let authorities = folder.authorities
        authorities.prepare()
        return authorities
    }

    func decoder(for mediaType: MediaType) -> (any DocumentDecoder)? {
        all.first { $0.mediaTypes.contains(mediaType) }
    }

    /// The media type by libmagic.
    func mediaType(of bytes: [UInt8]) -> MediaType {
        MediaType(typer.mediaType(of: bytes)) ?? .octetStream
    }
}

import Imaging
import Jail
import Magic
import PDF
import Shared

/// The libraries, loaded once before any fork, and the choice among them.
struct Decoders {
    let versions: [String: String]
    private let typer: FileTyper
    private let all: [any DocumentDecoder] = [ImageDecoder(), PDFDecoder()]

    static func load() throws -> Decoders {
        try ImageLibrary.start()
        PDFLibrary.preload()
        let typer = try FileTyper()
        _ = typer.mediaType(of: Array("docket".utf8))
        try preloadWireCoding()
        var versions = PDFLibrary.versions
        versions["libvips"] = ImageLibrary.version
        versions["libmagic"] = FileTyper.version
        return Decoders(versions: versions, typer: typer)
    }

    /// The runtime looks up how a type is coded when it first meets it: better once here than in each child.
    private static func preloadWireCoding() throws {
        let decode = JailRequest.decode(DecodeRequest(mediaType: .jpeg))
        let inspect = JailRequest.inspect(mediaType: .jpeg, budget: DocumentBudget())
        for request in [decode, inspect] {
            _ = try WireCoding.decode(JailRequest.self, from: try WireCoding.encode(request))
        }
        let page = DecodedPageHeader(number: 1, total: 1, width: 1, height: 1, pageBytes: 1, previewBytes: 0)
        let facts = InspectionFacts(detectedMediaType: .pdf, pageSizes: [.init(width: 1, height: 1)])
        let responses: [JailResponse] = [
            .facts(facts), .page(page), .finished(pages: 1), .refused(.damaged(detail: "")),
        ]
        for response in responses { _ = try WireCoding.encode(response) }
    }

    private init(versions: [String: String], typer: FileTyper) {
        self.versions = versions
        self.typer = typer
    }

    func decoder(for mediaType: MediaType) -> (any DocumentDecoder)? {
        all.first { $0.accepts(mediaType) }
    }

    /// libmagic's opinion.
    func mediaType(of bytes: [UInt8]) -> MediaType {
        MediaType(typer.mediaType(of: bytes)) ?? .octetStream
    }
}

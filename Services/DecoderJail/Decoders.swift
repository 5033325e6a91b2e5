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
        _ = MediaType(typer.mediaType(of: Array("docket".utf8)))
        try rehearse()
        var versions = PDFLibrary.versions
        versions["libvips"] = ImageLibrary.version
        versions["libmagic"] = FileTyper.version
        return Decoders(versions: versions, typer: typer)
    }

    /// The runtime looks up types and what they conform to when it first meets them: better once here than in each child.
    private static func rehearse() throws {
        let requests: [JailRequest] = [
            .inspect(mediaType: .jpeg, budget: DocumentBudget()),
            .decode(DecodeRequest(mediaType: .jpeg, preview: PreviewRequest(), maximumPages: 1)),
            .assemble(AssembleRequest(maximumPageBytes: 1, maximumBytes: 1)), .prove(maximumBytes: 1),
        ]
        for request in requests { _ = try WireCoding.decode(JailRequest.self, from: WireCoding.encode(request)) }
        let page = DecodedPageHeader(number: 1, total: 1, width: 1, height: 1, pageBytes: 1, previewBytes: 0)
        let facts = InspectionFacts(detectedMediaType: .pdf, pageSizes: [.init(width: 1, height: 1)])
        let responses: [JailResponse] = [
            .facts(facts), .page(page), .chunk, .finished(pages: 1), .refused(.damaged(detail: "")),
            .proof(PDFProof(pageCount: 1, objectCount: 1, findings: [""])),
        ]
        for response in responses { _ = WireCoding.encode(response) }
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

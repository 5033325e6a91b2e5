import Binding
import BlobStore
import DocumentFixtures
import Domain
import EventLoop
import Jail
import ServiceRuntime
import Shared
import Support
import Telemetry

@testable import NormalizationWorker
@testable import ValidationWorker

/// Both workers' ways with a file, over one real jail.
struct CorpusFixture: Sendable {
    /// What became of a file.
    struct Fate: Sendable {
        var facts: PageFacts
        /// By the rules, in their order: those of the validation, then those of the normalization.
        var reasons: [Reason] = []
        /// Of its pages.
        var images: [PageImage] = []
        var pdfs: [StoredFile] = []
        var space: BlobSpace
        var blobs: MemoryBlobStore

        var isRefused: Bool { reasons.contains { $0.severity == .refuse } }

        func jpeg(_ image: PageImage) async throws -> [UInt8] { try await bytes(of: image.file) }

        func bytes(of stored: StoredFile) async throws -> [UInt8] {
            let file = try await blobs.open(space.key(stored.digest))
            return try file.read(at: 0, count: file.size)
        }
    }

    let jail: Jail
    let group: EventLoopGroup

    static func run(_ body: (CorpusFixture) async throws -> Void) async throws {
        let group = try EventLoopGroup(threads: 1)
        do {
            let jail = try await Jail.start(
                configuration: JailConfiguration(), group: group, logger: Logger(label: "jail", level: .critical))
            do {
                try await body(CorpusFixture(jail: jail, group: group))
                await jail.shutdown()
            } catch {
                await jail.shutdown()
                throw error
            }
        } catch {
            await group.shutdown()
            throw error
        }
        await group.shutdown()
    }

    /// Runs tools of the system where nobody else has to wait for them.
    func withTools<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await group.blocking.run { try body() }
    }

    /// Takes everything that Docket knows, in any number.
    static func journey(_ rules: [RuleID: RulePolicy] = [:], pdfText: PDFTextPolicy = .dropped) -> JourneyDefinition {
        JourneyDefinition(
            id: "corpus", title: "Corpus", summary: "",
            documentTypes: [
                DocumentType(
                    id: "animal", title: "Animal", hint: "", icon: "", mediaTypes: MediaType.known, pages: CountRange(1...200))
            ], documents: CountRange(1...1), rules: rules, pdfText: pdfText)
    }

    /// Small pages are enough to see what is on them.
    private static let format: PageFormat = {
        var format = PageFormat()
        format.box = PixelBox(shortSide: 300, longSide: 400)
        format.quality = 95
        return format
    }()

    /// Hands a file in alone, by the name that it has in the corpus.
    func fate(of file: CorpusFile, under journey: JourneyDefinition) async throws -> Fate {
        let submitted = try await SubmittedFixture(
            journey: journey, state: .submitted,
            documents: [[(file.bytes, MediaTypeSniffer.mediaType(of: file.bytes) ?? .octetStream)]])
        var submission = submitted.submission
        if let original = submission.documents[0].pages[0].original {
            submission.documents[0].pages[0].original = OriginalFile(
                digest: original.digest, size: original.size, mediaType: MediaTypeSniffer.mediaType(of: file.bytes),
                fileExtension: MediaType.fileExtension(ofName: file.name), receivedAt: original.receivedAt)
        }
        var inspectors = ProcessorFactory<any FileInspector>(.validation)
        inspectors.register(mediaTypes: Set(MediaType.known)) { [jail] _ in JailInspector(jail: jail, limits: FileLimits()) }
        let inspection = SubmissionInspection(
            blobs: submitted.blobs, known: submitted.store, inspectors: inspectors, pool: group.blocking)
        let facts = try await inspection.facts(
            of: submission, journey: journey, at: Timestamp(millisecondsSinceEpoch: 1_793_437_507_123))
        let verdict = inspection.rules.verdict(on: facts)
        var fate = Fate(
            facts: facts.documents[0].pages[0], reasons: verdict.allReasons, space: submitted.space, blobs: submitted.blobs)
        guard !fate.isRefused else { return fate }

        var decoders = ProcessorFactory<any FileDecoder>(.normalization)
        decoders.register(mediaTypes: Set(MediaType.known)) { [jail] _ in JailDecoder(jail: jail) }
        let normalization = SubmissionNormalization(
            pages: PageNormalizer(blobs: submitted.blobs, decoders: decoders, format: Self.format),
            assembler: PDFAssembler(jail: jail, blobs: submitted.blobs, pool: group.blocking), known: submitted.store,
            concurrency: 1)
        let (documents, second) = try await normalization.normalize(submission, journey: journey)
        fate.reasons += second.allReasons
        fate.images = documents.flatMap(\.pages).flatMap(\.images)
        fate.pdfs = documents.compactMap(\.pdf)
        return fate
    }
}

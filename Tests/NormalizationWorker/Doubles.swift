import Binding
import BlobStore
import ServiceRuntime
import Shared
import Synchronization

@testable import Jail
@testable import NormalizationWorker

/// Makes as many pages of a file as it was told to, or fails. A file that begins with “blank” has blank ones, one that
/// begins with “blurred” has blurred ones, and of one that begins with “cut” a part is missing.
struct ScriptedDecoder: FileDecoder {
    let pages: @Sendable (DecodeRequest) throws(JailError) -> Int
    /// What becomes of its children that do not run alone.
    var besideOthers: JailError?
    let requests = Requests()

    final class Requests: Sendable {
        let all = Mutex<[DecodeRequest]>([])
    }

    func decode(
        _ file: BlobFile, _ request: DecodeRequest, alone: Bool, _ body: (DecodedPage) async throws -> Void
    ) async throws -> DecodedFile {
        requests.all.withLock { $0.append(request) }
        if !alone, let error = besideOthers { throw error }
        let content = try file.read(at: 0, count: file.size)
        let total = try pages(request)
        for number in 1...min(total, request.maximumPages ?? total) {
            let jpeg = content + Array(" page \(number)".utf8)
            try await body(
                DecodedPage(
                    number: number, total: min(total, request.maximumPages ?? total), pageCount: total, width: 20, height: 30,
                    jpeg: jpeg,
                    preview: request.preview.map { _ in
                        DecodedPage.Preview(jpeg: jpeg + Array(", small".utf8), size: PixelSize(width: 2, height: 3))
                    },
                    isBlank: content.starts(with: Array("blank".utf8)), signals: signals(content)))
        }
        var facts = InspectionFacts(detectedMediaType: request.mediaType)
        facts.content = request.mediaType == .pdf ? .pdf : .image
        facts.pageCount = total
        facts.pageSizes = [InspectionFacts.PageSize(width: 20, height: 30)]
        return DecodedFile(
            repairs: request.salvages && content.starts(with: Array("cut".utf8)) ? [.incompletePage(1, missing: 30)] : [],
            description: request.describes ? facts : nil)
    }

    func basis(of budget: DocumentBudget) async -> ContentDigest? { Self.basis }

    static let basis = ContentDigest(of: Array("scripted".utf8))

    var versions: [String: String] {
        get async { ["scripted": "1"] }
    }

    private func signals(_ content: [UInt8]) -> PageSignals {
        let isBlurred = content.starts(with: Array("blurred".utf8))
        return PageSignals(
            tiles: 400, writtenTiles: 90, blurredTiles: isBlurred ? 80 : 2, glaringTiles: 0, brightness: 230, flatness: 100,
            proportion: 1414, likeness: PerceptualHash(bits: 7))
    }
}

/// Puts the digests of its pages together.
struct ListingAssembler: DocumentAssembler {
    /// So many pages are too much.
    var mostPages = Int.max

    func assemble(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal> {
        guard pages.count <= mostPages else { return .failure(.overBudget(.bytes, found: pages.count, limit: mostPages)) }
        let list = pages.map(\.image.file.digest.hex).joined(separator: " ")
        return .success(StoredFile(digest: ContentDigest(of: Array(list.utf8)), size: list.utf8.count, mediaType: .pdf))
    }

    /// What it draws anew has the digest of the original; one PDF cannot be drawn.
    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile? {
        original == ContentDigest(of: Array("stubborn".utf8)) ? nil : StoredFile(digest: original, size: 1, mediaType: .pdf)
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let outcome: StageOutcome
    var description: String { "unexpected: \(outcome)" }
}

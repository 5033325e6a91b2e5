import BlobStore
import Jail
import Shared

/// Turns one file into pages.
protocol FileDecoder: Sendable {
    /// Decodes the file, and passes each page to `body`, in order. With `alone` nothing is decoded beside it: see
    /// `Jail.judged`.
    ///
    /// - Throws: `JailError`, `BlobError`, and what `body` throws.
    @discardableResult
    func decode(
        _ file: BlobFile, _ request: DecodeRequest, alone: Bool, _ body: (DecodedPage) async throws -> Void
    ) async throws -> DecodedFile

    /// See `Jail.basis(of:)`.
    func basis(of budget: DocumentBudget) async -> ContentDigest?

    /// The decoders' versions by name.
    var versions: [String: String] { get async }
}

/// What is known of a file once its pages are decoded.
struct DecodedFile: Sendable {
    /// The repairs and losses.
    var repairs: [Repair] = []
    /// What `inspect` would say of it, if that was asked for.
    var description: InspectionFacts?
}

/// Decodes in the jail.
struct JailDecoder: FileDecoder {
    let jail: Jail

    func decode(
        _ file: BlobFile, _ request: DecodeRequest, alone: Bool, _ body: (DecodedPage) async throws -> Void
    ) async throws -> DecodedFile {
        try await jail.withFile(ofSize: file.size) {
            try await file.whole()
        } reading: { input in
            try await jail.withDecodedPages(of: input, request, alone: alone) { pages in
                while let page = try await pages.next() { try await body(page) }
                return DecodedFile(repairs: await pages.repairs, description: await pages.description)
            }
        }
    }

    func basis(of budget: DocumentBudget) async -> ContentDigest? { await jail.basis(of: budget) }

    var versions: [String: String] {
        get async { await jail.libraries }
    }
}

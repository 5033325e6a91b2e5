import BlobStore
import Jail
import Shared

/// Turns one file into pages.
protocol FileDecoder: Sendable {
    /// Decodes the file, and passes each page to `body`, in order. With `alone` nothing is decoded beside it: see
    /// `Jail.judged`.
    ///
    /// - Returns: The repairs and losses.
    /// - Throws: `JailError`, `BlobError`, and what `body` throws.
    @discardableResult
    func decode(
        _ file: BlobFile, _ request: DecodeRequest, alone: Bool, _ body: (DecodedPage) async throws -> Void
    ) async throws -> [Repair]

    /// The decoders' versions by name.
    var versions: [String: String] { get async }
}

/// Decodes in the jail.
struct JailDecoder: FileDecoder {
    let jail: Jail

    func decode(
        _ file: BlobFile, _ request: DecodeRequest, alone: Bool, _ body: (DecodedPage) async throws -> Void
    ) async throws -> [Repair] {
        try await jail.withFile(ofSize: file.size) {
            try await file.whole()
        } reading: { input in
            try await jail.withDecodedPages(of: input, request, alone: alone) { pages in
                while let page = try await pages.next() { try await body(page) }
                return await pages.repairs
            }
        }
    }

    var versions: [String: String] {
        get async { await jail.libraries }
    }
}

import BlobStore
import Jail

/// Makes a picture of the first page of a file.
protocol FirstPageDecoder: Sendable {
    /// Nil for a file without a page. With `alone` nothing is decoded beside it: see `Jail.judged`.
    ///
    /// - Throws: `JailError`, `BlobError`.
    func firstPage(of file: BlobFile, _ request: DecodeRequest, alone: Bool) async throws -> DecodedPage?
}

/// Decodes in the jail.
struct JailFirstPageDecoder: FirstPageDecoder {
    let jail: Jail

    func firstPage(of file: BlobFile, _ request: DecodeRequest, alone: Bool) async throws -> DecodedPage? {
        try await jail.withFile(ofSize: file.size) {
            try await file.whole()
        } reading: { input in
            try await jail.withDecodedPages(of: input, request, alone: alone) { pages in try await pages.next() }
        }
    }
}

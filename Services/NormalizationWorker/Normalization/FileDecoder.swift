import BlobStore
import Jail
import Shared

/// Turns one file into pages.
protocol FileDecoder: Sendable {
    /// Decodes the file and hands each page to `body`, in order.
    ///
    /// - Throws: `JailError`, and what `body` throws.
    func decode(_ file: BlobFile, _ request: DecodeRequest, _ body: (DecodedPage) async throws -> Void) async throws
}

/// Has the jail decode.
struct JailDecoder: FileDecoder {
    let jail: Jail

    func decode(_ file: BlobFile, _ request: DecodeRequest, _ body: (DecodedPage) async throws -> Void) async throws {
        try await jail.withDecodedPages(of: .descriptor(file.descriptor), request) { pages in
            while let page = try await pages.next() { try await body(page) }
        }
    }
}

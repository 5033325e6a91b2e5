import BlobStore
import Jail
import Shared

/// Reads one page, and tells the processor time that it took.
protocol PageReader: Sendable {
    /// - Throws: `JailError` if the page causes it, `ProcessingFailure` and `BlobError` otherwise.
    func read(_ file: BlobFile, _ request: ReadRequest) async throws -> (text: PageText, processor: Duration)

    /// The same for a picture in memory, without the processor time.
    func read(_ picture: [UInt8], _ request: ReadRequest) async throws -> PageText

    /// Versions of the recognition models, by language.
    var models: [String: String] { get async }
}

/// Reads in the jail.
struct JailPageReader: PageReader {
    let jail: Jail

    func read(_ file: BlobFile, _ request: ReadRequest) async throws -> (text: PageText, processor: Duration) {
        try await jail.withFile(ofSize: file.size) {
            try await file.whole()
        } reading: { input in
            try await read(input, request)
        }
    }

    func read(_ picture: [UInt8], _ request: ReadRequest) async throws -> PageText {
        try await read(.bytes(picture), request).text
    }

    private func read(_ input: JailInput, _ request: ReadRequest) async throws -> (text: PageText, processor: Duration) {
        do {
            return try await jail.measuredRead(input, request)
        } catch  where !error.isOfPage {
            // While this jail is away, reading waits for it: a failure by itself would use up attempts.
            throw ProcessingFailure(error, in: .readerJail)
        }
    }

    var models: [String: String] {
        get async {
            Dictionary(await jail.models.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
        }
    }
}

public import Shared

/// Downloads of a submission's content into a file. Each writes at the descriptor's offset and returns the number of
/// bytes. A failure can leave a part behind.
extension IntakeClient {
    /// Downloads all pages of a document in one PDF.
    ///
    /// - Throws: `refused` with the problem `not-ready` while it is being made.
    @discardableResult
    public func fetchPDF(
        of document: DocumentID, in submission: SubmissionID, into descriptor: CInt
    ) async throws(IntakeClientError) -> Int {
        try await fetch("\(path(submission, document))/pdf", into: descriptor)
    }

    /// The values read from its documents after the last submit, each with its place, with the answers to its call-outs and
    /// the signatures in its PDFs; empty before that.
    public func facts(of submission: SubmissionID) async throws(IntakeClientError) -> FoundFacts {
        try await answer(request("GET", "\(path(submission))/facts"), as: FoundFacts.self)
    }

    /// Downloads a page's preview.
    @discardableResult
    public func fetchPreview(
        of page: PageID, of document: DocumentID, in submission: SubmissionID, into descriptor: CInt
    ) async throws(IntakeClientError) -> Int {
        try await fetch("\(path(submission, document, page))/preview", into: descriptor)
    }

    /// The same in memory, with the media type that the gateway states.
    func preview(
        of page: PageID, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> (bytes: [UInt8], mediaType: MediaType?) {
        let response = try await answer(
            request("GET", "\(path(submission, document, page))/preview", headers: ["accept": "*/*"]))
        return (response.body, response.headers["content-type"].flatMap { MediaType($0) })
    }

    /// Downloads a clean page of a page's file. `number` counts from 1.
    @discardableResult
    public func fetchImage(
        _ number: Int = 1, of page: PageID, of document: DocumentID, in submission: SubmissionID, into descriptor: CInt
    ) async throws(IntakeClientError) -> Int {
        try await fetch("\(path(submission, document, page))/image?number=\(number)", into: descriptor)
    }

    /// Downloads the file as it was sent.
    @discardableResult
    public func fetchOriginal(
        of page: PageID, of document: DocumentID, in submission: SubmissionID, into descriptor: CInt
    ) async throws(IntakeClientError) -> Int {
        try await fetch("\(path(submission, document, page))/original", into: descriptor)
    }

    /// The cover sheet for the paper pages of a document, as SVG: print it and scan it before them.
    @discardableResult
    public func fetchCoverSheet(
        for type: DocumentTypeID, of submission: SubmissionID, into descriptor: CInt
    ) async throws(IntakeClientError) -> Int {
        try await fetch("\(path(submission))/sheets/\(type)", into: descriptor)
    }

    private func fetch(_ path: String, into descriptor: CInt) async throws(IntakeClientError) -> Int {
        let file = DescriptorWriter(descriptor)
        let response = try await transport.download(request("GET", path, headers: ["accept": "*/*"])) { try file.write($0) }
        _ = try Self.successful(response)
        return file.count
    }
}

/// Writes to a file that the caller owns, and counts the bytes.
///
/// `@unchecked Sendable`: a transport's calls of its sink do not overlap, and the count is read after the last call.
private final class DescriptorWriter: @unchecked Sendable {
    private let descriptor: CInt
    private(set) var count = 0

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func write(_ bytes: [UInt8]) throws(IntakeClientError) {
        do throws(SystemFault) {
            try SystemFiles.write(bytes, to: descriptor)
        } catch {
            throw IntakeClientError(
                code: .fileUnwritable, description: "The file cannot be written: \(error.reason).",
                detail: "errno \(error.number)"
            )
        }
        count += bytes.count
    }
}

import Shared

/// The creation of an upload, in any dialect.
struct UploadCreation: Hashable, Sendable {
    /// Nil if the request does not name it. The resource of the request may do so.
    var document: DocumentID?
    /// Of the whole file, in bytes, if the client knows it.
    var length: Int?
    var declaration = FileDeclaration()
    /// The metadata of a tus client, verbatim.
    var metadata: String?
    var concatenation = Concatenation.none
    /// The stated digests of the whole file.
    var expectedDigests: [ExpectedDigest] = []
    /// The bytes of the request; nil for none.
    var content: UploadContent?

    /// tus, concatenation extension.
    enum Concatenation: Hashable, Sendable {
        case none
        case part
        case joined([UploadID])
    }
}

/// A request to append to an upload.
struct UploadAppend: Hashable, Sendable {
    /// The offset at which the client continues.
    var offset: Int
    /// Of the whole file, in bytes, if the request states it.
    var length: Int?
    var expectedDigests: [ExpectedDigest] = []
    var content: UploadContent
}

/// The bytes of a request, before the first has arrived.
struct UploadContent: Hashable, Sendable {
    /// In bytes; nil for a chunked body.
    var length: Int?
    /// The stated digest of these bytes. Before it matches, none of them is acknowledged.
    var digest: ExpectedDigest?
    var completion: Completion

    enum Completion: Hashable, Sendable {
        /// The file is complete at its length (tus).
        case atLength
        /// The file is complete at the end of the body (the IETF drafts).
        case withContent
        /// Another request follows (the IETF drafts). The last request of some clients says so wrongly: a known length
        /// that is reached ends the file.
        case later
    }
}

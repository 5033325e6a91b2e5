import Shared

/// What a request wants of a new upload, whichever dialect it speaks.
struct UploadCreation: Hashable, Sendable {
    /// Nil when the request does not say; the resource that it is made through may.
    var document: DocumentID?
    /// Of the whole file, in bytes, where the client knows it.
    var length: Int?
    var declaration = FileDeclaration()
    /// What a tus client says of the file, verbatim.
    var metadata: String?
    var concatenation = Concatenation.none
    /// What the whole file has to digest to.
    var expectedDigests: [ExpectedDigest] = []
    /// The bytes that come with the request; nil for none.
    var content: UploadContent?

    /// tus, concatenation extension.
    enum Concatenation: Hashable, Sendable {
        case none
        case part
        case joined([UploadID])
    }
}

/// What a request wants to append to an upload.
struct UploadAppend: Hashable, Sendable {
    /// Where the client believes that it goes on.
    var offset: Int
    /// Of the whole file, where the request says it.
    var length: Int?
    var expectedDigests: [ExpectedDigest] = []
    var content: UploadContent
}

/// The bytes of a request, before the first of them has come.
struct UploadContent: Hashable, Sendable {
    /// In bytes; nil for a chunked body.
    var length: Int?
    /// What these bytes alone have to digest to. Until they do, none of them is acknowledged.
    var digest: ExpectedDigest?
    var completion: Completion

    enum Completion: Hashable, Sendable {
        /// The file is whole when its length is reached (tus).
        case atLength
        /// The file is whole when the body has ended (the IETF drafts).
        case withContent
        /// There is more to come in another request (the IETF drafts). The last request of some clients says so, and there is not: a
        /// length that is known and reached ends the file.
        case later
    }
}

import Crypto
import HTTPServer
import Shared

/// Parses requests of draft-ietf-httpbis-resumable-upload. It is pure. Sections are those of draft 12.
struct ResumableRequest: Sendable {
    /// Nil for a missing or unknown version: the request is read by the latest draft, and gets no 104.
    let version: InteropVersion?
    let request: HTTPRequest

    init(_ request: HTTPRequest) {
        self.request = request
        version = StructuredField.integer(request.headers["upload-draft-interop-version"]).flatMap(InteropVersion.init)
    }

    /// Whether a request to a resource for files supports resumption (section 4.2.1). A form does not, since its body is
    /// not the file.
    static func isOffered(by request: HTTPRequest) -> Bool {
        let isForm = request.headers["content-type"].map { MediaTypeHeader($0).essence } == "multipart/form-data"
        return !isForm && request.headers.contains(ResumableRequest(request).completenessHeader)
    }

    private var completenessHeader: String {
        version.map(\.saysIncomplete) ?? !request.headers.contains("Upload-Complete") ? "Upload-Incomplete" : "Upload-Complete"
    }

    /// Whether the content is the end of the file (section 4.1.2); nil if the request does not say. An invalid value is
    /// refused: ignoring it could take a truncated file for a complete one.
    func completeness() throws(Problem) -> Bool? {
        let name = completenessHeader
        guard request.headers.contains(name) else { return nil }
        guard let value = StructuredField.boolean(request.headers.values(for: name).joined(separator: ",")) else {
            throw .invalidHeader(name, "?1 or ?0")
        }
        return name == "Upload-Incomplete" ? !value : value
    }

    /// Section 4.2.2. Without a statement of completeness it is a conventional request: its content is the file.
    func creation(document: DocumentID?) throws(Problem) -> UploadCreation {
        guard !request.headers.contains("upload-offset") else {
            throw .invalidHeader("Upload-Offset", "left out where an upload is created")
        }
        guard request.headers["content-type"].map({ MediaTypeHeader($0).essence }) != "multipart/form-data" else {
            throw Problem(
                .unsupportedMediaType,
                detail: "Send the bytes of the file as the body; forms are taken at “…/pages” of the document.")
        }
        var creation = UploadCreation()
        if let document {
            creation.document = document
        } else {
            guard let text = request.query["document"] else { throw .missingDocument }
            guard let document = DocumentID(text) else { throw .notFound }
            creation.document = document
        }
        let isComplete = try completeness() ?? true
        creation.length = StructuredField.integer(request.headers["upload-length"])
        let length = request.body.declaredLength
        creation.declaration = try declaration(size: isComplete ? creation.length ?? length : creation.length)
        creation.expectedDigests = digests("repr-digest")
        // Empty and incomplete: only the address is wanted.
        if isComplete || length != 0 {
            creation.content = UploadContent(
                length: length, digest: contentDigest, completion: isComplete ? .withContent : .later)
        }
        return creation
    }

    /// Section 4.4.2.
    func append() throws(Problem) -> UploadAppend {
        if version?.knowsPartialUpload ?? true,
            request.headers["content-type"].map({ MediaTypeHeader($0).essence }) != ResumableDialect.contentType
        {
            throw Problem(
                .unsupportedMediaType, detail: "Send the bytes with “Content-Type: \(ResumableDialect.contentType)”.",
                members: ["accepted": .strings([ResumableDialect.contentType])],
                headers: ["Accept-Patch": ResumableDialect.contentType])
        }
        guard let offset = StructuredField.integer(request.headers["upload-offset"]) else {
            throw .invalidHeader("Upload-Offset", "sent, as a number of bytes")
        }
        // Draft 01 lets the last part leave the word out.
        guard let isComplete = try completeness() ?? (version == .three ? true : nil) else {
            throw .invalidHeader("Upload-Complete", "sent: ?1 with the last bytes of the file, ?0 before")
        }
        return UploadAppend(
            offset: offset, length: StructuredField.integer(request.headers["upload-length"]),
            expectedDigests: digests("repr-digest"),
            content: UploadContent(
                length: request.body.declaredLength, digest: contentDigest, completion: isComplete ? .withContent : .later))
    }

    private func declaration(size: Int?) throws(Problem) -> FileDeclaration {
        var mediaType: MediaType?
        // That of a part says nothing of the file.
        if let text = request.headers["content-type"], MediaTypeHeader(text).essence != ResumableDialect.contentType {
            guard let known = MediaType(text) else {
                throw Problem(.unsupportedMediaType, detail: "Content-Type must be a media type such as image/jpeg.")
            }
            mediaType = known
        }
        let disposition = request.headers["content-disposition"].map(MediaTypeHeader.init)
        let name = disposition?.parameters["filename"] ?? disposition?.parameters["filename*"]
        return FileDeclaration(
            mediaType: mediaType, fileExtension: name.flatMap(MediaType.fileExtension(ofName:)), size: size)
    }

    // MARK: - Digests (section 9, RFC 9530)

    private var contentDigest: ExpectedDigest? { digests("content-digest").first }

    /// The supported digests. Others are ignored, as RFC 9530 requires. SHA-1 proves nothing and is not supported.
    private func digests(_ header: String) -> [ExpectedDigest] {
        let members = request.headers.values(for: header).compactMap(StructuredField.bytes(byKey:)).flatMap { $0 }
        let known: [(name: String, algorithm: DigestAlgorithm)] = [("sha-256", .sha256), ("sha-512", .sha512)]
        return known.flatMap { name, algorithm in
            members.filter { $0.key == name }.compactMap { ExpectedDigest(algorithm, $0.value) }
        }
    }
}

import HTTPServer
import Shared

/// The file of a request: the whole body, or a part of a form.
struct IncomingFile: Sendable {
    let declaration: FileDeclaration
    /// The next bytes; nil at the end.
    let next: @Sendable () async throws -> [UInt8]?

    /// Finds the file. In a form it is the first part with a file name or with the name `file`. Earlier parts are
    /// skipped, later ones are not read.
    static func open(_ request: HTTPRequest) async throws -> IncomingFile {
        let contentType = request.headers["content-type"].map(MediaTypeHeader.init)
        guard contentType?.essence == "multipart/form-data" else { return try body(of: request, contentType) }
        let reader = try MultipartReader(request)
        while let part = try await reader.nextPart() {
            guard part.fileName != nil || part.name == "file" else { continue }
            let declaration = FileDeclaration(
                mediaType: try mediaType(part.contentType),
                fileExtension: part.fileName.flatMap(MediaType.fileExtension(ofName:)))
            return IncomingFile(declaration: declaration) { try await part.next() }
        }
        throw Problem(.malformedMultipart, detail: "The form has no file. Send it as a part that is called “file”.")
    }

    private static func body(of request: HTTPRequest, _ contentType: MediaTypeHeader?) throws -> IncomingFile {
        let disposition = request.headers["content-disposition"].map(MediaTypeHeader.init)
        let name = disposition?.parameters["filename"] ?? disposition?.parameters["filename*"]
        let declaration = FileDeclaration(
            mediaType: try mediaType(contentType?.essence), fileExtension: name.flatMap(MediaType.fileExtension(ofName:)),
            size: request.body.declaredLength)
        return IncomingFile(declaration: declaration) { try await request.body.next() }
    }

    /// An invalid declared type is a fault: it cannot agree with the content.
    private static func mediaType(_ declared: String?) throws(Problem) -> MediaType? {
        guard let declared, !declared.isEmpty else { return nil }
        guard let type = MediaType(declared) else {
            throw Problem(.unsupportedMediaType, detail: "Content-Type must be a media type such as image/jpeg.")
        }
        return type
    }
}

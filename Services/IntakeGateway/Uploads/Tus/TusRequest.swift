import Crypto
import HTTPServer
import Shared

/// Parses requests of tus. It is pure.
enum TusRequest {
    // MARK: - Creation

    /// Section “Creation”, with “Creation With Upload”, “Creation Defer Length” and “Concatenation”.
    static func creation(_ request: HTTPRequest, document: DocumentID?) throws(Problem) -> UploadCreation {
        let metadata = try TusMetadata(request.headers["upload-metadata"])
        var creation = UploadCreation()
        if let document { creation.document = document } else { creation.document = try self.document(request, metadata) }
        creation.metadata = request.headers["upload-metadata"]
        creation.concatenation = try concatenation(request.headers["upload-concat"])
        if case .joined = creation.concatenation {
            guard !request.headers.contains("upload-length"), !request.headers.contains("upload-defer-length") else {
                throw .invalidHeader("Upload-Length", "left out of a final upload: its parts have it")
            }
            guard request.body.declaredLength == 0 else {
                throw .invalidHeader("Content-Length", "0 for a final upload: its parts have its bytes")
            }
        } else {
            creation.length = try length(request, isRequired: true)
        }
        creation.declaration = try metadata.declaration(size: creation.length)
        let bodyLength = request.body.declaredLength
        if bodyLength != 0 || creation.length == 0 {
            guard bodyLength == 0 || Tus.contentTypeIsOurs(request) else { throw unsupportedContentType }
            creation.content = UploadContent(
                length: bodyLength, digest: try checksum(request.headers["upload-checksum"]), completion: .atLength)
        }
        return creation
    }

    private static func document(_ request: HTTPRequest, _ metadata: TusMetadata) throws(Problem) -> DocumentID {
        guard let text = request.query["document"] ?? metadata.document else {
            throw .missingDocument
        }
        // What is no id is not found: the answer does not tell the two apart.
        guard let document = DocumentID(text) else { throw .notFound }
        return document
    }

    /// Nil if it comes later.
    private static func length(_ request: HTTPRequest, isRequired: Bool) throws(Problem) -> Int? {
        let length = request.headers["upload-length"]
        switch (length, request.headers["upload-defer-length"]) {
        case (let length?, nil): return try number(length, in: "Upload-Length")
        case (nil, "1"?): return nil
        case (nil, nil) where !isRequired: return nil
        case (nil, nil): throw .invalidHeader("Upload-Length", "sent, or “Upload-Defer-Length: 1” in its place")
        case (nil, _?): throw .invalidHeader("Upload-Defer-Length", "1")
        case (_?, _?): throw .invalidHeader("Upload-Defer-Length", "left out where Upload-Length is sent")
        }
    }

    private static func concatenation(_ header: String?) throws(Problem) -> UploadCreation.Concatenation {
        guard let header else { return .none }
        if header == "partial" { return .part }
        guard header.hasBytes(atStart: "final;") else {
            throw .invalidHeader("Upload-Concat", "“partial”, or “final;” and URLs of parts")
        }
        var parts: [UploadID] = []
        for url in Substring(header.utf8.dropFirst("final;".utf8.count)).split(at: " ") {
            // The path decides, whatever host the client reaches us by.
            guard parts.count < Tus.maximumParts, let id = Self.upload(ofURL: url)
            else { throw .invalidHeader("Upload-Concat", "“final;” and up to \(Tus.maximumParts) URLs of uploads here") }
            parts.append(id)
        }
        guard !parts.isEmpty, Set(parts).count == parts.count else {
            throw .invalidHeader("Upload-Concat", "“final;” and the URLs of different parts")
        }
        return .joined(parts)
    }

    private static func upload(ofURL url: Substring) -> UploadID? {
        let segments = url.split(at: "/", omittingEmptySubsequences: false)
        guard segments.count >= 4, segments.dropLast().suffix(2).elementsEqual(["v1", "uploads"]) else { return nil }
        return UploadID(String(segments[segments.count - 1]))
    }

    // MARK: - Appending

    /// Section “PATCH”, with “Checksum” and the late length of “Creation Defer Length”.
    static func append(_ request: HTTPRequest) throws(Problem) -> UploadAppend {
        guard Tus.contentTypeIsOurs(request) else { throw unsupportedContentType }
        guard let offset = request.headers["upload-offset"] else { throw .invalidHeader("Upload-Offset", "sent") }
        return UploadAppend(
            offset: try number(offset, in: "Upload-Offset"), length: try length(request, isRequired: false),
            content: UploadContent(
                length: request.body.declaredLength, digest: try checksum(request.headers["upload-checksum"]),
                completion: .atLength))
    }

    private static var unsupportedContentType: Problem {
        Problem(
            .unsupportedMediaType, detail: "Send the bytes with “Content-Type: \(Tus.contentType)”.",
            members: ["accepted": .strings([Tus.contentType])])
    }

    private static func checksum(_ header: String?) throws(Problem) -> ExpectedDigest? {
        guard let header else { return nil }
        let words = header.split(at: " ")
        let algorithms = "one of \(Tus.checksumAlgorithms), a space and the checksum in base64"
        guard words.count == 2, let algorithm = DigestAlgorithm(rawValue: String(words[0])),
            let bytes = Base64.decode(words[1]), let expected = ExpectedDigest(algorithm, bytes)
        else { throw .invalidHeader("Upload-Checksum", algorithms) }
        return expected
    }

    /// A number of bytes: only digits, and within `Int`.
    static func number(_ text: String, in header: String) throws(Problem) -> Int {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text)
        else { throw .invalidHeader(header, "a number of bytes") }
        return number
    }
}

extension Problem {
    static var missingDocument: Problem {
        let detail = "Say which document the file is for: “?document=ID” behind the path, or “document” in Upload-Metadata."
        return Problem(
            .invalidParameter, detail: detail,
            errors: [ProblemItem(parameter: "document", detail: detail, rule: "document")])
    }
}

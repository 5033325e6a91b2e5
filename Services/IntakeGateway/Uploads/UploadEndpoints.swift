import HTTPServer
import Shared

extension Endpoint {
    static let ofUploads: [Endpoint] = [
        Endpoint(
            "createUpload", .post, "/v1/uploads", .bearer(.upload, of: .upload), in: .uploads,
            summary: "Begin an upload",
            detail: """
                Of a file of the document that `document` names (or tus's metadata do). tus 1.0 with creation, \
                creation-with-upload, creation-defer-length, checksum, expiration, termination and concatenation; the IETF's \
                resumable uploads with interop versions 3, 5, 6, 8 and 9. What was begun in one is finished in another.
                """,
            parameters: [
                .query("document", .named("Identifier"), "The document that the file is a page of."), .idempotencyKey, .ifMatch,
            ] + protocolHeaders,
            body: bytes,
            answers: [
                .json(
                    201, "Page", "The upload, or the page that the whole file became.", headers: uploadHeaders + quotaHeaders),
                .empty(204, "The upload was begun."),
            ], problems: uploadProblems,
            responder: .on { UploadHandlers(gateway: $0).create }),
        Endpoint(
            "uploadOffset", .head, "/v1/uploads/{upload}", .bearer(.upload, of: .upload), in: .uploads,
            summary: "Ask how far it has come", parameters: [upload] + protocolHeaders,
            answers: [
                .empty(200, "As far as this.", headers: uploadHeaders), .empty(204, "As far as this.", headers: uploadHeaders),
            ],
            problems: uploadProblems,
            responder: .on { UploadHandlers(gateway: $0).offset }),
        Endpoint(
            "readUpload", .get, "/v1/uploads/{upload}", .bearer(.upload, of: .upload), in: .uploads,
            summary: "Read an upload",
            parameters: [upload], answers: [.json(200, "Upload", "All about it.")],
            responder: .on { UploadHandlers(gateway: $0).show }),
        Endpoint(
            "appendToUpload", .patch, "/v1/uploads/{upload}", .bearer(.upload, of: .upload), in: .uploads,
            summary: "Send the next bytes",
            parameters: [upload, .header("Upload-Offset", size, "Where these bytes go.", isRequired: true), .ifMatch]
                + protocolHeaders,
            body: Body(content: nextBytes),
            answers: [
                .json(200, "Page", "The page that the whole file became.", headers: uploadHeaders),
                .json(201, "Page", "The page that the whole file became.", headers: uploadHeaders),
                .empty(204, "They are durable.", headers: uploadHeaders),
            ], problems: uploadProblems,
            responder: .on { UploadHandlers(gateway: $0).append }),
        Endpoint(
            "cancelUpload", .delete, "/v1/uploads/{upload}", .bearer(.upload, of: .upload), in: .uploads,
            summary: "Give it up",
            parameters: [upload] + protocolHeaders.prefix(2), answers: [.empty(204, "Its bytes are gone.")],
            problems: uploadProblems,
            responder: .on { UploadHandlers(gateway: $0).cancel }),
        Endpoint(
            "overrideUploadMethod", .post, "/v1/uploads/{upload}", .bearer(.upload, of: .upload), in: .uploads,
            summary: "PATCH, HEAD or DELETE, for clients that cannot send them",
            parameters: [
                upload,
                .header("X-HTTP-Method-Override", .string(oneOf: ["PATCH", "HEAD", "DELETE"]), "The method."),
                .header("Upload-Offset", size, "Where these bytes go."),
                .ifMatch,
            ] + protocolHeaders,
            body: Body(content: nextBytes, isRequired: false),
            answers: [
                .json(200, "Page", "As the method says.", headers: uploadHeaders),
                .json(201, "Page", "The page that the whole file became.", headers: uploadHeaders),
                .empty(204, "As the method says.", headers: uploadHeaders),
            ], problems: uploadProblems,
            responder: .on { UploadHandlers(gateway: $0).override }),
        Endpoint(
            "uploadOptions", .options, "/v1/uploads", .everybody, in: .uploads,
            summary: "What is spoken here",
            answers: [.empty(204, "In the words of every dialect.", headers: [("Tus-Version", "1.0.0")])],
            responder: .open { gateway in { _, _ in UploadHandlers(gateway: gateway).options("OPTIONS, POST") } }),
        Endpoint(
            "oneUploadsOptions", .options, "/v1/uploads/{upload}", .everybody, in: .uploads,
            summary: "What is spoken here",
            parameters: [.path("upload", .string(), "Whatever: nothing is told of it.")],
            answers: [.empty(204, "In the words of every dialect.", headers: [("Tus-Version", "1.0.0")])],
            responder: .open { gateway in { _, _ in UploadHandlers(gateway: gateway).options(UploadHandlers.allow) } }),
    ]

    private static let upload = Parameter.path("upload", .named("Identifier"), "The upload's id.")

    /// The bounds of integers in RFC 8941.
    private static let size = Schema.integer(0...999_999_999_999_999)

    /// The protocols define the headers. This says which are supported.
    private static let protocolHeaders: [Parameter] = [
        .header("Tus-Resumable", .string(oneOf: ["1.0.0"]), "Given by clients of tus 1.0."),
        .header(
            "Upload-Draft-Interop-Version", .string(oneOf: ["3", "5", "6", "8", "9"]),
            "Given by clients of the IETF's resumable uploads."),
        .header("Upload-Length", size, "Bytes of the whole file."),
    ]

    private static let uploadHeaders = [
        ("Upload-Offset", "Bytes that have arrived and are durable."), ("Location", "The upload's address."),
        ("Upload-Limit", "What is taken (IETF)."), ("Upload-Expires", "When it is given up (tus)."),
    ]

    private static let uploadProblems: [ProblemType] = [
        .unsupportedMediaType, .mediaTypeMismatch, .emptyFile, .tooLarge, .tooManyPixels, .tooManyFrames, .passwordProtected,
        .duplicateFile, .tooManyPages, .tooManyUploads, .tooManyBytes, .quotaUsedUp, .notADraft, .storageFull,
        .mismatchingUploadOffset, .completedUpload,
        .inconsistentUploadLength, .uploadLengthExceeded, .uploadTakenOver, .uploadEnded, .uploadJoined, .uploadPartUnusable,
        .checksumMismatch, .digestMismatch, .unsupportedProtocolVersion, .invalidHeader, .invalidParameter, .notFound,
    ]

    /// The media types of tus and of the IETF's drafts.
    private static let nextBytes: [(mediaType: String, schema: Schema)] = [
        ("application/offset+octet-stream", .string(format: "binary")),
        ("application/partial-upload", .string(format: "binary")),
    ]

    private static let bytes = Body(content: [("application/octet-stream", .string(format: "binary"))], isRequired: false)
}

/// Every kind of problem that the gateway answers with (RFC 9457). The raw value is the last part of its `type`.
enum ProblemType: String, CaseIterable, Sendable {
    // The request itself.
    case malformedJSON = "malformed-json"
    case malformedMultipart = "malformed-multipart"
    case invalidRequest = "invalid-request"
    case invalidParameter = "invalid-parameter"
    case unauthenticated
    case notFound = "not-found"

    // What a journey asks for.
    case unknownJourney = "unknown-journey"
    case unknownDocumentType = "unknown-document-type"
    case invalidDate = "invalid-date"
    case dateInFuture = "date-in-future"
    case tooManyDocuments = "too-many-documents"
    case tooManyPages = "too-many-pages"
    case incomplete

    // Files.
    case unsupportedMediaType = "unsupported-media-type"
    case mediaTypeMismatch = "media-type-mismatch"
    case emptyFile = "empty-file"
    case tooLarge = "too-large"
    case duplicateFile = "duplicate-file"
    case notReady = "not-ready"

    // What the resource is like at the moment.
    case notADraft = "not-a-draft"
    case preconditionFailed = "precondition-failed"
    case confirmationRequired = "confirmation-required"
    case confirmationInvalid = "confirmation-invalid"

    // Requests that are repeated.
    case idempotencyKeyInvalid = "idempotency-key-invalid"
    case idempotencyKeyReused = "idempotency-key-reused"
    case idempotencyKeyInUse = "idempotency-key-in-use"

    // The service.
    case storageFull = "storage-full"
    case unavailable
    case internalError = "internal-error"

    var status: Int {
        switch self {
        case .malformedJSON, .malformedMultipart, .invalidParameter, .idempotencyKeyInvalid: 400
        case .unauthenticated: 401
        case .confirmationInvalid: 403
        case .notFound, .notReady: 404
        case .notADraft, .duplicateFile, .idempotencyKeyInUse: 409
        case .preconditionFailed: 412
        case .tooLarge: 413
        case .unsupportedMediaType: 415
        case .invalidRequest, .unknownJourney, .unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments,
            .tooManyPages, .incomplete, .mediaTypeMismatch, .emptyFile, .idempotencyKeyReused:
            422
        case .confirmationRequired: 428
        case .internalError: 500
        case .unavailable: 503
        case .storageFull: 507
        }
    }

    /// The same for every occurrence; what is special about one is its `detail`.
    var title: String {
        switch self {
        case .malformedJSON: "The body is not JSON"
        case .malformedMultipart: "The body is not a readable multipart form"
        case .invalidRequest: "The request has invalid members"
        case .invalidParameter: "A query parameter is invalid"
        case .unauthenticated: "Who you are is not known"
        case .notFound: "There is no such thing here"
        case .unknownJourney: "The journey is not known"
        case .unknownDocumentType: "The journey does not ask for this type of document"
        case .invalidDate: "The date cannot be read"
        case .dateInFuture: "The date lies in the future"
        case .tooManyDocuments: "The submission has enough documents"
        case .tooManyPages: "The document has enough pages"
        case .incomplete: "Something is still missing"
        case .unsupportedMediaType: "This kind of file is not accepted"
        case .mediaTypeMismatch: "The file is not what it says it is"
        case .emptyFile: "The file is empty"
        case .tooLarge: "The file is too large"
        case .duplicateFile: "The file has been added before"
        case .notReady: "It is not ready yet"
        case .notADraft: "The submission cannot be changed any more"
        case .preconditionFailed: "It has changed since you read it"
        case .confirmationRequired: "This needs a confirmation"
        case .confirmationInvalid: "The confirmation is not valid"
        case .idempotencyKeyInvalid: "The idempotency key cannot be used"
        case .idempotencyKeyReused: "The idempotency key belongs to another request"
        case .idempotencyKeyInUse: "The same request is being handled"
        case .storageFull: "There is no space left for files"
        case .unavailable: "The service cannot answer right now"
        case .internalError: "Something went wrong on our side"
        }
    }
}

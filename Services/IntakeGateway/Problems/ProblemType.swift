/// The types of the gateway's problems (RFC 9457). The raw value is the last part of its `type`.
enum ProblemType: String, CaseIterable, Sendable {
    // The request itself.
    case malformedJSON = "malformed-json"
    case malformedMultipart = "malformed-multipart"
    /// The server answers with it by itself.
    case malformedPath = "malformed-path"
    case invalidRequest = "invalid-request"
    case invalidParameter = "invalid-parameter"
    case unauthenticated
    case forbidden
    case linkEnded = "link-ended"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case tooManyRequests = "too-many-requests"
    case tooManyLinks = "too-many-links"
    case tooManyEndpoints = "too-many-endpoints"
    case quotaUsedUp = "quota-used-up"
    case onlyInSandbox = "only-in-sandbox"

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
    case tooManyPixels = "too-many-pixels"
    case tooManyFrames = "too-many-frames"
    case passwordProtected = "password-protected"
    case duplicateFile = "duplicate-file"
    case notReady = "not-ready"
    case quarantined

    // Uploads over several requests. The first three are the drafts' own and are answered under their registered URIs.
    case mismatchingUploadOffset = "https://iana.org/assignments/http-problem-types#mismatching-upload-offset"
    case completedUpload = "https://iana.org/assignments/http-problem-types#completed-upload"
    case inconsistentUploadLength = "https://iana.org/assignments/http-problem-types#inconsistent-upload-length"
    case uploadLengthExceeded = "upload-length-exceeded"
    case uploadTakenOver = "upload-taken-over"
    case uploadEnded = "upload-ended"
    case uploadJoined = "upload-joined"
    case uploadPartUnusable = "upload-part-unusable"
    case tooManyUploads = "too-many-uploads"
    case tooManyBytes = "too-many-bytes"
    case checksumMismatch = "checksum-mismatch"
    case digestMismatch = "digest-mismatch"
    case unsupportedProtocolVersion = "unsupported-protocol-version"
    case invalidHeader = "invalid-header"

    // What the resource is like at the moment.
    case notADraft = "not-a-draft"
    case notInReview = "not-in-review"
    case claimed
    case alreadyReviewed = "already-reviewed"
    case notHeld = "not-held"
    case legalHold = "legal-hold"
    case preconditionFailed = "precondition-failed"
    case eventGone = "event-gone"
    case endpointDisabled = "endpoint-disabled"
    case notRetriable = "not-retriable"
    case mailEnded = "mail-ended"
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
        case .malformedJSON, .malformedMultipart, .malformedPath, .invalidParameter, .idempotencyKeyInvalid, .completedUpload,
            .inconsistentUploadLength, .invalidHeader, .digestMismatch:
            400
        case .unauthenticated: 401
        case .forbidden, .onlyInSandbox, .quarantined, .confirmationInvalid, .uploadJoined: 403
        case .notFound, .notReady: 404
        case .methodNotAllowed: 405
        case .claimed, .alreadyReviewed, .notHeld: 409
        case .notADraft, .notInReview, .legalHold, .duplicateFile, .idempotencyKeyInUse, .mismatchingUploadOffset,
            .uploadTakenOver,
            .endpointDisabled, .notRetriable:
            409
        case .uploadEnded, .linkEnded, .eventGone, .mailEnded: 410
        case .preconditionFailed, .unsupportedProtocolVersion: 412
        case .tooLarge, .uploadLengthExceeded, .tooManyBytes: 413
        case .unsupportedMediaType: 415
        case .invalidRequest, .unknownJourney, .unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments,
            .tooManyPages, .incomplete, .mediaTypeMismatch, .emptyFile, .tooManyPixels, .tooManyFrames, .passwordProtected,
            .idempotencyKeyReused,
            .uploadPartUnusable:
            422
        case .confirmationRequired: 428
        case .tooManyRequests, .tooManyUploads, .tooManyLinks, .tooManyEndpoints, .quotaUsedUp: 429
        case .checksumMismatch: 460
        case .internalError: 500
        case .unavailable: 503
        case .storageFull: 507
        }
    }

    /// The same for every occurrence. `detail` has the specifics.
    var title: String {
        switch self {
        case .malformedJSON: "The body is not JSON"
        case .malformedPath: "The path cannot be read"
        case .malformedMultipart: "The body is not a readable multipart form"
        case .invalidRequest: "The request has invalid members"
        case .invalidParameter: "A query parameter is invalid"
        case .unauthenticated: "Who you are is not known"
        case .forbidden: "This is not allowed"
        case .linkEnded: "The link has ended"
        case .notFound: "There is no such thing here"
        case .methodNotAllowed: "This cannot be done with it"
        case .tooManyRequests: "There are too many requests"
        case .tooManyLinks: "There are too many links"
        case .tooManyEndpoints: "There are too many endpoints"
        case .quotaUsedUp: "The quota of the month is used up"
        case .onlyInSandbox: "This is for what is in a sandbox alone"
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
        case .tooManyPixels: "The picture has too many pixels"
        case .tooManyFrames: "The animation has too many pictures"
        case .passwordProtected: "The file needs a password"
        case .duplicateFile: "The file has been added before"
        case .notReady: "It is not ready yet"
        case .quarantined: "The file is locked away"
        case .mismatchingUploadOffset: "offset from request does not match offset of resource"
        case .completedUpload: "upload is already completed"
        case .inconsistentUploadLength: "inconsistent length values for upload"
        case .uploadLengthExceeded: "The upload is longer than it said"
        case .uploadTakenOver: "Another request has taken the upload over"
        case .uploadEnded: "The upload has ended"
        case .uploadJoined: "The upload is joined from others"
        case .uploadPartUnusable: "An upload cannot be joined"
        case .tooManyUploads: "There are too many files or uploads"
        case .tooManyBytes: "There are too many bytes of files"
        case .checksumMismatch: "The checksum does not match"
        case .digestMismatch: "The digest does not match"
        case .unsupportedProtocolVersion: "This version of tus is not spoken here"
        case .invalidHeader: "A header cannot be read"
        case .notADraft: "The submission cannot be changed any more"
        case .notInReview: "There is nothing to decide"
        case .claimed: "Somebody else reviews it"
        case .alreadyReviewed: "You have judged it already"
        case .notHeld: "There is no decision to take back"
        case .legalHold: "The submission must be kept"
        case .preconditionFailed: "It has changed since you read it"
        case .eventGone: "The last event is not known"
        case .endpointDisabled: "The endpoint is disabled"
        case .notRetriable: "The delivery cannot be tried again"
        case .mailEnded: "The message waits no longer"
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

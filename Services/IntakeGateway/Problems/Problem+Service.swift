import BlobStore
import Domain
import HTTPServer

extension Problem {
    /// The seconds after which a client may retry.
    static let retryAfter = 2

    static var unavailable: Problem {
        Problem(
            .unavailable, detail: "The service cannot reach its database or its files at the moment. Try again shortly.",
            headers: ["Retry-After": String(retryAfter)])
    }

    static var cannotSign: Problem {
        Problem(
            .unavailable, detail: "The key that signs cannot be asked at the moment. Try again shortly.",
            headers: ["Retry-After": String(retryAfter)])
    }

    /// The body was read too slowly, and requests behind it must not wait.
    static var keptWaiting: Problem {
        Problem(
            .unavailable,
            detail:
                "Your file cannot be written as fast as it comes at the moment. Try again shortly. What was acknowledged of an upload is kept: ask for its offset, and go on from there.",
            headers: ["Retry-After": String(retryAfter)])
    }

    static var storageFull: Problem {
        Problem(.storageFull, detail: "Nothing of your file was kept, and nothing else was lost. Try again later.")
    }

    static var takenOver: Problem {
        Problem(
            .uploadTakenOver,
            detail:
                "Another request has taken this upload over. Ask for its offset, and go on from there with one request at a time."
        )
    }

    static var isBeingSent: Problem {
        Problem(
            .uploadTakenOver,
            detail: "Another request sends these bytes already. Ask for the offset: that ends it, and says where to go on.")
    }

    static var internalError: Problem {
        Problem(.internalError, detail: "It has been noted. Try again, and tell us the request's id if it happens again.")
    }

    init(_ error: StoreError) {
        switch error.code {
        case .unavailable, .keysUnavailable, .outcomeUnknown, .cancelled: self = .unavailable
        case .superseded: self = .takenOver
        case .unopenable, .corrupt, .schemaMismatch, .internal: self = .internalError
        }
    }

    init(_ error: BlobError) {
        switch error.code {
        case .storageFull: self = .storageFull
        case .unavailable, .keysUnavailable, .keyProviderUnavailable, .unknownKey: self = .unavailable
        case .notFound, .inputOutput, .damaged: self = .internalError
        }
    }
}

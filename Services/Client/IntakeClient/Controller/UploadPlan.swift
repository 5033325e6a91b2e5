import Shared

/// What is to be done next so that the gateway has what the person has gathered.
enum UploadStep: Sendable, Hashable {
    case createSubmission
    case remove(DraftRemoval)
    case createDocument(DraftDocumentID)
    /// What is said of it has changed since the gateway was told.
    case describe(DraftDocumentID)
    case begin(DraftPageID)
    case send(DraftPageID)
    case rotate(DraftPageID)
    case order(DraftDocumentID)
    case finished
}

/// Decides on the next step from the draft alone: whoever is killed and starts again goes on where they were.
enum UploadPlan {
    static func next(for draft: Draft) -> UploadStep {
        guard draft.submission != nil else { return draft.documents.isEmpty ? .finished : .createSubmission }
        // First, so that what is replaced leaves room for what replaces it.
        if let removal = draft.removals.first { return .remove(removal) }
        for document in draft.documents {
            if let step = next(for: document) { return step }
        }
        return .finished
    }

    private static func next(for document: DraftDocument) -> UploadStep? {
        guard let sent = document.sent else { return .createDocument(document.id) }
        guard document.isDescribed(by: sent) else { return .describe(document.id) }
        for page in document.pages {
            switch page.transfer {
            case .waiting: return .begin(page.id)
            case .sending: return .send(page.id)
            case .sent(_, let rotation):
                if rotation != page.rotation { return .rotate(page.id) }
            case .refused, .cancelled: continue
            }
        }
        return document.pages.compactMap(\.transfer.pageID) == sent.order ? nil : .order(document.id)
    }
}

/// How many bytes go into the next request: so many that it takes about a second, so that progress is seen, little is lost with a
/// connection, and a fast one is not kept waiting.
struct PieceSize: Sendable, Hashable {
    static let range = (64 << 10)...(16 << 20)

    private(set) var bytes = 256 << 10

    mutating func sent(in duration: Duration) {
        if duration < .milliseconds(700) {
            bytes = min(bytes * 2, Self.range.upperBound)
        } else if duration > .seconds(3) {
            bytes = max(bytes / 2, Self.range.lowerBound)
        }
    }

    mutating func wasLost() { bytes = max(bytes / 2, Self.range.lowerBound) }
}

/// What to do about a request that failed.
enum UploadRecovery: Sendable, Hashable {
    /// It may work later.
    case again
    /// The gateway has another offset: ask it.
    case locate
    /// The gateway has given the upload up: the file is sent from its beginning.
    case beginAnew
    /// It does not take the file.
    case refusedFile
    /// Somebody has changed the submission elsewhere: what it is now has to be taken over first.
    case takeOver
    /// Nothing helps but a person.
    case giveUp

    init(after error: IntakeClientError, isTransfer: Bool) {
        guard let problem = error.problem else {
            self = error.isRetriable ? .again : .giveUp
            return
        }
        switch (problem.status, problem.type) {
        case (500, _), (507, _), (423, _), (403, "confirmation-invalid"): self = .again
        case (409, "mismatching-upload-offset"), (409, "upload-taken-over"): self = .locate
        case (400, "completed-upload"), (400, "inconsistent-upload-length"): self = .locate
        case (404, _) where isTransfer, (410, "upload-ended") where isTransfer: self = .beginAnew
        case _ where Self.isConflict(problem): self = .takeOver
        // A smaller file would not help.
        case (413, "too-many-bytes"): self = .giveUp
        case (409, "duplicate-file"), (413, _), (415, _): self = .refusedFile
        case (422, let type) where Self.ofFiles.contains(type): self = .refusedFile
        default: self = error.isRetriable ? .again : .giveUp
        }
    }

    /// Whether the submission is not what this device took it for. Pages that cannot be put in order are not those that are there.
    static func isConflict(_ problem: GatewayProblem) -> Bool {
        switch (problem.status, problem.type) {
        case (404, "not-found"), (409, "not-a-draft"), (412, "precondition-failed"): true
        case (422, "invalid-request"): problem.errors.contains { $0.rule == "order" }
        default: false
        }
    }

    private static let ofFiles: Set<String> = [
        "media-type-mismatch", "empty-file", "too-many-pixels", "too-many-frames", "password-protected", "too-many-pages",
    ]

    /// Before the try of that number, counted from 1.
    static func pause(beforeTry number: Int, asked: Int?) -> Duration {
        let own = Duration.milliseconds(500) * (1 << min(max(0, number - 1), 6))
        return max(min(own, .seconds(30)), .seconds(min(60, max(0, asked ?? 0))))
    }

    /// In a row, without a byte's progress.
    static let maximumTries = 8
}

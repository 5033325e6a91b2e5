import Shared

/// The next step to bring the gateway to the state of the draft.
enum UploadStep: Sendable, Hashable {
    case createSubmission
    case remove(DraftRemoval)
    case createDocument(DraftDocumentID)
    /// The document's description has changed since the gateway received it.
    case describe(DraftDocumentID)
    case begin(DraftPageID)
    case send(DraftPageID)
    case rotate(DraftPageID)
    case order(DraftDocumentID)
    case finished
}

/// Chooses the next step from the draft alone, so that a restarted process continues where it was.
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

/// The number of bytes in the next request, chosen to take about a second. Progress is visible, a lost connection loses
/// little, and a fast connection is used.
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

/// The reaction to a failed request.
enum UploadRecovery: Sendable, Hashable {
    /// Retry: it may succeed later.
    case again
    /// The gateway has another offset: request it.
    case locate
    /// The gateway has given up the upload: send the file from its beginning.
    case beginAnew
    /// The gateway refuses the file.
    case refusedFile
    /// The submission was changed elsewhere: merge its state first.
    case takeOver
    /// Only a person can help.
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
        // It begins anew with the month: no wait of this device's.
        case (429, "quota-used-up"): self = .giveUp
        case (409, "duplicate-file"), (413, _), (415, _): self = .refusedFile
        case (422, let type) where Self.ofFiles.contains(type): self = .refusedFile
        default: self = error.isRetriable ? .again : .giveUp
        }
    }

    /// Whether the submission differs from this device's last known state. Pages that cannot be ordered are not the
    /// existing ones.
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

    /// Before the attempt with this number, from 1.
    static func pause(beforeTry number: Int, asked: Int?) -> Duration {
        let own = Duration.milliseconds(500) * (1 << min(max(0, number - 1), 6))
        return max(min(own, .seconds(30)), .seconds(min(60, max(0, asked ?? 0))))
    }

    /// Consecutive attempts without a byte of progress.
    static let maximumTries = 8
}

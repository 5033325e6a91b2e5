public import Shared

/// What a transition comes to, given the submission as it is now. The rule that every store follows.
public enum StageDecision: Sendable {
    case edit(SubmissionEdit)
    case preview(PagePreview)
    case answer(StageCommitResult)

    /// Where the submission has moved on from the expected version, `eventAfter` is the type of the event by which it did.
    public static func decide(
        _ transition: StageTransition, on submission: Submission?, journey: JourneyDefinition?, eventAfter: EventType?,
        now: Timestamp
    ) -> StageDecision {
        guard let submission, let journey else { return .answer(.notFound) }
        if case .previewed(let page, let digest, let image, let look) = transition.change {
            return preview(PagePreview(page: page, image: image, look: look), of: digest, on: submission)
        }
        guard submission.version == transition.expectedVersion else {
            let isMade = eventAfter.map { transition.change.eventTypes.contains($0) } ?? false
            return .answer(isMade ? .alreadyApplied : .conflict(currentVersion: submission.version))
        }
        do {
            return .edit(try SubmissionEditor(submission, journey: journey, now: now).apply(transition.change))
        } catch {
            return .answer(.conflict(currentVersion: submission.version))
        }
    }

    /// The page may have been removed or replaced since; then the picture is of nothing that is still there.
    private static func preview(
        _ preview: PagePreview, of digest: ContentDigest, on submission: Submission
    ) -> StageDecision {
        let found = submission.documents.lazy.flatMap(\.pages).first { $0.id == preview.page }
        guard let found, found.original?.digest == digest else {
            return .answer(.conflict(currentVersion: submission.version))
        }
        guard found.preview != preview.image || found.look != preview.look else { return .answer(.alreadyApplied) }
        return .preview(preview)
    }
}

/// A preview to be recorded.
public struct PagePreview: Sendable {
    public let page: PageID
    /// Nil where no picture can be made of the file.
    public let image: PageImage?
    public let look: FirstLook
}

extension Submission {
    package func withPreview(_ preview: PagePreview) -> Submission {
        var changed = self
        for document in changed.documents.indices {
            for page in changed.documents[document].pages.indices
            where changed.documents[document].pages[page].id == preview.page {
                changed.documents[document].pages[page].preview = preview.image
                changed.documents[document].pages[page].look = preview.look
            }
        }
        return changed
    }
}

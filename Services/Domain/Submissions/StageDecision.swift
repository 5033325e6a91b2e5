public import Shared

/// The effect of a transition on the current submission. Every store follows this rule.
public enum StageDecision: Sendable {
    case edit(SubmissionEdit)
    case preview(PagePreview)
    case suggest(SuggestedPage)
    case answer(StageCommitResult)

    /// If the submission has moved on from the expected version, `eventAfter` is the type of the event that did so.
    public static func decide(
        _ transition: StageTransition, on submission: Submission?, journey: JourneyDefinition?, eventAfter: EventType?,
        now: Timestamp
    ) -> StageDecision {
        guard let submission, let journey else { return .answer(.notFound) }
        if case .previewed(let page, let digest, let image, let look) = transition.change {
            return preview(PagePreview(page: page, image: image, look: look), of: digest, on: submission)
        }
        if case .suggested(let page, let digest, let suggestion) = transition.change {
            return suggest(SuggestedPage(page: page, suggestion: suggestion), of: digest, on: submission)
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

    /// If the page was removed or replaced meanwhile, the picture is dropped.
    private static func preview(
        _ preview: PagePreview, of digest: ContentDigest, on submission: Submission
    ) -> StageDecision {
        guard let found = page(preview.page, of: digest, in: submission) else {
            return .answer(.conflict(currentVersion: submission.version))
        }
        guard found.preview != preview.image || found.look != preview.look else { return .answer(.alreadyApplied) }
        return .preview(preview)
    }

    /// After the submit no one can confirm a suggestion.
    private static func suggest(
        _ suggested: SuggestedPage, of digest: ContentDigest, on submission: Submission
    ) -> StageDecision {
        guard submission.state.allowsChanges, let found = page(suggested.page, of: digest, in: submission) else {
            return .answer(.conflict(currentVersion: submission.version))
        }
        return found.suggestion == suggested.suggestion ? .answer(.alreadyApplied) : .suggest(suggested)
    }

    private static func page(_ id: PageID, of digest: ContentDigest, in submission: Submission) -> Page? {
        submission.documents.lazy.flatMap(\.pages).first { $0.id == id && $0.original?.digest == digest }
    }
}

/// A preview to store.
public struct PagePreview: Sendable {
    public let page: PageID
    /// Nil if no picture of the file can be made.
    public let image: PageImage?
    public let look: FirstLook
}

/// A suggestion to store.
public struct SuggestedPage: Sendable {
    public let page: PageID
    public let suggestion: PageSuggestion
}

extension Submission {
    package func withPreview(_ preview: PagePreview) -> Submission {
        changing(preview.page) { page in
            page.preview = preview.image
            page.look = preview.look
        }
    }

    package func withSuggestion(_ suggested: SuggestedPage) -> Submission {
        changing(suggested.page) { $0.suggestion = suggested.suggestion }
    }

    private func changing(_ id: PageID, _ change: (inout Page) -> Void) -> Submission {
        var changed = self
        for document in changed.documents.indices {
            for page in changed.documents[document].pages.indices where changed.documents[document].pages[page].id == id {
                change(&changed.documents[document].pages[page])
            }
        }
        return changed
    }
}

/// The viewer of a screen.
public struct ScreenViewer: Sendable {
    /// The screen offers only actions that these permit.
    public var permissions: Set<Permission>
    public var language: Language
    /// Whether the viewer may see the tenant's reference.
    public var seesReference: Bool
    /// The address of the submission. The addresses of its parts begin with it.
    public var address: String

    public init(permissions: Set<Permission>, language: Language = .english, seesReference: Bool = true, address: String) {
        self.permissions = permissions
        self.language = language
        self.seesReference = seesReference
        self.address = address
    }
}

/// The part of a submission that a screen shows.
public enum ScreenKind: String, Sendable, Hashable, CaseIterable {
    /// Everything, with the viewer's actions.
    case submission
    /// The state in a few lines, for a notification or beside other content.
    case status
    /// The types of documents that may be added.
    case types
    /// The view of a reviewer, with the decisions.
    case review
}

extension Screen {
    /// A submission for a viewer, in the viewer's language.
    ///
    /// - Throws: `ScreenError.unusableModel` if a part cannot be written as JSON.
    public init(
        _ kind: ScreenKind = .submission, of submission: Submission, journey: JourneyDefinition, at now: Timestamp,
        for viewer: ScreenViewer
    ) throws(ScreenError) {
        let journey = journey.said(in: viewer.language)
        let missing =
            submission.state.allowsChanges ? CompletenessCheck.missing(from: submission, journey: journey, at: now) : []
        let writer = ScreenWriter(submission: submission, journey: journey, missing: missing, viewer: viewer)
        let sections: [ScreenSection?] =
            switch kind {
            case .submission:
                [try writer.summary(), try writer.problems(), try writer.stillMissing()] + (try writer.documents())
                    + [try writer.actions()]
            case .status: [try writer.summary(), try writer.problems(), try writer.stillMissing()]
            case .types: [try writer.types()]
            case .review: [try writer.summary(), try writer.problems()] + (try writer.documents()) + [try writer.decisions()]
            }
        self.init(title: journey.title, state: writer.state, sections: sections.compactMap { $0 })
    }
}

/// Who looks at a screen, and from where.
public struct ScreenViewer: Sendable {
    /// What is offered to do is what they may.
    public var permissions: Set<Permission>
    public var language: Language
    /// Whether they may see what the tenant wrote of the person.
    public var seesReference: Bool
    /// The address of the submission, which those of its parts begin with.
    public var address: String

    public init(permissions: Set<Permission>, language: Language = .english, seesReference: Bool = true, address: String) {
        self.permissions = permissions
        self.language = language
        self.seesReference = seesReference
        self.address = address
    }
}

/// What of a submission a screen shows.
public enum ScreenKind: String, Sendable, Hashable, CaseIterable {
    /// All of it, and what its viewer may do with it.
    case submission
    /// Where it stands, in a few lines: for a notification, or a place among other things.
    case status
    /// The types of documents that may be added, to choose one.
    case types
    /// What a reviewer looks at, with the decisions.
    case review
}

extension Screen {
    /// A submission as its viewer sees it. All of it is in the viewer's language.
    ///
    /// - Throws: `ScreenError.unusableModel` if something of it cannot be written as JSON.
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

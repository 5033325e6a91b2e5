extension Screen {
    /// A part of a listing of submissions. `titles` are the journeys' titles in the viewer's language; `next` is the
    /// address of the next part.
    ///
    /// - Throws: `ScreenError.unusableModel` if a part cannot be written as JSON.
    public init(
        listing submissions: [SubmissionSummary], titles: [JourneyID: String], next: String?, for viewer: ScreenViewer
    ) throws(ScreenError) {
        func say(_ phrase: Phrase) -> String { viewer.language.say(phrase) }
        var items: [ScreenComponent] = []
        for submission in submissions {
            let model = SubmissionModel(
                title: titles[submission.journey] ?? submission.journey.rawValue,
                reference: viewer.seesReference ? submission.reference : nil, state: submission.state,
                text: say(.standing(submission.state)), documents: submission.documents, updatedAt: submission.updatedAt)
            items.append(
                try ScreenComponent(
                    id: submission.id.description, model,
                    route: ScreenRoute(.submission, "GET", "\(viewer.address)/\(submission.id)/screen")))
        }
        var more: ScreenComponent?
        if let next {
            more = try ScreenComponent(
                id: "next", ActionModel(label: say(.screenMore)), route: ScreenRoute(.next, "GET", next))
        }
        let state = items.isEmpty && next == nil ? ScreenState(.empty, message: say(.screenNoSubmission)) : ScreenState(.data)
        self.init(
            title: say(.screenSubmissions), state: state,
            sections: [ScreenSection(id: "submissions", items: items, footer: more)])
    }
}

extension Phrase {
    /// The text for a person about a submission in that state.
    static func standing(_ state: SubmissionState) -> Phrase {
        switch state {
        case .draft: .screenDraft
        case .submitted: .screenSubmitted
        case .processing: .screenProcessing
        case .accepted: .screenAccepted
        case .needsInput: .screenNeedsInput
        case .inReview: .screenInReview
        case .rejected: .screenRejected
        case .failed: .screenFailed
        case .withdrawn: .screenWithdrawn
        case .expired: .screenExpired
        }
    }
}

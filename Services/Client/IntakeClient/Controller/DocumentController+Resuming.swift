public import Shared

/// Continues a submission that another device or another person began.
extension DocumentController {
    /// Continues a submission from the gateway's state and from this device's draft, if there is one. The gateway's
    /// journey gives the rules.
    ///
    /// - Throws: as `IntakeClient.submission` does; `notThere` if the storage has the draft of another submission.
    public convenience init(
        resuming submission: SubmissionID, in storage: Storage, client: IntakeClient, language: Language = .english,
        time: any ClientTime = SystemClientTime()
    ) async throws {
        try await self.init(
            taking: try await client.submission(submission), in: storage, client: client, language: language, time: time)
    }

    /// Continues the submission of a link, with a client made from the link.
    public convenience init(
        followingLinkOf client: IntakeClient, in storage: Storage, language: Language = .english,
        time: any ClientTime = SystemClientTime()
    ) async throws {
        try await self.init(
            taking: try await client.linkedSubmission(), in: storage, client: client, language: language, time: time)
    }

    private convenience init(
        taking view: SubmissionView, in storage: Storage, client: IntakeClient, language: Language, time: any ClientTime
    ) async throws {
        try await self.init(
            journey: try await client.journey(view.journey).definition, in: storage, client: client, submission: view.id,
            language: language, time: time)
        learn(view)
        if let merge = merge(view, askedAt: revision) { try await settle(merge) }
    }

    /// Fetches the submission from the gateway, merges changes made elsewhere, and shows the result. Unsent changes on
    /// this device stay, as `DraftMerge` says.
    ///
    /// Nil before there is a submission.
    @discardableResult
    public nonisolated(nonsending) func refresh() async throws(IntakeClientError) -> SubmissionView? {
        guard let client, let submission = draft.submission else { return nil }
        var asked = revision
        var view = try await client.submission(submission)
        // An answer that a step of the upload has overtaken is of no use; one of a few is not.
        for _ in 1...Self.maximumQuestions {
            learn(view)
            if let merge = merge(view, askedAt: asked) {
                do throws(DraftFault) {
                    try await settle(merge)
                } catch {
                    throw IntakeClientError(code: .fileUnwritable, description: error.description, detail: error.detail)
                }
                break
            }
            asked = revision
            view = try await client.submission(submission)
        }
        return view
    }

    private static var maximumQuestions: Int { 4 }

    /// Saves the result of a merge, and deletes bytes that are no longer needed.
    private nonisolated(nonsending) func settle(_ merge: DraftMerge) async throws(DraftFault) {
        guard !merge.changes.isEmpty || draft != merge.draft else { return }
        tell(merge.changes)
        try await keep()
        for page in merge.replaced { try await giveUp(page.file, of: page.id) }
    }
}

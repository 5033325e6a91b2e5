public import Shared

/// Going on with what another device, or another person, has begun.
extension DocumentController {
    /// Goes on with a submission: with what the gateway has of it, and with what this device has kept of it, if anything. The rules are
    /// those of the gateway's journey.
    ///
    /// - Throws: as `IntakeClient.submission` does; `notThere` where the storage has the draft of another submission.
    public convenience init(
        resuming submission: SubmissionID, in storage: Storage, client: IntakeClient, language: Language = .english,
        time: any ClientTime = SystemClientTime()
    ) async throws {
        try await self.init(
            taking: try await client.submission(submission), in: storage, client: client, language: language, time: time)
    }

    /// Goes on with the submission that a link is for, with a client that was made of the link.
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

    /// Asks the gateway how things are, takes over what was changed elsewhere, and shows that. What was done on this device and not
    /// sent yet stays, as `DraftMerge` says.
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

    /// Keeps what a merge has made, and gives up the bytes that nobody needs any more.
    private nonisolated(nonsending) func settle(_ merge: DraftMerge) async throws(DraftFault) {
        guard !merge.changes.isEmpty || draft != merge.draft else { return }
        tell(merge.changes)
        try await keep()
        for page in merge.replaced { try await giveUp(page.file, of: page.id) }
    }
}

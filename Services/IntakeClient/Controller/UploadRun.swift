import Shared

/// The upload of a draft, as the progress it makes. Asking for the next element is what makes it: who stops asking has stopped it, and
/// cancelling the task that asks ends the request that is under way. It can always be gone on with by another run.
///
/// Ends when the gateway has everything but what it refused (`DocumentController.unsent`).
/// - Throws: what only a person can put right, and what did not pass after many tries; `cancelled`.
public struct UploadRun<Storage: DraftStorage>: AsyncSequence, Sendable {
    public typealias Element = UploadProgress
    public typealias Failure = IntakeClientError

    let controller: DocumentController<Storage>

    public func makeAsyncIterator() -> Iterator { Iterator(UploadEngine(controller)) }

    public struct Iterator: AsyncIteratorProtocol {
        private var engine: UploadEngine<Storage>

        init(_ engine: UploadEngine<Storage>) { self.engine = engine }

        public mutating func next() async throws(IntakeClientError) -> UploadProgress? {
            try await next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(IntakeClientError) -> UploadProgress? {
            try await engine.next()
        }
    }
}

extension DocumentController {
    /// Sends what the gateway does not have yet, and goes on where an earlier run stopped, in another process too. A second run ends
    /// the first.
    public func upload() -> UploadRun<Storage> { UploadRun(controller: self) }

    /// Sends all of it and waits for that.
    ///
    /// - Throws: as `UploadRun` does; `refused` with the words of a file that the gateway does not take.
    public nonisolated(nonsending) func uploadAll(
        _ onProgress: ((UploadProgress) -> Void)? = nil
    ) async throws(IntakeClientError) {
        var engine = UploadEngine(self)
        while let progress = try await engine.next() { onProgress?(progress) }
    }

    /// Hands it in.
    ///
    /// - Throws: `invalidRequest` while the gateway does not have all of it; `refused` with the problem `incomplete`.
    @discardableResult
    public nonisolated(nonsending) func submit() async throws(IntakeClientError) -> SubmissionView {
        guard let client, let submission = draft.submission, isUploaded, unsent.isEmpty else {
            throw IntakeClientError(
                code: .invalidRequest,
                description: unsent.isEmpty
                    ? "The files have not been sent yet. Send them first."
                    : "Some files were not sent. Replace or remove them, or send them again.")
        }
        let view = try await client.submit(submission, consent: draft.consent)
        learn(view)
        return view
    }

    /// Asks the gateway how things are, and shows that.
    @discardableResult
    public nonisolated(nonsending) func refresh() async throws(IntakeClientError) -> SubmissionView? {
        guard let client, let submission = draft.submission else { return nil }
        let view = try await client.submission(submission)
        learn(view)
        return view
    }
}

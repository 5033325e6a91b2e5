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

    /// Submits what this device has seen of it.
    ///
    /// - Throws: `refused` with the problem `incomplete`, without asking the gateway where this device knows of it; `invalidRequest`
    ///   while the gateway does not have all of it; `refused` with `precondition-failed` when something was changed elsewhere since
    ///   the upload ended, and with `not-a-draft` when it was submitted elsewhere. In the last two cases the draft shows what there is
    ///   now.
    @discardableResult
    public nonisolated(nonsending) func submit() async throws(IntakeClientError) -> SubmissionView {
        if case .incomplete(let reasons) = readiness {
            throw IntakeClientError(.incomplete(reasons, language.say(.errIncomplete)))
        }
        guard let client, let submission = draft.submission, readiness == .ready else {
            throw IntakeClientError(code: .invalidRequest, LocalizedMessage(.notSent))
        }
        do throws(IntakeClientError) {
            let view = try await client.submit(submission, consent: draft.consent, version: self.submission?.version)
            learn(view)
            return view
        } catch {
            // What was there before it failed is told, whether or not the gateway can be asked for what is there now.
            if let problem = error.problem, UploadRecovery.isConflict(problem) { _ = try? await refresh() }
            throw error
        }
    }
}

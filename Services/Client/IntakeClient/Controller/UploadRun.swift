import Shared

/// The upload of a draft as a sequence of progress. Requesting the next element does the work: a consumer that stops
/// requesting stops the upload, and cancelling its task ends the current request. Another run can always continue.
///
/// Ends when the gateway has everything except refused and stopped files (`DocumentController.unsent`).
/// - Throws: faults that only a person can correct, and failures that persist after many attempts; `cancelled`.
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
    /// Sends what the gateway lacks, and continues an earlier run, even of another process. A second run ends the first.
    public func upload() -> UploadRun<Storage> { UploadRun(controller: self) }

    /// Sends everything, and returns at the end. A refused file ends nothing: it is among `unsent`.
    ///
    /// - Throws: as `UploadRun` does.
    public nonisolated(nonsending) func uploadAll(
        _ onProgress: ((UploadProgress) -> Void)? = nil
    ) async throws(IntakeClientError) {
        var engine = UploadEngine(self)
        while let progress = try await engine.next() { onProgress?(progress) }
    }

    /// Submits the draft at the version that this device knows.
    ///
    /// - Throws: `refused` with the problem `incomplete`, without a request if this device knows it; `invalidRequest`
    ///   while the gateway lacks a part; `refused` with `precondition-failed` if it was changed elsewhere after the
    ///   upload, and with `not-a-draft` if it was submitted elsewhere. In the last two cases the draft shows the new
    ///   state.
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

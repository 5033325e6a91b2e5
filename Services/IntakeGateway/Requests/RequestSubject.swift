import Shared
import Synchronization

/// What a request has turned out to be about while it was handled, beyond what its path says: for whoever looks after its answer.
final class RequestSubject: Sendable {
    /// The document that a file was sent for.
    struct File: Hashable, Sendable {
        let submission: SubmissionID
        let document: DocumentID
        var upload: UploadID?
    }

    private struct State {
        var submission: SubmissionID?
        var file: File?
        var isRefusalTold = false
    }

    private let state = Mutex(State())

    var submission: SubmissionID? { state.withLock { $0.file?.submission ?? $0.submission } }
    var file: File? { state.withLock { $0.file } }
    /// Whether the refusal that the request ends with has left its trace.
    var isRefusalTold: Bool { state.withLock { $0.isRefusalTold } }

    func found(_ submission: SubmissionID) { state.withLock { $0.submission = submission } }

    /// The upload that was found before stays known.
    func found(_ file: File) {
        state.withLock { state in
            var file = file
            file.upload = file.upload ?? state.file?.upload
            state.file = file
        }
    }

    func refusalIsTold() { state.withLock { $0.isRefusalTold = true } }
}

import Shared
import Synchronization

/// The subject of a request as its handler found it, beyond the path: for code that examines the answer.
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
    /// Whether the refusal of the request was recorded.
    var isRefusalTold: Bool { state.withLock { $0.isRefusalTold } }

    func found(_ submission: SubmissionID) { state.withLock { $0.submission = submission } }

    /// Keeps an upload that was found before.
    func found(_ file: File) {
        state.withLock { state in
            var file = file
            file.upload = file.upload ?? state.file?.upload
            state.file = file
        }
    }

    func refusalIsTold() { state.withLock { $0.isRefusalTold = true } }
}

import Domain
import HTTPServer

extension Problem {
    /// Refusals of an upload with the same meaning in every dialect.
    init(_ refusal: UploadRefusal) {
        switch refusal {
        case .mismatchingOffset(let expected, let provided):
            self = Problem(
                .mismatchingUploadOffset,
                detail: "The upload is at offset \(expected), not at \(provided). Send what follows byte \(expected).",
                members: ["expected-offset": .integer(expected), "provided-offset": .integer(provided)],
                headers: ["Upload-Offset": String(expected)])
        case .completed:
            self = Problem(.completedUpload, detail: "Everything has arrived. Ask for the upload to see what became of it.")
        case .ended(let state): self = .uploadEnded(state)
        case .joined:
            self = Problem(.uploadJoined, detail: "This upload was joined from others and takes no bytes of its own.")
        case .inconsistentLength(let known, let given):
            self = Problem(
                .inconsistentUploadLength,
                detail: "The upload has a length of \(known) bytes by what was said before, and of \(given) by this request.",
                members: ["known-length": .integer(known), "given-length": .integer(given)])
        case .lengthExceeded(let length):
            self = Problem(
                .uploadLengthExceeded, detail: "The upload was announced with \(length) bytes, and this is more.",
                members: ["length": .integer(length)])
        }
    }

    static func uploadEnded(_ state: Upload.State) -> Problem {
        let what = state == .refused ? "Its content was refused." : "It was cancelled, or its time was over."
        return Problem(
            .uploadEnded, detail: "\(what) Its bytes are gone; begin a new upload.", members: ["state": .string(state.rawValue)])
    }

    /// The disk is full, but the upload can continue later.
    static func storageFull(keptUpTo offset: Int) -> Problem {
        Problem(
            .storageFull, detail: "What has arrived, \(offset) bytes, is kept. Go on from there later.",
            members: ["offset": .integer(offset)], headers: ["Upload-Offset": String(offset), "Retry-After": "60"])
    }

    static func invalidHeader(_ name: String, _ expected: String) -> Problem {
        let detail = "\(name) must be \(expected)."
        return Problem(
            .invalidHeader, detail: detail, errors: [ProblemItem(parameter: name, detail: detail, rule: "header")])
    }
}

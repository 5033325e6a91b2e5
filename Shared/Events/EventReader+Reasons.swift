extension EventReader {
    /// The reasons of an event. Refusals come first, and the submission's reasons before its documents'. Empty for an
    /// event without reasons, and for bytes that are not an event.
    public static func reasons(of bytes: [UInt8]) -> [Reason] {
        guard bytes.count <= maximumSize, let data = try? CanonicalJSON.decode(WithReasons.self, from: bytes).data else {
            return []
        }
        let all = (data.reasons ?? []) + (data.verdict?.allReasons ?? [])
        return all.filter { $0.severity == .refuse } + all.filter { $0.severity != .refuse }
    }

    private struct WithReasons: Decodable {
        let data: Content

        struct Content: Decodable {
            /// Of a refused file.
            let reasons: [Reason]?
            /// Of a check.
            let verdict: SubmissionVerdict?
        }
    }
}

extension EventType {
    /// Whether such an event has reasons for a refusal or a warning.
    public var tellsOfReasons: Bool {
        switch self {
        case .uploadRefused, .submissionNeedsInput, .submissionInReview, .submissionRejected, .submissionFailed: true
        case .uploadCompleted, .uploadAborted, .submissionCreated, .documentAdded, .documentChanged, .documentRemoved,
            .documentReordered, .pageRemoved, .pageReplaced, .pageRotated, .pageCropped, .submissionSubmitted,
            .submissionAsked, .submissionValidated, .submissionNormalized, .submissionAccepted, .submissionWithdrawn,
            .submissionExpired:
            false
        }
    }
}

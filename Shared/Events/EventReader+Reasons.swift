extension EventReader {
    /// What an event says of why something was refused or warned of: those that refuse first, the submission's own before its
    /// documents'. Empty for events that have no reasons, and for bytes that are none.
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
            /// Of a file that was refused.
            let reasons: [Reason]?
            /// Of what was checked.
            let verdict: SubmissionVerdict?
        }
    }
}

extension EventType {
    /// Whether such an event tells that something did not pass as it was: its reasons say why.
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

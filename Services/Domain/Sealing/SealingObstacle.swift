public import Shared

/// What the database says of a submission whose files may be sealed.
public struct SealingFacts: Sendable, Hashable {
    public var state: SubmissionState
    public var isErased: Bool
    public var isSealed: Bool
    /// Since its last change, by the database's clock.
    public var quiet: Duration
    /// Uploads that are open, or whose bytes are still there.
    public var uploads: Int
    /// Files without references that wait to be erased.
    public var erasures: Int

    public init(
        state: SubmissionState, isErased: Bool = false, isSealed: Bool = false, quiet: Duration, uploads: Int = 0,
        erasures: Int = 0
    ) {
        (self.state, self.isErased, self.isSealed) = (state, isErased, isSealed)
        (self.quiet, self.uploads, self.erasures) = (quiet, uploads, erasures)
    }

    /// How long nothing may have happened to it: longer than a worker that was processing it may still write its files.
    public static let rest = Duration.seconds(3600)

    /// Nil if its files can be sealed now: nothing reads them in order to add others, and nothing is about to remove one.
    public var obstacle: SealingObstacle? {
        if isErased { return .erased }
        if isSealed { return .sealed }
        switch state {
        case .draft, .submitted, .processing, .needsInput, .inReview: return .inProgress
        case .accepted, .rejected, .failed, .withdrawn, .expired: break
        }
        if uploads > 0 { return .uploads }
        if erasures > 0 { return .erasures }
        return quiet < Self.rest ? .recent : nil
    }
}

/// Why the files of a submission are not sealed now.
public enum SealingObstacle: String, Sendable, Hashable, Codable, CaseIterable {
    case erased
    /// Another run was faster.
    case sealed
    case inProgress = "in-progress"
    case uploads
    case erasures
    case recent
    /// Its files, or its key, became others while they were copied.
    case changed

    /// Whether the next run may find it gone; otherwise nothing is left to do.
    public var isLeft: Bool { self != .erased && self != .sealed }
}

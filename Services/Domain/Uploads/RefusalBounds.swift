/// The maximum number of refused files in a submission's history. Further ones are counted and logged without an event,
/// so that a sender of refused files cannot fill the database.
public enum RefusalBounds {
    /// In any hour.
    public static let perHour = 20
    public static let inAll = 200
}

/// How a refused file was recorded.
public enum RefusalTrace: Hashable, Sendable {
    /// By the event with this version.
    case told(version: Int)
    /// Not at all: the history has its maximum.
    case full
    /// Not at all: the submission has moved on, or the document no longer exists.
    case none
}

/// How many refusals of files the history of a submission holds. What is beyond is counted and logged, and leaves no event: whoever
/// sends nothing but refused files fills no database.
public enum RefusalBounds {
    /// Within any hour.
    public static let perHour = 20
    public static let inAll = 200
}

/// What has become of the trace of a refused file.
public enum RefusalTrace: Hashable, Sendable {
    /// An event tells of it, the one with this number.
    case told(version: Int)
    /// Its history holds as many as it may.
    case full
    /// Nothing is told of a submission that has moved on, or of a document that is gone.
    case none
}

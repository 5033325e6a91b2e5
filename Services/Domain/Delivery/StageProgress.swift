public import Shared

/// How far a stage is with a submission, for who watches.
public struct StageProgress: Sendable, Hashable {
    /// The submission's version that the stage works on: with any other, this is old.
    public let version: Int
    /// Pages that are made.
    public let done: Int
    /// Pages that are to be made, as far as they have been counted: a file's are when it is opened.
    public let total: Int

    public init(version: Int, done: Int, total: Int) {
        self.version = version
        self.done = done
        self.total = total
    }
}

/// Where stages tell how far they are, and where that is looked up. It is no part of a submission: it changes no version, makes no
/// event, and may be lost.
public protocol ProgressStore: Sendable {
    /// Takes the place of what was told before.
    func tell(_ progress: StageProgress, of submission: SubmissionID) async throws(StoreError)

    /// Nothing is under way any more.
    func forget(_ submission: SubmissionID) async throws(StoreError)

    func progress(of submission: SubmissionID) async throws(StoreError) -> StageProgress?
}

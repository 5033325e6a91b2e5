public import Shared

/// The progress of a stage with a submission, for observers.
public struct StageProgress: Sendable, Hashable {
    /// The submission's version that the stage works on. For any other version this is outdated.
    public let version: Int
    /// The number of pages made.
    public let done: Int
    /// The number of pages to make, as far as counted: a file's pages are counted when it is opened.
    public let total: Int

    public init(version: Int, done: Int, total: Int) {
        self.version = version
        self.done = done
        self.total = total
    }
}

/// Progress of stages. It belongs to no submission: it changes no version, makes no event, and may be lost.
public protocol ProgressStore: Sendable {
    /// Replaces the earlier progress.
    func tell(_ progress: StageProgress, of submission: SubmissionID) async throws(StoreError)

    /// Removes the progress: nothing is in progress any more.
    func forget(_ submission: SubmissionID) async throws(StoreError)
}

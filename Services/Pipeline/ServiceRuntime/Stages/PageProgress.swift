public import Domain
import EventLoop
public import Shared
import Synchronization

/// Counts the pages of a submission while they are made. It reports them no more often than a person can notice.
public final class PageProgress: Sendable {
    /// The receiver of reports, and their interval.
    public struct Audience: Sendable {
        let store: any ProgressStore
        let pace: Duration
        let now: @Sendable () -> ContinuousClock.Instant

        public init(
            store: any ProgressStore, pace: Duration = .milliseconds(250),
            now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
        ) {
            self.store = store
            self.pace = pace
            self.now = now
        }
    }

    private struct State {
        /// The number of pages of each file; one until it is opened.
        var totals: [PageID: Int]
        /// The number of finished pages of each file.
        var done: [PageID: Int] = [:]
        var toldAt: ContinuousClock.Instant
        var hasTold = false
        /// Set during a report: an older count must not arrive after a newer one.
        var isTelling = false
    }

    private let submission: SubmissionID
    private let version: Int
    private let audience: Audience
    private let state: Mutex<State>

    /// Nothing is reported within the first interval.
    public init(of submission: SubmissionID, version: Int, files: [PageID], to audience: Audience) {
        self.submission = submission
        self.version = version
        self.audience = audience
        let totals = Dictionary(files.map { ($0, 1) }) { first, _ in first }
        state = Mutex(State(totals: totals, toldAt: audience.now()))
    }

    /// Runs work on the documents of a submission, and reports to the audience, if there is one, until it ends in any
    /// way.
    public static func following<Result>(
        _ documents: [Document], of submission: Submission, to audience: Audience?,
        _ body: (PageProgress?) async throws -> Result
    ) async throws -> Result {
        let progress = audience.map {
            PageProgress(of: submission.id, version: submission.version, files: documents.flatMap { $0.pages.map(\.id) }, to: $0)
        }
        return try await ending(with: { await progress?.end() }) { try await body(progress) }
    }

    /// A page of a file with `total` pages was made.
    public func made(pageOf file: PageID, of total: Int) async {
        let progress = state.withLock { state -> StageProgress? in
            state.totals[file] = total
            // A file that is decoded twice, since its child died, has its pages once.
            state.done[file] = min(total, state.done[file, default: 0] + 1)
            let now = audience.now()
            guard now - state.toldAt >= audience.pace, !state.isTelling else { return nil }
            (state.toldAt, state.hasTold, state.isTelling) = (now, true, true)
            return StageProgress(
                version: version, done: state.done.values.reduce(0, +), total: state.totals.values.reduce(0, +))
        }
        // That nobody can be told keeps no page from being made.
        guard let progress else { return }
        try? await audience.store.tell(progress, of: submission)
        state.withLock { $0.isTelling = false }
    }

    /// No more pages of a file will be made: missing ones no longer count.
    public func gaveUp(on file: PageID) {
        state.withLock { $0.totals[file] = $0.done[file] ?? 0 }
    }

    /// The work has ended. Removes the progress even if the task was cancelled: nothing else would.
    public func end() async {
        guard state.withLock(\.hasTold) else { return }
        await Task { try? await audience.store.forget(submission) }.value
    }
}

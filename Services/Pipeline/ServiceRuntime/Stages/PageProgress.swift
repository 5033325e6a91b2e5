public import Domain
public import Shared
import Synchronization

/// Counts the pages of a submission as they are made, and tells of them, not more often than a person can see.
public final class PageProgress: Sendable {
    /// Where it is told, and how often.
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
        /// Pages of each file; one until it is opened.
        var totals: [PageID: Int]
        /// Those of them that were made.
        var done: [PageID: Int] = [:]
        var toldAt: ContinuousClock.Instant
        var hasTold = false
        /// One at a time: an older count must not arrive behind a newer.
        var isTelling = false
    }

    private let submission: SubmissionID
    private let version: Int
    private let audience: Audience
    private let state: Mutex<State>

    /// What is done within the first moment is told to nobody.
    public init(of submission: SubmissionID, version: Int, files: [PageID], to audience: Audience) {
        self.submission = submission
        self.version = version
        self.audience = audience
        let totals = Dictionary(files.map { ($0, 1) }) { first, _ in first }
        state = Mutex(State(totals: totals, toldAt: audience.now()))
    }

    /// Does something with the documents of a submission, and tells an audience of it, where there is one, until it ends in whichever way.
    public static func following<Result>(
        _ documents: [Document], of submission: Submission, to audience: Audience?,
        _ body: (PageProgress?) async throws -> Result
    ) async throws -> Result {
        let progress = audience.map {
            PageProgress(of: submission.id, version: submission.version, files: documents.flatMap { $0.pages.map(\.id) }, to: $0)
        }
        do {
            let result = try await body(progress)
            await progress?.end()
            return result
        } catch {
            await progress?.end()
            throw error
        }
    }

    /// A page of a file with so many was made.
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

    /// No more pages of a file will be made: what was not made of it is nothing to wait for.
    public func gaveUp(on file: PageID) {
        state.withLock { $0.totals[file] = $0.done[file] ?? 0 }
    }

    /// Nothing more is made. It is forgotten although the work was cancelled: nobody would come back to it.
    public func end() async {
        guard state.withLock(\.hasTold) else { return }
        await Task { try? await audience.store.forget(submission) }.value
    }
}

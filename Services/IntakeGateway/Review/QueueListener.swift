import Domain
import EventLoop
import PostgresStore
import Shared
import Synchronization

/// A listener of the queue. Only one task may wait at a time.
final class QueueListener: Sendable {
    /// The changes to report.
    struct News: Sendable {
        var counts: ReviewCounts?
        var changed: Set<SubmissionID> = []
        var isOver = false
    }

    let tenant: TenantID
    let reviewer: Reviewer
    let until: Timestamp?
    private let news = Mutex(News())
    private let pulse = AsyncPulse()

    init(_ tenant: TenantID, _ reviewer: Reviewer, until end: Timestamp?) {
        (self.tenant, self.reviewer, until) = (tenant, reviewer, end)
    }

    func tell(_ counts: ReviewCounts, changed: some Sequence<SubmissionID>) {
        news.withLock { news in
            news.counts = counts
            news.changed.formUnion(changed)
        }
        pulse.notify()
    }

    func end() {
        news.withLock { $0.isOver = true }
        pulse.notify()
    }

    /// Waits for changes.
    func next() async throws(CancellationError) -> News {
        while true {
            let next = news.withLock { news in
                defer { (news.counts, news.changed) = (nil, []) }
                return news
            }
            if next.isOver || next.counts != nil { return next }
            try await pulse.wait()
        }
    }
}

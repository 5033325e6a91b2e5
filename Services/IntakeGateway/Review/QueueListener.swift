import Domain
import EventLoop
import Shared
import Synchronization

/// One who watches the queue. One task waits at a time.
final class QueueListener: Sendable {
    /// What there is to be told.
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

    /// Waits until there is something to be told.
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

import Shared

/// How long each step of a submission took: the time between its events, as they pass. Of the submissions that were heard of
/// longest ago it forgets, so that watching for days costs no more than watching for minutes.
struct StepTimes {
    private let limit: Int
    private var recent: [SubmissionID: Timestamp] = [:]
    private var older: [SubmissionID: Timestamp] = [:]

    /// Remembers between `limit` and twice as many submissions.
    init(limit: Int = 20_000) {
        self.limit = limit
    }

    /// Since the event before; nil for the first of a submission, and for one that comes after a later one (topics are read side
    /// by side).
    mutating func step(to header: EventHeader) -> Duration? {
        let before = recent[header.submission] ?? older[header.submission]
        if let before, header.time < before { return nil }
        if recent.count >= limit, recent[header.submission] == nil {
            older = recent
            recent = [:]
        }
        recent[header.submission] = header.time
        return before.map { .milliseconds(header.time.millisecondsSinceEpoch - $0.millisecondsSinceEpoch) }
    }
}

import FoundationEssentials
import Shared

/// Of which topics others are told that something was published: not of one of which they have been told a moment ago, for who was
/// told goes on fetching for longer. Pure.
struct BellPace {
    static let quiet = Duration.seconds(2)

    private var told: [Topic: Date] = [:]

    /// Those of them that are to be told now.
    mutating func due(_ topics: Set<Topic>, at now: Date) -> [Topic] {
        let due = topics.filter { topic in
            guard let last = told[topic] else { return true }
            let passed = Duration.seconds(now.timeIntervalSince(last))
            return passed < .zero || passed >= Self.quiet
        }
        for topic in due { told[topic] = now }
        return due.sorted { $0.name < $1.name }
    }

    /// They could not be told.
    mutating func failed(_ topics: [Topic]) { for topic in topics { told[topic] = nil } }
}

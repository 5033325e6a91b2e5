import FoundationEssentials
import Shared

/// Limits notifications of publications: not of a topic that was notified a moment ago, whose readers are still fetching.
/// It is pure.
struct BellPace {
    static let quiet = Duration.seconds(2)

    private var told: [Topic: Date] = [:]

    /// The topics to notify now.
    mutating func due(_ topics: Set<Topic>, at now: Date) -> [Topic] {
        let due = topics.filter { topic in
            guard let last = told[topic] else { return true }
            let passed = Duration.seconds(now.timeIntervalSince(last))
            return passed < .zero || passed >= Self.quiet
        }
        for topic in due { told[topic] = now }
        return due.sorted { $0.name < $1.name }
    }

    /// The notification failed.
    mutating func failed(_ topics: [Topic]) { for topic in topics { told[topic] = nil } }
}

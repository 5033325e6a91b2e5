public import Kafka

/// Judges a cluster's report on Docket's topics. It is pure.
public enum TopicHealth {
    /// One answering broker is not enough: a partition without a leader can be neither written nor read.
    public static func judge(_ cluster: ClusterMetadata, topics: [String]) -> Health {
        let missing = topics.filter { cluster.topics[$0] == nil }
        let silent = topics.filter { (cluster.leaderless[$0] ?? 0) > 0 }
        guard missing.isEmpty else {
            return .degraded("there is no topic \(missing.joined(separator: ", ")): run “docket migrate --topics”")
        }
        guard !silent.isEmpty else { return .ok }
        let words = silent.map { "\(cluster.leaderless[$0] ?? 0) of \(cluster.topics[$0] ?? 0) partitions of \($0)" }
        let reason =
            "nobody leads \(words.joined(separator: ", ")): what they hold waits until their brokers are back ("
            + "\(cluster.brokers.count) answer)"
        return silent.contains { cluster.leaderless[$0] == cluster.topics[$0] } ? .failing(reason) : .degraded(reason)
    }
}

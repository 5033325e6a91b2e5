package import Configuration
package import Kafka
import Shared

/// The required topics of Docket.
package enum TopicLayout {
    package static func specifications(_ environment: [String: String]) throws(ConfigurationFaults) -> [TopicSpecification] {
        var reader = ConfigurationReader(environment: environment)
        let partitions = reader.integer(
            "DOCKET_TOPIC_PARTITIONS", default: 12, in: 1...10_000,
            "Partitions of each topic; more can be added later, never fewer")
        // Replication −1 is Kafka's word for the broker's own default.
        let replication = reader.integer(
            "DOCKET_TOPIC_REPLICATION", default: -1, in: -1...32, "Copies of each partition; -1 leaves it to the brokers")
        if replication == 0 { reader.fault("DOCKET_TOPIC_REPLICATION", "is 0; it must be -1 or at least 1") }
        try reader.finish()
        return Topic.allCases.map {
            TopicSpecification(name: $0.name, partitions: partitions, replication: replication < 0 ? nil : replication)
        }
    }

    /// Warnings about existing topics with fewer partitions than required: surplus processes would be idle. Partitions cannot
    /// be taken away again, so they are added when an operator says so. Pure.
    package static func complaints(_ specifications: [TopicSpecification], found: [String: Int]) -> [String] {
        specifications.compactMap { topic in
            guard let partitions = found[topic.name], partitions < topic.partitions else { return nil }
            return "topic \(topic.name) has \(partitions) partitions, and DOCKET_TOPIC_PARTITIONS asks for "
                + "\(topic.partitions): add them with `docket migrate --topics --grow`"
        }
    }
}

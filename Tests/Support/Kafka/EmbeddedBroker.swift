public import Kafka
import Synchronization

/// One embedded cluster for all tests of a process; every test takes a topic and a group of its own.
public enum EmbeddedBroker {
    private static let started: Result<EmbeddedCluster, KafkaError> = Result { () throws(KafkaError) in
        try EmbeddedCluster()
    }
    private static let counter = Atomic(0)

    public static func shared() throws(KafkaError) -> EmbeddedCluster { try started.get() }

    /// Fetches come back quickly: the embedded broker does not answer one that waits when something is produced.
    public static func configuration(_ cluster: EmbeddedCluster? = nil) throws(KafkaError) -> KafkaConfiguration {
        let servers = if let cluster { cluster.bootstrapServers } else { try shared().bootstrapServers }
        return KafkaConfiguration(
            bootstrapServers: servers, clientID: "docket-tests", fetchWait: .milliseconds(5))
    }

    public static func topic(_ name: String = "topic", partitions: Int = 1) throws(KafkaError) -> String {
        let own = unique(name)
        try shared().createTopic(own, partitions: partitions)
        return own
    }

    public static func group(_ name: String = "group") -> String { unique(name) }

    private static func unique(_ name: String) -> String {
        "\(name)-\(counter.add(1, ordering: .relaxed).newValue)"
    }
}

internal import CEmbeddedBroker
internal import CLibrdkafka
import Synchronization

/// The mock broker of librdkafka: Kafka's protocol on loopback, in this process's memory. For development and tests:
/// nothing outlives the process, and a partition keeps at most 5 MiB.
public final class EmbeddedCluster: Sendable {
    /// The beginning of such a cluster's id.
    static let idPrefix = "mockCluster"

    /// Host and port pairs, for clients.
    public let bootstrapServers: String

    /// `@unchecked Sendable`: the mock cluster's functions may be called from any thread, and the pointers never change.
    private final class Owned: @unchecked Sendable {
        let handle: KafkaHandle
        let cluster: OpaquePointer

        /// The descriptors that hold the ports of stopped brokers.
        let held = Mutex<[CInt]>([])

        init(handle: KafkaHandle, cluster: OpaquePointer) {
            self.handle = handle
            self.cluster = cluster
        }

        deinit {
            rd_kafka_mock_cluster_destroy(cluster)
            release()
        }

        func release() {
            held.withLock { held in
                for descriptor in held { docket_release_port(descriptor) }
                held = []
            }
        }
    }

    private let owned: Owned

    /// The first broker takes `port` and the others the ports after it; nil takes free ones. `topics` are names and
    /// numbers of partitions. A missing topic that a client asks for is created with four.
    public init(port: UInt16? = nil, brokers: Int = 1, topics: [String: Int] = [:]) throws(KafkaError) {
        let handle = try KafkaHandle(RD_KAFKA_PRODUCER, ["client.id": "embedded-broker", "log_level": "0"], events: 0)
        // The brokers' sockets are bound by this thread, in this call.
        if let port { docket_fix_ports_begin(port, UInt16(clamping: brokers)) }
        let cluster = rd_kafka_mock_cluster_new(handle.pointer, CInt(clamping: brokers))
        let given = port == nil ? brokers : Int(docket_fix_ports_end())
        guard let cluster else {
            throw KafkaError(code: .other, isRetriable: false, description: "the embedded broker cannot be started")
        }
        owned = Owned(handle: handle, cluster: cluster)
        bootstrapServers = String(cString: rd_kafka_mock_cluster_bootstraps(cluster))
        guard given == brokers else {
            let first = port.map(Int.init) ?? 0
            throw KafkaError(
                code: .other, isRetriable: false,
                description: "the embedded broker cannot listen on 127.0.0.1:\(first + given): the port is in use")
        }
        for (name, partitions) in topics.sorted(by: { $0.key < $1.key }) { try createTopic(name, partitions: partitions) }
    }

    public func createTopic(_ name: String, partitions: Int) throws(KafkaError) {
        let error = rd_kafka_mock_topic_create(owned.cluster, name, CInt(clamping: partitions), 1)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR || error == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS else {
            throw KafkaError(error, doing: "creating the topic \(name)")
        }
    }

    // MARK: - Faults

    /// Closes and refuses all connections, or accepts them again. The ports stay reserved meanwhile.
    public func setDown(_ isDown: Bool) {
        if isDown {
            _ = rd_kafka_mock_broker_set_down(owned.cluster, -1)
            let ports = bootstrapServers.split(separator: ",").compactMap { UInt16($0.drop { $0 != ":" }.dropFirst()) }
            owned.held.withLock { $0 += ports.map(docket_hold_port).filter { $0 >= 0 } }
        } else {
            _ = rd_kafka_mock_broker_set_up(owned.cluster, -1)
            owned.release()
        }
    }

    /// Removes the leader of a partition, or sets one again.
    public func setLeader(_ hasLeader: Bool, of partition: TopicPartition) {
        _ = rd_kafka_mock_partition_set_leader(owned.cluster, partition.topic, partition.partition, hasLeader ? 1 : -1)
    }

    /// Delays each answer.
    public func setRoundTrip(_ time: Duration) {
        _ = rd_kafka_mock_broker_set_rtt(owned.cluster, -1, CInt(clamping: time.milliseconds))
    }
}

internal import CEmbeddedBroker
internal import CLibrdkafka
import Synchronization

/// The broker that librdkafka carries: Kafka's protocol on loopback, in the memory of this process. For development and tests:
/// nothing survives its end, and a partition keeps 5 MiB at most.
public final class EmbeddedCluster: Sendable {
    /// What the id of such a cluster begins with.
    static let idPrefix = "mockCluster"

    /// Host and port pairs, for clients.
    public let bootstrapServers: String

    /// Unchecked: the mock cluster's functions may be called from any thread; the pointers never change.
    private final class Owned: @unchecked Sendable {
        let handle: KafkaHandle
        let cluster: OpaquePointer

        /// The ports of brokers that are down.
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

    /// The first broker takes `port` and the others those after it; nil takes free ones. `topics` are names and numbers of
    /// partitions; a topic that a client asks for without being there gets four.
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

    /// Refuses and cuts all connections, or takes them again. Its ports stay its own meanwhile.
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

    /// Takes the leader of a partition away, or gives it one again.
    public func setLeader(_ hasLeader: Bool, of partition: TopicPartition) {
        _ = rd_kafka_mock_partition_set_leader(owned.cluster, partition.topic, partition.partition, hasLeader ? 1 : -1)
    }

    /// Delays each answer.
    public func setRoundTrip(_ time: Duration) {
        _ = rd_kafka_mock_broker_set_rtt(owned.cluster, -1, CInt(clamping: time.milliseconds))
    }

    /// The next requests of this kind (Kafka's API key, such as 0 for Produce) are answered with these of the protocol's or the
    /// library's error numbers.
    public func failNext(_ numbers: [Int32], api: Int16) {
        let errors = numbers.map { rd_kafka_resp_err_t($0) }
        rd_kafka_mock_push_request_errors_array(owned.cluster, api, errors.count, errors)
    }
}

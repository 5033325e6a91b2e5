internal import CLibrdkafka

/// The one error of this module.
public struct KafkaError: Error, Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// No broker answers, or the connection broke.
        case unreachable
        /// The time limit of the request or of the delivery is over. A message may nevertheless have been appended.
        case timedOut
        /// The broker refused the credentials, or there is no trusted TLS connection.
        case authentication
        /// The broker does not permit it.
        case authorization
        case unknownTopic
        /// The message is larger than the topic takes.
        case messageTooLarge
        /// The partition is not assigned to this consumer any more.
        case revoked
        /// librdkafka does not know the property, or does not accept its value.
        case configuration
        /// The broker does not support this request.
        case unsupported
        /// The client cannot go on; its owner creates another one.
        case fatal
        /// Another cluster answers at the same address: offsets of the old one have no meaning there.
        case clusterReplaced
        case closed
        case cancelled
        /// Any other error of the broker or the library.
        case other
    }

    public let code: Code
    /// librdkafka's number (negative) or the protocol's (positive); 0 for an error of this module.
    public let number: Int32
    /// Whether the client has to be replaced.
    public let isFatal: Bool
    /// Whether a repetition can succeed later.
    public let isRetriable: Bool
    /// Safe to show to anyone.
    public let description: String
    /// For the operator's log: the action, and the library's message.
    public let detail: String

    public init(
        code: Code, number: Int32 = 0, isFatal: Bool = false, isRetriable: Bool, description: String, detail: String = ""
    ) {
        self.code = code
        self.number = number
        self.isFatal = isFatal
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail
    }

    public var debugDescription: String { "KafkaError.\(code.rawValue) (\(number)): \(description) [\(detail)]" }
}

extension KafkaError {
    static let closed = KafkaError(code: .closed, isRetriable: false, description: "the Kafka client is closed")
    static let cancelled = KafkaError(
        code: .cancelled, isRetriable: false, description: "waiting for Kafka was cancelled",
        detail: "a message that was handed over may be delivered all the same")

    static let clusterReplaced = KafkaError(
        code: .clusterReplaced, isRetriable: false, description: "another Kafka cluster answers in place of the one that did")

    /// The error for a number of librdkafka.
    init(_ error: rd_kafka_resp_err_t, doing action: String, isFatal: Bool = false, words: String? = nil) {
        let meaning = Self.meaning(of: error)
        let name = String(cString: rd_kafka_err2name(error))
        self.init(
            code: isFatal ? .fatal : meaning.code, number: error.rawValue, isFatal: isFatal,
            isRetriable: !isFatal && meaning.isRetriable, description: isFatal ? Self.text(.fatal) : Self.text(meaning.code),
            detail: "\(action): \(name): \(words ?? String(cString: rd_kafka_err2str(error)))")
    }

    private static func meaning(of error: rd_kafka_resp_err_t) -> (code: Code, isRetriable: Bool) {
        switch error {
        case RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, RD_KAFKA_RESP_ERR__RESOLVE,
            RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
            RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION,
            RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS, RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_NOT_COORDINATOR, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND, RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR,
            RD_KAFKA_RESP_ERR__WAIT_COORD, RD_KAFKA_RESP_ERR__WAIT_CACHE, RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
            (.unreachable, true)
        case RD_KAFKA_RESP_ERR__TIMED_OUT, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
            RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE, RD_KAFKA_RESP_ERR__QUEUE_FULL, RD_KAFKA_RESP_ERR__PURGE_QUEUE,
            RD_KAFKA_RESP_ERR__PURGE_INFLIGHT:
            (.timedOut, true)
        case RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL, RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED:
            (.authentication, true)
        case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_POLICY_VIOLATION:
            (.authorization, false)
        case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC,
            RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION:
            (.unknownTopic, true)
        case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE,
            RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE:
            (.messageTooLarge, false)
        case RD_KAFKA_RESP_ERR__STATE, RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST, RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION,
            RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID:
            (.revoked, true)
        case RD_KAFKA_RESP_ERR__INVALID_ARG: (.configuration, false)
        case RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE, RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION: (.unsupported, false)
        case RD_KAFKA_RESP_ERR__FATAL: (.fatal, false)
        case RD_KAFKA_RESP_ERR__DESTROY: (.closed, false)
        default: (.other, false)
        }
    }

    private static func text(_ code: Code) -> String {
        switch code {
        case .unreachable: "the Kafka broker cannot be reached"
        case .timedOut: "the Kafka broker did not answer in time"
        case .authentication: "the Kafka broker refused the credentials or the TLS connection"
        case .authorization: "the Kafka broker does not allow this"
        case .unknownTopic: "the Kafka topic or partition does not exist"
        case .messageTooLarge: "the message is larger than the Kafka topic takes"
        case .revoked: "the Kafka partition belongs to another consumer now"
        case .configuration: "the Kafka configuration is not valid"
        case .unsupported: "the Kafka broker does not support this request"
        case .fatal: "the Kafka client has failed and must be replaced"
        case .clusterReplaced: KafkaError.clusterReplaced.description
        case .closed: KafkaError.closed.description
        case .cancelled: KafkaError.cancelled.description
        case .other: "Kafka reports an error"
        }
    }
}

/// The address of a cluster and the credentials for it, for producers, consumers and admin clients.
public struct KafkaConfiguration: Sendable {
    /// With Kafka's own names.
    public enum SecurityProtocol: String, Sendable, Hashable, CaseIterable {
        case plaintext = "PLAINTEXT"
        case tls = "SSL"
        case saslPlaintext = "SASL_PLAINTEXT"
        case saslTLS = "SASL_SSL"

        public var usesSASL: Bool { self == .saslPlaintext || self == .saslTLS }
        public var usesTLS: Bool { self == .tls || self == .saslTLS }
    }

    public enum SASLMechanism: String, Sendable, Hashable, CaseIterable {
        case plain = "PLAIN"
        case scramSHA256 = "SCRAM-SHA-256"
        case scramSHA512 = "SCRAM-SHA-512"
    }

    /// User name and password. Neither appears in a description.
    public struct SASL: Sendable, CustomStringConvertible, CustomReflectable {
        public let mechanism: SASLMechanism
        let username: String
        let password: String

        public init(mechanism: SASLMechanism, username: String, password: String) {
            self.mechanism = mechanism
            self.username = username
            self.password = password
        }

        public var description: String { mechanism.rawValue }
        public var customMirror: Mirror { Mirror(self, children: ["mechanism": mechanism]) }
    }

    /// How records are compressed. Every client reads uncompressed and gzip records; for the others many clients need a
    /// library.
    public enum Compression: String, Sendable, Hashable, CaseIterable {
        case none, gzip, lz4, zstd
    }

    /// Paths of PEM files; nil means the system's trust store, and no client certificate.
    public struct TLS: Sendable {
        public var caLocation: String?
        public var certificateLocation: String?
        public var keyLocation: String?

        public init(caLocation: String? = nil, certificateLocation: String? = nil, keyLocation: String? = nil) {
            self.caLocation = caLocation
            self.certificateLocation = certificateLocation
            self.keyLocation = keyLocation
        }
    }

    /// Host and port pairs, separated by commas.
    public var bootstrapServers: String
    public var securityProtocol: SecurityProtocol
    public var sasl: SASL?
    public var tls: TLS
    public var compression: Compression
    /// The name of this client in the broker's logs and quotas.
    public var clientID: String
    /// How long a broker may delay a fetch while a topic has nothing new. Make it long for a broker that answers a
    /// waiting fetch on new records: idle consumers then cost little. Make it short for the embedded broker, which does
    /// not do that.
    public var fetchWait: Duration
    /// How long a group waits for a member's heartbeat before it reassigns the partitions. Heartbeats are sent four times
    /// in that period.
    public var sessionTimeout: Duration
    /// How long a consumer may go without being polled before it gives its partitions up; at least the session's
    /// time-out. It is also how long librdkafka waits for the answer to joining a group, which the embedded broker
    /// sometimes never gives.
    public var longestSilence = Duration.seconds(30)
    /// Further properties under librdkafka's own names; they override those of this module.
    public var properties: [String: String]

    public init(
        bootstrapServers: String, securityProtocol: SecurityProtocol = .plaintext, sasl: SASL? = nil, tls: TLS = TLS(),
        compression: Compression = .none, clientID: String = "docket", fetchWait: Duration = .milliseconds(500),
        sessionTimeout: Duration = .seconds(6), properties: [String: String] = [:]
    ) {
        self.bootstrapServers = bootstrapServers
        self.securityProtocol = securityProtocol
        self.sasl = sasl
        self.tls = tls
        self.compression = compression
        self.clientID = clientID
        self.fetchWait = fetchWait
        self.sessionTimeout = sessionTimeout
        self.properties = properties
    }
}

extension KafkaConfiguration {
    private var common: [String: String] {
        var all = [
            "bootstrap.servers": bootstrapServers, "client.id": clientID, "security.protocol": securityProtocol.rawValue,
            "log.queue": "true", "socket.keepalive.enable": "true", "reconnect.backoff.ms": "100",
            "reconnect.backoff.max.ms": "1000", "log.connection.close": "false", "broker.address.family": "any",
            // So soon all know of partitions that were added.
            "topic.metadata.refresh.interval.ms": "10000",
        ]
        if let sasl, securityProtocol.usesSASL {
            all["sasl.mechanism"] = sasl.mechanism.rawValue
            all["sasl.username"] = sasl.username
            all["sasl.password"] = sasl.password
        }
        if securityProtocol.usesTLS {
            all["ssl.endpoint.identification.algorithm"] = "https"
            all["ssl.ca.location"] = tls.caLocation
            all["ssl.certificate.location"] = tls.certificateLocation
            all["ssl.key.location"] = tls.keyLocation
        }
        return all
    }

    /// For readers that only display records. Workers buffer few records, so that unstarted ones go to other workers when
    /// one ends. Displaying readers keep librdkafka's own buffer: with a full buffer librdkafka does not fetch for a
    /// second. Nothing is committed, so such a group leaves no offsets; partitions without an offset are read from their
    /// beginning.
    public var readingAlong: KafkaConfiguration {
        var configuration = self
        for (name, value) in [
            "queued.min.messages": "100000", "queued.max.messages.kbytes": "65536", "enable.auto.commit": "false",
            "auto.offset.reset": "earliest",
        ] {
            configuration.properties[name] = value
        }
        return configuration
    }

    /// The longest wait for an event before the consumer polls again.
    var pollInterval: Duration { max(longestSilence, sessionTimeout) / 4 }

    var adminProperties: [String: String] { common.merging(properties.filter { Self.isForAdmin($0.key) }) { $1 } }

    var producerProperties: [String: String] {
        let own = [
            "enable.idempotence": "true", "acks": "all", "linger.ms": "0.2", "compression.type": compression.rawValue,
            "delivery.timeout.ms": "120000", "queue.buffering.max.messages": "20000", "queue.buffering.max.kbytes": "65536",
        ]
        return common.merging(own) { $1 }.merging(properties.filter { !Self.isForConsumer($0.key) }) { $1 }
    }

    func consumerProperties(group: String) -> [String: String] {
        let own = [
            "group.id": group, "enable.auto.offset.store": "false", "enable.auto.commit": "true",
            "auto.commit.interval.ms": "1000", "auto.offset.reset": "earliest", "partition.assignment.strategy": "range",
            "session.timeout.ms": String(sessionTimeout.milliseconds),
            "heartbeat.interval.ms": String(max(1, sessionTimeout.milliseconds / 4)),
            "max.poll.interval.ms": String(max(longestSilence, sessionTimeout).milliseconds),
            "fetch.wait.max.ms": String(max(1, fetchWait.milliseconds)), "check.crcs": "true",
            "queued.min.messages": "2000", "queued.max.messages.kbytes": "16384",
            "enable.partition.eof": "false",
        ]
        return common.merging(own) { $1 }.merging(properties.filter { !Self.isForProducer($0.key) }) { $1 }
    }

    private static let producerPrefixes = [
        "linger.ms", "acks", "enable.idempotence", "compression.", "delivery.", "queue.buffering.", "batch.", "message.timeout",
        "request.required.acks", "transactional.", "partitioner", "sticky.", "max.in.flight",
    ]
    private static let consumerPrefixes = [
        "group.", "fetch.", "queued.", "auto.", "session.", "heartbeat.", "max.poll.", "partition.assignment", "check.crcs",
        "isolation.level", "enable.auto.", "enable.partition.eof",
    ]
    private static func isForProducer(_ name: String) -> Bool { producerPrefixes.contains { name.hasPrefix($0) } }
    private static func isForConsumer(_ name: String) -> Bool { consumerPrefixes.contains { name.hasPrefix($0) } }
    private static func isForAdmin(_ name: String) -> Bool { !isForProducer(name) && !isForConsumer(name) }
}

extension Duration {
    /// Rounded up, so that a short duration is not zero.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

public import Configuration
public import Kafka

extension KafkaConfiguration {
    /// Reads the `KAFKA_…` variables. Managed clusters document the same names.
    public init(reading reader: inout ConfigurationReader, clientID: String) {
        let servers = reader.string("KAFKA_BOOTSTRAP_SERVERS", "Brokers, as host:port separated by commas")
        let security = reader.choice(
            "KAFKA_SECURITY_PROTOCOL", default: SecurityProtocol.plaintext, "How to speak to the brokers")
        let mechanism = reader.choice(
            "KAFKA_SASL_MECHANISM", default: SASLMechanism.plain, "How to log in, where the security protocol is one with SASL")
        let username = reader.optionalSecret("KAFKA_SASL_USERNAME", "The user, where the security protocol is one with SASL")
        let password = reader.optionalSecret("KAFKA_SASL_PASSWORD", "The password of that user")
        let tls = TLS(
            caLocation: reader.optionalString(
                "KAFKA_SSL_CA_LOCATION", "PEM file of the authorities to trust; the system's otherwise"),
            certificateLocation: reader.optionalString("KAFKA_SSL_CERTIFICATE_LOCATION", "PEM file of a client certificate"),
            keyLocation: reader.optionalString("KAFKA_SSL_KEY_LOCATION", "PEM file of the key of that certificate"))
        let compression = reader.choice(
            "KAFKA_COMPRESSION", default: Compression.none,
            "How records are packed; every client reads none and gzip, and many need a library for the others")
        let fetchWait = reader.duration(
            "KAFKA_FETCH_WAIT", default: .milliseconds(500),
            """
            How long a broker may hold an empty fetch back; short for the embedded broker, which does not answer earlier. Below 100ms a \
            stage at rest does not fetch; Postgres tells it of new records
            """)
        let sessionTimeout = reader.duration(
            "KAFKA_SESSION_TIMEOUT", default: .seconds(6), in: .seconds(1) ... .seconds(300),
            "After how long without a sign of life a consumer's partitions go to others; brokers bound it, Apache Kafka at 6s or more"
        )
        var sasl: SASL?
        if security.usesSASL {
            if username == nil { reader.fault("KAFKA_SASL_USERNAME", "is not set, and \(security.rawValue) needs it") }
            if password == nil { reader.fault("KAFKA_SASL_PASSWORD", "is not set, and \(security.rawValue) needs it") }
            sasl = SASL(mechanism: mechanism, username: username?.reveal ?? "", password: password?.reveal ?? "")
        }
        self.init(
            bootstrapServers: servers, securityProtocol: security, sasl: sasl, tls: tls, compression: compression,
            clientID: clientID, fetchWait: fetchWait, sessionTimeout: sessionTimeout)
    }
}

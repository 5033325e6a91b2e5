import Testing

@testable import Kafka

@Suite struct KafkaConfigurationTests {
    @Test(arguments: [KafkaConfiguration.SecurityProtocol.tls, .saslTLS])
    func nobodyOnTheWayCanPoseAsTheBroker(_ security: KafkaConfiguration.SecurityProtocol) {
        let configuration = KafkaConfiguration(bootstrapServers: "broker:9093", securityProtocol: security)
        for properties in [
            configuration.adminProperties, configuration.producerProperties, configuration.consumerProperties(group: "g"),
        ] {
            #expect(properties["ssl.endpoint.identification.algorithm"] == "https")
        }
    }
}

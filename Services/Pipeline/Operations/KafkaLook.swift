package import Kafka
import ServiceRuntime
import Shared

/// The state of the brokers at one moment.
package struct KafkaLook: Sendable {
    package struct Place: Sendable, Hashable {
        package let stage: String
        package let topic: String
        package let partition: Int

        package init(stage: String, topic: String, partition: Int) {
            (self.stage, self.topic, self.partition) = (stage, topic, partition)
        }
    }

    /// From the committed offsets of groups and the ends of their partitions, with or without a current consumer.
    package var lags: [Place: Int] = [:]
    /// Faults, in words for an operator.
    package var troubles: [String] = []

    package init(lags: [Place: Int] = [:], troubles: [String] = []) { (self.lags, self.troubles) = (lags, troubles) }
}

/// Reads the state of the brokers.
package struct KafkaReader: Sendable {
    package let admin: KafkaAdmin
    /// As configured.
    package let servers: String

    package init(admin: KafkaAdmin, servers: String) { (self.admin, self.servers) = (admin, servers) }

    package func look() async -> KafkaLook {
        var look = KafkaLook()
        do throws(KafkaError) {
            let cluster = try await admin.metadata()
            look.troubles = cluster.troubles
            for stage in Stage.allCases {
                do throws(KafkaError) {
                    for (partition, place) in try await places(of: stage, in: cluster) {
                        let known = KafkaLook.Place(
                            stage: stage.rawValue, topic: partition.topic, partition: Int(partition.partition))
                        look.lags[known] = Int(clamping: place.lag)
                    }
                } catch {
                    // That of a topic without leaders is told already.
                    if cluster.leaderless[stage.topic.name] == nil { look.troubles.append(words(error)) }
                }
            }
        } catch {
            look.troubles = [words(error)]
        }
        return look
    }

    /// Only the faults of brokers and topics.
    package func troubles() async -> [String] {
        do throws(KafkaError) {
            return try await admin.metadata().troubles
        } catch {
            return [words(error)]
        }
    }

    private func places(
        of stage: Stage, in cluster: ClusterMetadata
    ) async throws(KafkaError) -> [TopicPartition: PartitionPlace] {
        let partitions = cluster.partitions(of: [stage.topic.name])
        // The ends behind the offsets: what was committed meanwhile is never beyond them.
        let committed = try await admin.committedOffsets(of: stage.consumerGroup, partitions: partitions)
        // Where nothing is read, nobody is behind with suggestions.
        guard stage.isFollowed || !committed.isEmpty else { return [:] }
        return try await admin.watermarks(of: partitions).reduce(into: [:]) { places, marks in
            places[marks.key] = PartitionPlace(committed: committed[marks.key], marks: marks.value)
        }
    }

    private func words(_ error: KafkaError) -> String {
        "Kafka at \(servers): \(error)\(error.detail.isEmpty ? "" : " (\(error.detail))")"
    }
}

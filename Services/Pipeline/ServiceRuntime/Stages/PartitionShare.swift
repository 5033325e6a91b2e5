import Shared
import Telemetry

/// Reports a process without work: a topic's readers share its partitions, and there may be fewer partitions than
/// readers.
struct PartitionShare: Sendable {
    private let registry: HealthRegistry
    private let stage: Stage
    private let logger: Logger

    init(_ registry: HealthRegistry, stage: Stage, logger: Logger) {
        self.registry = registry
        self.stage = stage
        self.logger = logger
    }

    func show(_ partitions: Int) {
        let reason =
            "no partition of \(stage.topic.name) is left for this process: it works when another one ends, or when the topic has "
            + "as many partitions as there are processes"
        let health: Health = partitions > 0 ? .ok : .degraded(reason)
        guard registry.set("\(stage.rawValue)-partitions", required: false, health), partitions == 0 else { return }
        logger.warning("nothing to do", ["stage": .string(stage.rawValue), "reason": .string(reason)])
    }
}

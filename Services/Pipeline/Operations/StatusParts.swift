package import Domain
import Shared

/// The lag of stages, in JSON.
package struct LagDescription: Encodable, Sendable {
    package struct Stage: Encodable, Sendable {
        package let stage: String
        package let lag: Int
        package let worst: StatusReport.PartitionLine?
    }

    package let stages: [Stage]
    package let partitions: [StatusReport.PartitionLine]

    package init(_ report: StatusReport) {
        stages = report.stages.map { stage in
            let worst = report.partitions.filter { $0.stage == stage.stage && $0.lag > 0 }.max { $0.lag < $1.lag }
            return Stage(stage: stage.stage, lag: stage.lag, worst: worst)
        }
        partitions = report.partitions
    }
}

/// The live processes in JSON: the holders of leases, and the services' own reports.
package struct ProcessesDescription: Encodable, Sendable {
    package struct Process: Encodable, Sendable {
        package let instance: String
        package let service: String
        package let epoch: Int64
    }

    package let items: [Process]
    package let services: [StatusReport.ServiceLine]

    package init(_ leases: [Lease], services: [StatusReport.ServiceLine]) {
        items = leases.map { Process(instance: $0.instance.description, service: $0.service, epoch: $0.epoch) }
            .sorted { ($0.service, $0.instance) < ($1.service, $1.instance) }
        self.services = services
    }
}

/// A topic in JSON.
package struct TopicDescription: Encodable, Sendable {
    package let topic: String
    package let partitions: Int
    package let records: Int

    package init(topic: String, partitions: Int, records: Int) {
        (self.topic, self.partitions, self.records) = (topic, partitions, records)
    }
}

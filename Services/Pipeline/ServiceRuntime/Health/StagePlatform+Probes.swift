import Domain
import FoundationEssentials
import Kafka
import Postgres
import PostgresStore
import Shared

/// The dependencies of a service on a platform. A renewed lease proves that the database works.
extension StagePlatform {
    var probes: [any ServiceComponent] {
        [
            HealthProbe(
                Dependency.database.rawValue, isRequired: true, context, known: { [leases] in leases.heard.map { _ in .ok } }
            ) { [pool] in
                do throws(PostgresError) {
                    try await pool.checkTakesChanges()
                    return .ok
                } catch {
                    // Whether the server is away or does not take the password: both are refusals.
                    return .failing(OperatorWords.of(error))
                }
            },
            HealthProbe(
                "schema", isRequired: true, context, known: { [leases, schema] in schema.known(at: leases.heard?.beat.schema) }
            ) { [leases, schema] in try await schema.look(at: leases.heard?.beat.schema) },
            HealthProbe("kafka", isRequired: isKafkaRequired, context) { [producer] in
                TopicHealth.judge(try await producer.metadata(), topics: Topic.allCases.map(\.name))
            },
            HealthProbe(
                "clock", isRequired: false, every: .seconds(10), context,
                known: { [leases] in leases.heard.map { ClockComparison.judge($0) } }
            ) { [pool] in try await ClockComparison.look(pool) },
        ]
    }
}

extension ClockComparison {
    fileprivate static func judge(_ heard: LeaseKeeper.Heard) -> Health {
        let asked = heard.asked.timeIntervalSince1970
        return judge(here: asked...max(asked, heard.answered.timeIntervalSince1970), there: heard.beat.clock)
    }
}

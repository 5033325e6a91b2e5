import CommandLine
import Configuration
package import Postgres
package import PostgresStore
import ServiceRuntime

extension DatabaseAccess {
    /// The database that DOCKET_KEYS_URL names for the keys of submissions; nil without one.
    package static func keys(_ context: CommandContext, home: HomeDirectory) throws -> PostgresConfiguration? {
        var reader = ConfigurationReader(environment: context.environment(completedFrom: home))
        let url = reader.optionalSecret(
            "DOCKET_KEYS_URL", "Postgres for the keys of submissions alone; by default they are in DATABASE_URL")
        if let url, let fault = PostgresConfiguration.fault(inConnectionString: url.reveal) {
            reader.fault("DOCKET_KEYS_URL", fault)
        }
        try reader.finish()
        return url.map { configuration(connectionString: $0.reveal) }
    }

    /// Moves the keys of submissions there, or reaches them there from now on.
    package static func putKeys(
        of database: PostgresConfiguration, into keys: PostgresConfiguration, _ context: CommandContext, taking: Bool
    ) async throws -> KeysElsewhere.Outcome {
        var patient = database
        // One statement moves all keys.
        patient.statementTimeout = .seconds(86_400)
        return try await withPool(patient, context) { pool in
            try await withPool(keys, context) { other in
                do throws(PostgresError) { try await other.query("select 1") } catch {
                    throw CommandFailure(
                        .unavailable, "Postgres at \(keys.place): \(OperatorWords.of(error))",
                        advice: "Does it run there, and does DOCKET_KEYS_URL name its host, port, role and password?")
                }
                let elsewhere = try KeysElsewhere(of: pool, in: other, at: keys.connectionString) {
                    context.output.line(
                        "the keys wait: something reads their tables for long (a backup?); trying again, half a second at a time")
                }
                do {
                    return try await elsewhere.connect(taking: taking)
                } catch let refusal as KeysElsewhereRefusal {
                    throw CommandFailure(.refused, "the keys of submissions: \(refusal)", advice: refusal.advice)
                }
            }
        }
    }
}

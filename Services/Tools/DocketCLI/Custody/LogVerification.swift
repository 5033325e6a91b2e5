import CommandLine
import CommandSupport
import Crypto
import Custody
import EventLoop
import HTTPClient
import Postgres
import PostgresStore
import Shared

/// `docket verify --log`: checks the whole log over the database, and the gateway's proofs over a gateway.
struct LogVerification: Sendable {
    let context: CommandContext
    let arguments: ParsedArguments
    /// The keys of --keys; nil for those of the gateway.
    let ownKeys: JSONWebKeySet?
    /// The authorities of --tsa-certificates; nil if none are named.
    let authorities: TimeStampAuthorities?
    let keptPaths: [String]
    let tenant: TenantID?
    let submission: SubmissionID?

    func report() async throws -> LogReport {
        let paths = keptPaths.map { HomeDirectory.current($0).path }
        let kept = try await context.group.blocking.run { try KeptHeads.read(paths) }
        let logs =
            if arguments[GatewayOptions.gateway] != nil || submission != nil {
                [try await GatewayLog.examine(self, kept: kept)]
            } else {
                try await overDatabase(kept)
            }
        return LogReport(logs: logs, isOwnKeySet: ownKeys != nil, areAuthoritiesNamed: authorities != nil)
    }

    private func overDatabase(_ kept: [String: [KeptHead]]) async throws -> [LogReport.Log] {
        if let tenant, !keptPaths.isEmpty, kept[tenant.rawValue] == nil {
            throw KeptHeads.none(of: tenant.rawValue, among: kept, or: ", or leave out --tenant")
        }
        let keys: JSONWebKeySet
        if let ownKeys { keys = ownKeys } else { keys = try await GatewayLog.keys(context, arguments) }
        var configuration = try DatabaseAccess.configuration(context, arguments)
        // Rows that are in no log are looked for in one statement.
        configuration.statementTimeout = .seconds(86_400)
        let sealing = DatabaseAccess.sealingIfAny(context, home: GatewayOptions.homeDirectory(context, arguments))
        return try await DatabaseAccess.withTables(configuration, context) { pool in
            let auditor = CustodyAuditor(pool: pool, keys: SealingKeyStore(pool: pool, sealing))
            let there = try await auditor.tenants()
            var names = Set(there + kept.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            if let tenant { names = [tenant.rawValue] }
            var logs: [LogReport.Log] = []
            for name in names {
                let kept = kept[name] ?? []
                let finding = try await auditor.examine(name, keys: keys, kept: kept, authorities: authorities)
                logs.append(LogReport.Log(finding, kept: kept.count))
            }
            return logs
        }
    }
}

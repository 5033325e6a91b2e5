import CommandSupport
import Domain
import Postgres
import Shared

/// The variables of each service: those inherited by `docket up`, overridden by its decisions.
enum ServiceEnvironment {
    /// The embedded broker answers a waiting fetch only when its time is over, not on a new record.
    private static let embeddedFetchWait = "5ms"

    /// The embedded broker also keeps a member that ended without leaving, and assigns nothing until its session has
    /// timed out. A restarted member is a new one.
    private static let embeddedSessionTimeout = "3s"

    static func variables(
        for name: ProcessName, as instance: InstanceID, _ settings: RunSettings
    ) -> [String: String] {
        var variables = settings.inherited
        variables["DATABASE_URL"] = settings.databaseURL
        variables["DATABASE_URL_FILE"] = nil
        // No pooler stands before a private cluster.
        if settings.postgres != nil {
            for name in ["DATABASE_DIRECT_URL", "DATABASE_DIRECT_URL_FILE", "DATABASE_POOLER"] { variables[name] = nil }
        }
        variables["KAFKA_BOOTSTRAP_SERVERS"] = settings.bootstrapServers
        if settings.brokerPort != nil {
            variables["KAFKA_FETCH_WAIT"] = variables["KAFKA_FETCH_WAIT"] ?? embeddedFetchWait
            variables["KAFKA_SESSION_TIMEOUT"] = variables["KAFKA_SESSION_TIMEOUT"] ?? embeddedSessionTimeout
        }
        variables["DOCKET_BLOBS"] = blobs(settings)
        variables["DOCKET_SEALING_KEYS"] = sealingKeys(settings)
        variables["DOCKET_INSTANCE"] = instance.description
        variables[Lifeline.variable] = String(Lifeline.descriptor)
        if let port = settings.adminPorts[name] { variables["DOCKET_ADMIN_ADDRESS"] = "127.0.0.1:\(port)" }
        if name.role == .gateway {
            variables["DOCKET_HTTP_ADDRESS"] = "\(settings.host):\(settings.port)"
            // One address is enough for whoever runs everything on one machine.
            variables["DOCKET_ADMIN_API"] = variables["DOCKET_ADMIN_API"] ?? "public"
            variables["DOCKET_SERVICES"] = variables["DOCKET_SERVICES"] ?? services(settings)
            variables["DOCKET_ERASURE_LEDGER"] = variables["DOCKET_ERASURE_LEDGER"] ?? "\(settings.home.path)/erasures.ndjson"
            variables["DOCKET_RUN"] = settings.home.runFolder(name)
            if !hasSigningKey(variables) { variables["DOCKET_SIGNING_KEY_FILE"] = settings.home.signingKeyFile }
            variables.merge(settings.access.variables) { $1 }
        }
        // Endpoints and journeys that are at the gateway are of whom the notification service asks and tells.
        if [.gateway, .notification].contains(name.role), allowsPrivate(settings) {
            variables["DOCKET_WEBHOOK_ALLOW_PRIVATE"] = "true"
        }
        if name.role == .notification {
            if let receiver = settings.receiver {
                variables["DOCKET_WEBHOOK_URL"] = receiver.url
                variables["DOCKET_WEBHOOK_SECRET"] = receiver.secret
            }
            if !hasCallOutSecret(settings.inherited) { variables["DOCKET_CALLOUT_SECRET_FILE"] = settings.home.callOutSecretFile }
        }
        // Swift's backtracer would hold a crashed service open for seconds before it can be started again.
        variables["SWIFT_BACKTRACE"] = variables["SWIFT_BACKTRACE"] ?? "enable=no"
        return variables
    }

    /// All services with their admin addresses.
    private static func services(_ settings: RunSettings) -> String {
        settings.plan.processes.compactMap { name in
            settings.adminPorts[name].map {
                "\(variablePrefix(name).lowercased().replacing("_", with: "-"))=http://127.0.0.1:\($0)"
            }
        }.joined(separator: ",")
    }

    private static func blobs(_ settings: RunSettings) -> String {
        guard let told = settings.inherited["DOCKET_BLOBS"], !told.isEmpty else { return settings.home.blobs }
        return told.hasPrefix("s3://") ? told : HomeDirectory.current(told).path
    }

    private static func sealingKeys(_ settings: RunSettings) -> String {
        guard let told = settings.inherited["DOCKET_SEALING_KEYS"], !told.isEmpty else { return settings.home.sealingKeysFile }
        return HomeDirectory.current(told).path
    }

    /// As DOCKET_WEBHOOK_ALLOW_PRIVATE says; by default, whether the receiver is on this machine, as in development.
    private static func allowsPrivate(_ settings: RunSettings) -> Bool {
        if let told = settings.inherited["DOCKET_WEBHOOK_ALLOW_PRIVATE"], !told.isEmpty { return told == "true" }
        return isOnThisMachine(settings.receiver?.url ?? settings.inherited["DOCKET_WEBHOOK_URL"] ?? "")
    }

    private static func hasCallOutSecret(_ variables: [String: String]) -> Bool {
        ["DOCKET_CALLOUT_SECRET", "DOCKET_CALLOUT_SECRET_FILE"].contains { !(variables[$0] ?? "").isEmpty }
    }

    private static func hasSigningKey(_ variables: [String: String]) -> Bool {
        ["DOCKET_SIGNING_KEY", "DOCKET_SIGNING_KEY_FILE"].contains { !(variables[$0] ?? "").isEmpty }
    }

    private static func isOnThisMachine(_ url: String) -> Bool {
        ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains { url.hasPrefix($0) }
    }

    /// The environment file for scripts and other subcommands.
    static func file(_ settings: RunSettings, running: [ProcessName: Int32], supervisor: Int32) -> EnvironmentFile {
        var file = EnvironmentFile()
        for (name, value) in CommandEnvironment.handedOn(settings.inherited) { file[name] = value }
        file["GATEWAY_URL"] = settings.gatewayURL
        file["KAFKA_BOOTSTRAP_SERVERS"] = settings.bootstrapServers
        file["DATABASE_URL"] = settings.databaseURL
        if settings.pooling != .off { file["DATABASE_POOLER"] = settings.pooling.rawValue }
        if let direct = settings.directDatabaseURL, direct != settings.databaseURL { file["DATABASE_DIRECT_URL"] = direct }
        file["DOCKET_HOME"] = settings.home.path
        file["DOCKET_BLOBS"] = blobs(settings)
        file["DOCKET_SEALING_KEYS"] = sealingKeys(settings)
        // Addresses on this machine are for whoever develops on it: commands allow what the service does.
        if !hasCallOutSecret(settings.inherited) { file["DOCKET_CALLOUT_SECRET_FILE"] = settings.home.callOutSecretFile }
        // What an export over the database is signed with.
        if !hasSigningKey(settings.inherited) { file["DOCKET_SIGNING_KEY_FILE"] = settings.home.signingKeyFile }
        if allowsPrivate(settings) { file["DOCKET_WEBHOOK_ALLOW_PRIVATE"] = "true" }
        file["DOCKET_TOKEN"] = settings.access.token
        if let receiver = settings.receiver {
            file["DOCKET_WEBHOOK_URL"] = receiver.url
            file["DOCKET_WEBHOOK_SECRET"] = receiver.secret
        }
        file["DOCKET_PID"] = String(supervisor)
        for name in settings.plan.processes {
            let prefix = variablePrefix(name)
            if let port = settings.adminPorts[name] { file["\(prefix)_ADMIN_URL"] = "http://127.0.0.1:\(port)" }
            if let pid = running[name] { file["\(prefix)_PID"] = String(pid) }
        }
        return file
    }

    /// `validation-2` → `VALIDATION_2`.
    private static func variablePrefix(_ name: ProcessName) -> String {
        name.instance == 1 ? name.role.rawValue.uppercased() : "\(name.role.rawValue.uppercased())_\(name.instance)"
    }
}

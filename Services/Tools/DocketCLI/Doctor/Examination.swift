import BlobStore
import CommandSupport
import Configuration
import Custody
import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import Jail
import Kafka
import Operations
import Postgres
import PostgresStore
import Sealing
import ServiceRuntime
import Shared
import Telemetry

/// Examines an installation from outside. The only change is a file in the blob store, which is created and removed.
struct Examination: Sendable {
    let context: CommandContext
    let home: HomeDirectory
    /// The process's variables, completed from the home.
    let environment: [String: String]
    /// The services that are named on the command line; else those of the home.
    let services: [AdminAddress]
    /// The time limit of each answer.
    let limit: Duration
    let client: HTTPClient

    func run() async -> Observations {
        let (variables, configuration) = self.variables()
        async let databaseSeen = database(configuration.service.postgres)
        async let kafkaSeen = kafka(configuration.service.kafka)
        async let gatewaySeen = gateway()
        async let blobsSeen = blobs(configuration.blobs)
        async let servicesSeen = lookAtServices()
        async let jailSeen = jail(configuration.jail)
        var seen = Observations(variables: variables)
        seen.database = await databaseSeen
        seen.keys = await keys(configuration.sealing, configuration.service.postgres, seen.database)
        seen.signing = await signing(configuration.signing)
        seen.kafka = await kafkaSeen
        seen.gateway = await gatewaySeen
        seen.blobs = await blobsSeen
        seen.services = await servicesSeen
        seen.jail = await jailSeen
        seen.kernel = Kernel.name
        seen.folders = folders()
        return seen
    }

    // MARK: - Variables

    private struct Parts: Sendable {
        let service: ServiceConfiguration
        /// Nil if nothing names the store: an operator's machine need not reach it.
        let blobs: BlobConfiguration?
        let jail: JailConfiguration
        /// Without keys if nothing names them.
        let sealing: SealingConfiguration
        let signing: SigningKeys?
    }

    /// Reads each part even if another one is at fault, so that the rest of the installation is examined.
    private func variables() -> (Observations.Variables, Parts) {
        var reader = ConfigurationReader(environment: environment)
        let configuration = Parts(
            service: ServiceConfiguration(reading: &reader, service: "doctor", adminPort: 9090),
            blobs: isNamed("DOCKET_BLOBS") ? BlobConfiguration(reading: &reader) : nil, jail: JailConfiguration(reading: &reader),
            sealing: SealingConfiguration(reading: &reader, isRequired: false),
            signing: SigningConfiguration.keys(reading: &reader))
        reader.recognize(SharedVariables.names)
        var seen = Observations.Variables(
            home: home.path, isHomeRunning: FileText.read(home.environmentFile) != nil, unknown: reader.unknownVariables())
        do throws(ConfigurationFaults) {
            try reader.finish()
        } catch {
            seen.faults = error.faults.map { .init(name: $0.name, problem: $0.problem) }
        }
        return (seen, configuration)
    }

    private func isNamed(_ variable: String) -> Bool {
        [variable, variable + "_FILE"].contains { !(environment[$0] ?? "").isEmpty }
    }

    // MARK: - Servers

    private func database(_ parts: PostgresConfiguration) async -> Observations.Database? {
        var configuration = parts
        guard isNamed("DATABASE_URL"),
            PostgresConfiguration.fault(inConnectionString: parts.connectionString, pooling: parts.pooling) == nil
        else { return nil }
        configuration.applicationName = "docket-doctor"
        configuration.minimumConnections = 0
        configuration.connectTimeout = limit
        // An attempt that takes too long says so itself.
        configuration.acquireTimeout = limit + .seconds(1)
        let isBehindPooler = await isBehindPooler(configuration)
        // Nothing is left in a session that is others' next.
        if isBehindPooler { configuration.pooling = .transaction }
        let pool = self.pool(configuration)
        let seen: Observations.Database
        do {
            var server = try await server(pool)
            (server.pooling, server.isBehindPooler) = (parts.pooling, isBehindPooler)
            seen = .reached(at: configuration.place, server)
        } catch {
            seen = .unreachable(
                at: configuration.place,
                error as? PostgresError
                    ?? PostgresError(code: .server, description: "The database does not answer.", detail: OperatorWords.of(error))
            )
        }
        await pool.close()
        return seen
    }

    private func pool(_ configuration: PostgresConfiguration) -> PostgresPool {
        PostgresPool(configuration: configuration, group: context.group, logger: Logger(label: "postgres", level: .critical))
    }

    /// Asked as if there were one, which works without it, too.
    private func isBehindPooler(_ parts: PostgresConfiguration) async -> Bool {
        var configuration = parts
        configuration.pooling = .transaction
        let pool = self.pool(configuration)
        let answer = try? await pool.leadsToPooler()
        await pool.close()
        return answer ?? false
    }

    private func server(_ pool: PostgresPool) async throws -> Observations.Database.Server {
        let before = Date().timeIntervalSince1970
        let now = try await pool.query("select extract(epoch from clock_timestamp())::float8 as now")
        let after = Date().timeIntervalSince1970
        let rows = try await pool.query(
            """
            select current_setting('server_version') as version, current_setting('transaction_read_only') = 'on' as is_read_only,
                current_setting('max_connections')::int as most,
                (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used
            """)
        var server = Observations.Database.Server()
        if let there = try now.first?.decode("now", as: Double.self) {
            server.ahead = ClockComparison.ahead(here: before...max(before, after), there: there)
        }
        if let row = rows.first {
            server.version = try row.decode("version")
            server.takesChanges = try !row.decode("is_read_only", as: Bool.self)
            server.connections = try row.decode("used")
            server.mostConnections = try row.decode("most")
        }
        server.schema = try await Migrator(pool: pool).status()
        return server
    }

    private func kafka(_ configuration: KafkaConfiguration) async -> Observations.Cluster? {
        guard isNamed("KAFKA_BOOTSTRAP_SERVERS") else { return nil }
        let servers = configuration.bootstrapServers
        do throws(KafkaError) {
            let admin = try KafkaAdmin(
                configuration, group: context.group, limit: limit, logger: Logger(label: "kafka", level: .critical))
            // Nobody waits for the end of the client but the end of the program.
            defer { context.loop.spawn { await admin.close() } }
            return .reached(at: servers, try await admin.metadata())
        } catch {
            return .unreachable(at: servers, error)
        }
    }

    private func gateway() async -> Observations.Gateway? {
        guard let named = environment["GATEWAY_URL"] else { return nil }
        let url = named.hasSuffix("/") ? String(named.dropLast()) : named
        var seen = Observations.Gateway(url: url)
        let token = try? CommandContext.token(of: environment)
        seen.hasToken = token != nil
        do throws(HTTPClientError) {
            seen.status = try await client.send(request("\(url)/health/ready")).status
            var wanted = request("\(url)/v1/journeys")
            if let token { wanted.headers.add("authorization", "Bearer \(token)") }
            seen.accessStatus = try await client.send(wanted).status
        } catch {
            seen.silence = error
        }
        return seen
    }

    private func request(_ url: String) -> ClientRequest {
        var request = ClientRequest("GET", url)
        request.timeout = limit
        return request
    }

    private func lookAtServices() async -> [Observations.Service] {
        let admin = AdminClient(client: client, limit: limit)
        return await withTaskGroup(of: (Int, Observations.Service).self) { group in
            for (index, service) in services.enumerated() {
                group.addTask { (index, await look(at: service, admin)) }
            }
            var found: [(Int, Observations.Service)] = []
            for await seen in group { found.append(seen) }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func look(at service: AdminAddress, _ admin: AdminClient) async -> Observations.Service {
        var seen = Observations.Service(name: service.name, url: service.url)
        do throws(AdminClient.Silence) {
            let condition = try await admin.condition(at: service.url)
            (seen.isReady, seen.faults) = (condition.isReady, condition.faults)
            (seen.version, seen.ahead) = (condition.version, condition.ahead)
        } catch {
            seen.silence = HealthCommand.words(error)
        }
        return seen
    }

    // MARK: - This machine

    private func blobs(_ configuration: BlobConfiguration?) async -> Observations.Blobs? {
        guard let place = environment["DOCKET_BLOBS"], let configuration else { return nil }
        var seen = Observations.Blobs(place: place)
        // A folder is not made where it is missing: it would be the wrong one.
        guard place.hasPrefix("s3://") || access(place, F_OK) == 0 else {
            seen.isThere = false
            return seen
        }
        do throws(BlobError) {
            try await configuration.makeStore(context.group).check()
        } catch {
            seen.fault = OperatorWords.of(error)
        }
        return seen
    }

    private func jail(_ configuration: JailConfiguration) async -> Observations.LocalJail {
        guard access(configuration.decoderPath, X_OK) == 0 else { return .missing }
        do throws(JailError) {
            let jail = try await Jail.start(
                configuration: configuration, group: context.group, logger: Logger(label: "jail", level: .critical))
            let locks = await jail.locks
            await jail.shutdown()
            guard let locks else { return .failed("it ended at once") }
            return .tried(locks)
        } catch {
            return .failed(error.detail)
        }
    }

    /// The file systems of the folders, each once.
    private func folders() -> [Observations.Space] {
        var seen: Set<UInt> = []
        let wanted = [
            ("documents", environment["DOCKET_BLOBS"] ?? ""), ("what is on its way", environment["DOCKET_SPOOL"] ?? "/tmp"),
            ("logs and data", environment["DOCKET_HOME"] ?? home.path),
        ]
        return wanted.compactMap { what, path in
            var (status, space) = (stat(), statvfs())
            guard path.hasPrefix("/"), stat(path, &status) == 0, statvfs(path, &space) == 0,
                seen.insert(UInt(status.st_dev)).inserted
            else { return nil }
            return Observations.Space(
                what: what, path: path, freeBytes: UInt64(space.f_bavail) &* UInt64(space.f_frsize),
                totalBytes: UInt64(space.f_blocks) &* UInt64(space.f_frsize),
                freeFiles: space.f_files > 0 ? Double(space.f_favail) / Double(space.f_files) : nil)
        }
    }
}

/// The kernel of this machine.
enum Kernel {
    static var name: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "this kernel" }
        func text<T>(_ value: T) -> String {
            withUnsafeBytes(of: value) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(names.sysname)) \(text(names.release))"
    }
}

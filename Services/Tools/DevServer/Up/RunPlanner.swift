import CommandLine
import CommandSupport
import Configuration
import EventLoop
import Glibc
import Postgres
import ServiceRuntime

/// Decides ports, places and servers before any process starts, so that faults are reported first.
struct RunPlanner: Sendable {
    let context: CommandContext
    let arguments: ParsedArguments
    let home: HomeDirectory
    /// The place of this home's private cluster, whether or not there is one.
    let placement: ClusterPlacement

    func settle(receiver: RunSettings.WebhookTarget?) throws -> RunSettings {
        guard let programs = ChildProcess.currentExecutableDirectory else {
            throw CommandFailure(.startFailed, "the folder of docket's own program cannot be found", advice: "Is /proc mounted?")
        }
        let (host, port) = (arguments[UpOptions.host], arguments[UpOptions.port])
        try Ports.check(port, host: host, option: "--port", what: "the gateway", on: context.loop)
        let access = try GatewayAccess.decide(host: host, environment: context.environment) { () throws(CommandFailure) in
            try GatewayAccess.savedToken(home)
        }
        let (environment, database, isReadingOn) = try settings()
        try checkPrograms(in: programs, isReadingOn: isReadingOn)
        let lastBrokerPort = FileText.read(home.brokerPortFile).flatMap { Int($0.filter { $0.isNumber }) }
        let choice = ServerChoice.decide(
            environment: environment, embeddedDatabaseURL: placement.databaseURL, lastBrokerPort: lastBrokerPort)
        let postgres = choice.databaseURL == nil ? try EmbeddedPostgres.plan(home: home, placement: placement) : nil
        let brokerPort = choice.bootstrapServers == nil ? try chooseBrokerPort() : nil
        let instances = Dictionary(
            arguments[UpOptions.instances].map { ($0.role, $0.count) }, uniquingKeysWith: { $1 })
        let plan = SupervisionPlan.make(
            embeddedPostgres: postgres != nil, embeddedBroker: brokerPort != nil, instances: instances,
            isReadingOn: isReadingOn)
        let services = plan.processes.filter { $0.role.executable != nil }
        let adminPorts = Dictionary(uniqueKeysWithValues: zip(services, try Ports.free(services.count, on: context.loop)))
        return RunSettings(
            home: home, host: host, port: port, access: access, postgres: postgres,
            databaseURL: choice.databaseURL ?? postgres?.placement.databaseURL ?? "",
            pooling: postgres == nil ? database?.pooling ?? .off : .off,
            directDatabaseURL: postgres == nil ? database?.directURL : nil, brokerPort: brokerPort,
            bootstrapServers: choice.bootstrapServers ?? "127.0.0.1:\(brokerPort ?? 0)", adminPorts: adminPorts,
            receiver: receiver, plan: plan,
            programs: programs, ownProgram: ownProgram, inherited: context.environment)
    }

    /// With the database's address, even if it is in a file.
    private func settings() throws(ConfigurationFaults) -> (
        environment: [String: String], database: DatabaseAddresses?, isReadingOn: Bool
    ) {
        var reader = ConfigurationReader(environment: context.environment)
        let isNamed = ["DATABASE_URL", "DATABASE_URL_FILE"].contains { !(context.environment[$0] ?? "").isEmpty }
        let database = isNamed ? DatabaseAddresses(reading: &reader) : nil
        let isReadingOn = ReadingSwitch.isOn(reading: &reader)
        try reader.finish()
        var environment = context.environment
        environment["DATABASE_URL"] = database?.url
        return (environment, database, isReadingOn)
    }

    private func checkPrograms(in folder: String, isReadingOn: Bool) throws(CommandFailure) {
        let needed = ProcessRole.services.filter { $0 != .reading || isReadingOn }
        let missing = needed.compactMap(\.executable).filter { access("\(folder)/\($0)", X_OK) != 0 }
        guard !missing.isEmpty else { return }
        throw CommandFailure(
            .startFailed, "these programs are not in \(folder): \(missing.joined(separator: ", "))",
            advice: "Build all of Docket: `swift build -c release`, or run `deploy/up`.")
    }

    private func chooseBrokerPort() throws(CommandFailure) -> Int {
        let port = try Ports.forBroker(asked: arguments[UpOptions.brokerPort], home: home, on: context.loop)
        try FileText.replace(home.brokerPortFile, with: "\(port)\n")
        return port
    }

    /// The path of the program on disk, however it was called.
    private var ownProgram: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").last.map(String.init) ?? "docket"
    }
}

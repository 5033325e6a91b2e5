import CommandSupport
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import Synchronization

/// The ids of running service instances, by their processes.
final class RunningInstances: Sendable {
    private let instances = Mutex<[CInt: InstanceID]>([:])

    func note(_ instance: InstanceID, ofProcess pid: CInt) { instances.withLock { $0[pid] = instance } }

    func take(ofProcess pid: CInt) -> InstanceID? { instances.withLock { $0.removeValue(forKey: pid) } }
}

/// Runs the processes of one `docket up` on this machine.
struct LocalHost: ProcessHost {
    let settings: RunSettings
    let loop: EventLoop
    let probe: ReadinessProbe
    let preparer: Preparer
    private let instances = RunningInstances()

    func start(_ name: ProcessName) async throws -> ChildProcess {
        let log = try LogFile.open(settings.home.logFile(name))
        defer { close(log) }
        if name.role == .postgres, let postgres = settings.postgres { return try postgres.start(log: log, on: loop) }
        let instance = InstanceID(UUID())
        var options = ChildProcess.Options(
            executable: "\(settings.programs)/\(name.role.executable ?? settings.ownProgram)", arguments: arguments(name),
            environment: ServiceEnvironment.variables(for: name, as: instance, settings))
        options.standardOutput = .descriptor(log)
        options.standardError = .descriptor(log)
        options.ownProcessGroup = true
        options.lifeline = Lifeline.descriptor
        let child = try ChildProcess.spawn(options, on: loop)
        instances.note(instance, ofProcess: child.pid)
        return child
    }

    func endLease(ofProcess pid: CInt) async {
        guard let instance = instances.take(ofProcess: pid) else { return }
        try? await preparer.endLease(of: instance)
    }

    private func arguments(_ name: ProcessName) -> [String] {
        switch name.role {
        case .guardian: [GuardCommand.word, settings.home.path, settings.postgres?.placement.dataFolder ?? ""]
        case .broker: ["broker", "--port", String(settings.brokerPort ?? 0)]
        default: []
        }
    }

    func isReady(_ name: ProcessName) async -> Bool {
        switch name.role {
        case .guardian: true
        case .postgres: settings.postgres?.isReady ?? true
        case .broker: await probe.accepts(port: settings.brokerPort ?? 0)
        default: await probe.isHealthy(adminPort: settings.adminPorts[name] ?? 0)
        }
    }

    func prepare(_ preparation: Preparation) async throws {
        switch preparation {
        case .database:
            try await preparer.migrate()
            try preparer.makeSecrets()
            try await preparer.beginSealing()
        case .topics: try await preparer.createTopics()
        }
    }

    func processesChanged(_ running: [ProcessName: CInt]) async {
        let entries = running.compactMap { name, pid in
            ProcessTable.process(pid).map { ProcessRecords.Entry(name: name.description, pid: pid, startTime: $0.startTime) }
        }
        // A full disk must not end what runs; the guardian then knows less.
        try? FileText.replace(settings.home.recordsFile, with: ProcessRecords(entries: entries).text)
        guard access(settings.home.environmentFile, F_OK) == 0 else { return }
        try? writeEnvironmentFile(running)
    }

    func writeEnvironmentFile(_ running: [ProcessName: CInt]) throws(CommandFailure) {
        let file = ServiceEnvironment.file(settings, running: running, supervisor: getpid())
        try FileText.replace(settings.home.environmentFile, with: file.text)
    }
}

import BlobStore
import Domain
import EventLoop
import Jail
import Malware
import ServiceRuntime
import Shared

/// Builds the validation worker's parts, in the order in which they start.
func build(_ configuration: WorkerConfiguration, _ context: ServiceContext) async throws -> [any ServiceComponent] {
    let blobs = try configuration.blobs.makeStore(context.group)
    let jail = try await Jail.start(
        configuration: configuration.jail, group: context.group, logger: context.logger, metrics: context.metrics)
    let platform = try StagePlatform(context, name: "validation-worker")

    var inspectors = ProcessorFactory<any FileInspector>(.validation)
    inspectors.register(mediaTypes: Set(MediaType.known)) { _ in JailInspector(jail: jail, limits: configuration.limits) }

    let scanner = configuration.clamd.map { ClamdScanner($0, group: context.group) }
    let stage = ValidationStage(
        reader: platform.store,
        inspection: SubmissionInspection(
            blobs: blobs, known: platform.store, inspectors: inspectors, limits: configuration.limits,
            scanner: scanner, pool: context.group.blocking))
    return platform.components
        + [
            HealthProbe.blobs(blobs, context),
            HealthProbe("decoder-jail", isRequired: true, context) {
                switch await jail.condition {
                case .ready(note: nil): .ok
                case .ready(let note?): .noted(note)
                case .weak(let shortcoming): .degraded(shortcoming)
                case .replacing: .failing("its process is being replaced")
                }
            },
        ]
        + (scanner.map { scanner in
            [
                HealthProbe("malware-scanner", isRequired: true, context) {
                    try await scanner.check()
                    return .ok
                }
            ]
        } ?? [])
        + [
            ResourceComponent("decoder-jail") { await jail.shutdown() },
            platform.consumeLoop(for: stage, configuration.stage),
        ]
}

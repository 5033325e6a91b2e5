import BlobStore
import EventLoop
import Malware
import ServiceRuntime
import Shared

/// Builds the validation worker's parts, in their starting order.
func build(_ configuration: WorkerConfiguration, _ context: ServiceContext) async throws -> [any ServiceComponent] {
    let decoding = try await JailComponent(configuration.jail, context)
    let platform = try StagePlatform(
        context, name: Stage.validation.service, sealing: configuration.sealing, opensPersons: false,
        rests: true)
    let blobs = try configuration.blobs.makeStore(context.group, keys: platform.keys)

    var inspectors = ProcessorFactory<any FileInspector>(.validation)
    inspectors.register(mediaTypes: Set(MediaType.known)) { _ in
        JailInspector(jail: decoding.jail, limits: configuration.limits)
    }

    let scanner = configuration.clamd.map { ClamdScanner($0, group: context.group) }
    let stage = ValidationStage(
        reader: platform.store,
        inspection: SubmissionInspection(
            blobs: blobs, known: platform.store, inspectors: inspectors, limits: configuration.limits,
            scanner: scanner, knowsSigners: configuration.knowsSigners, pool: context.group.blocking))
    return platform.components
        + [HealthProbe.blobs(blobs, context, resting: platform.leases), decoding]
        + (scanner.map { scanner in
            [
                HealthProbe(Dependency.malwareScanner.rawValue, isRequired: true, context) {
                    try await scanner.check()
                    return .ok
                }
            ]
        } ?? [])
        + [
            platform.consumeLoop(
                for: stage, configuration.stage,
                needing: [.blobs, .decoderJail] + (scanner == nil ? [] : [.malwareScanner]))
        ]
}

import BlobStore
import EventLoop
import Jail
import PostgresStore
import ServiceRuntime
import Shared

/// Builds the normalization worker's parts, in the order in which they start.
func build(_ configuration: WorkerConfiguration, _ context: ServiceContext) async throws -> [any ServiceComponent] {
    let blobs = try configuration.blobs.makeStore(context.group)
    let jail = try await Jail.start(
        configuration: configuration.jail, group: context.group, logger: context.logger, metrics: context.metrics)
    let platform = try StagePlatform(context, name: "normalization-worker")

    func decoders(_ stage: Stage) -> ProcessorFactory<any FileDecoder> {
        var decoders = ProcessorFactory<any FileDecoder>(stage)
        decoders.register(mediaTypes: Set(MediaType.known)) { _ in JailDecoder(jail: jail) }
        return decoders
    }

    let normalization = NormalizationStage(
        reader: platform.store,
        normalization: SubmissionNormalization(
            pages: PageNormalizer(
                blobs: blobs, decoders: decoders(.normalization), format: configuration.pages, limits: configuration.limits),
            assembler: PDFAssembler(
                jail: jail, blobs: blobs, pool: context.group.blocking, limits: configuration.limits),
            concurrency: configuration.jail.maximumConcurrentJobs,
            audience: PageProgress.Audience(store: PostgresProgressStore(pool: platform.pool))))
    let previews = PreviewStage(
        reader: platform.store, blobs: blobs, decoders: decoders(.preview), format: configuration.pages.preview,
        limits: configuration.limits)

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
            ResourceComponent("decoder-jail") { await jail.shutdown() },
            platform.consumeLoop(for: normalization, configuration.stage),
            platform.consumeLoop(for: previews, configuration.stage),
        ]
}

import BlobStore
import EventLoop
import Jail
import PostgresStore
import ServiceRuntime
import Shared

/// Builds the components of the normalization worker, in the order of their start.
func build(_ configuration: WorkerConfiguration, _ context: ServiceContext) async throws -> [any ServiceComponent] {
    let decoding = try await JailComponent(configuration.jail, context)
    let platform = try StagePlatform(
        context, name: Stage.normalization.service, sealing: configuration.sealing, opensPersons: false,
        rests: true)
    let blobs = try configuration.blobs.makeStore(context.group, keys: platform.keys)

    func decoders(_ stage: Stage) -> ProcessorFactory<any FileDecoder> {
        var decoders = ProcessorFactory<any FileDecoder>(stage)
        decoders.register(mediaTypes: Set(MediaType.known)) { _ in JailDecoder(jail: decoding.jail) }
        return decoders
    }

    let normalization = NormalizationStage(
        reader: platform.store,
        normalization: SubmissionNormalization(
            pages: PageNormalizer(
                blobs: blobs, decoders: decoders(.normalization), format: configuration.pages, limits: configuration.limits),
            assembler: PDFAssembler(
                jail: decoding.jail, blobs: blobs, pool: context.group.blocking, limits: configuration.limits),
            known: platform.store, concurrency: configuration.jail.maximumConcurrentJobs,
            audience: PageProgress.Audience(store: PostgresProgressStore(pool: platform.pool)),
            isReadingOn: configuration.isReadingOn))
    let previews = PreviewStage(
        reader: platform.store, blobs: blobs, decoders: decoders(.preview), format: configuration.pages.preview,
        limits: configuration.limits)

    return platform.components
        + [
            HealthProbe.blobs(blobs, context, resting: platform.leases),
            decoding,
            platform.consumeLoop(for: normalization, configuration.stage, needing: [.blobs, .decoderJail]),
            platform.consumeLoop(for: previews, configuration.stage, needing: [.blobs, .decoderJail]),
        ]
}

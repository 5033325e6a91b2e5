import Binding
import BlobStore
import EventLoop
import Jail
import PostgresStore
import ServiceRuntime
import Shared

/// Builds the components of the reading worker, in the order of their start.
func build(_ configuration: WorkerConfiguration, _ context: ServiceContext) async throws -> [any ServiceComponent] {
    let reading = try await JailComponent(configuration.jail, as: .readerJail, context)
    let platform = try StagePlatform(context, name: Stage.reading.service, sealing: configuration.sealing, rests: true)
    let blobs = try configuration.blobs.makeStore(context.group, keys: platform.keys)

    var readers = ProcessorFactory<any PageReader>(.reading)
    readers.register(mediaTypes: [.jpeg, .pdf]) { _ in JailPageReader(jail: reading.jail) }

    let precedence = Precedence()
    let stage = ReadingStage(
        reader: platform.store,
        reading: SubmissionReading(
            documents: DocumentReader(
                blobs: blobs, readers: readers, limits: configuration.limits,
                concurrency: configuration.jail.maximumConcurrentJobs),
            binding: PDFBinding(blobs: blobs, pool: context.group.blocking), mostPages: configuration.pages,
            proof: configuration.certificates.proof,
            audience: PageProgress.Audience(store: PostgresProgressStore(pool: platform.pool))),
        precedence: precedence)

    let suggestions = try await suggestions(configuration, context, platform, blobs, readers, precedence)
    return platform.components
        + [
            HealthProbe.blobs(blobs, context, resting: platform.leases),
            reading,
            models(of: reading.jail, wanted: configuration.jail.readingLanguages, context),
            platform.consumeLoop(for: stage, configuration.stage, needing: [.blobs, .readerJail]),
        ] + suggestions
}

/// Makes suggestions, with a jail that decodes. Empty if reading is off, and this process only reads what is left.
private func suggestions(
    _ configuration: WorkerConfiguration, _ context: ServiceContext, _ platform: StagePlatform, _ blobs: any BlobStore,
    _ readers: ProcessorFactory<any PageReader>, _ precedence: Precedence
) async throws -> [any ServiceComponent] {
    guard configuration.isReadingOn else { return [] }
    let decoding = try await JailComponent(configuration.decoding, context)
    var decoders = ProcessorFactory<any FirstPageDecoder>(.suggestion)
    decoders.register(mediaTypes: Set(MediaType.known)) { _ in JailFirstPageDecoder(jail: decoding.jail) }
    let stage = SuggestionStage(
        reader: platform.store,
        pages: FirstPageReader(blobs: blobs, decoders: decoders, readers: readers, limits: configuration.limits),
        precedence: precedence)
    return [
        decoding,
        platform.consumeLoop(for: stage, configuration.suggestions, needing: [.blobs, .readerJail, .decoderJail]),
    ]
}

/// Logs languages without a model: another language's model reads them badly. It prevents nothing.
private func models(of jail: Jail, wanted: [ReadingLanguage], _ context: ServiceContext) -> HealthProbe {
    HealthProbe("reading-models", isRequired: false, every: .seconds(60), context) {
        let loaded = await jail.models
        let missing = wanted.filter { loaded[$0] == nil }
        guard !missing.isEmpty else { return .ok }
        return .degraded(
            "no model of \(missing.map(\.rawValue).joined(separator: ", ")): install "
                + "\(missing.map(\.package).joined(separator: " ")), or leave them out of \(JailConfiguration.languagesVariable)")
    }
}

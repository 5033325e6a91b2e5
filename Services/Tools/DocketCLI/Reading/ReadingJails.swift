import CommandLine
import CommandSupport
import Configuration
import EventLoop
import Jail
import ServiceRuntime
import Shared
import Telemetry

/// Both jails for one run of the command, and the certificates that verify signed codes.
struct ReadingJails {
    let decoder: Jail
    let reader: Jail
    let proof: CodeProof

    private static func start(
        _ context: CommandContext, _ arguments: ParsedArguments, languages: [ReadingLanguage]
    ) async throws -> ReadingJails {
        let logger = Logger(label: "jail", level: .critical)
        let environment = context.environment(arguments)
        let decoding = try ConfigurationReader.read(environment) { JailConfiguration(reading: &$0) }
        let (reading, certificates) = try ConfigurationReader.read(environment) {
            (JailConfiguration.reader(reading: &$0), CodeCertificates(reading: &$0))
        }
        let decoder = try await started(decoding, "DecoderJail", "", context, logger)
        do {
            let reader = try await started(
                reading, "ReaderJail",
                " A model is needed: install \(ReadingLanguage.english.package), or the package of another language.", context,
                logger)
            try await check(languages, on: reader)
            return ReadingJails(decoder: decoder, reader: reader, proof: certificates.proof)
        } catch {
            await decoder.shutdown()
            throw error
        }
    }

    /// Runs `body` with the jails, and ends them afterwards.
    static func with<Result>(
        _ context: CommandContext, _ arguments: ParsedArguments, languages: [ReadingLanguage] = [],
        _ body: (ReadingJails) async throws -> Result
    ) async throws -> Result {
        let jails = try await start(context, arguments, languages: languages)
        return try await ending(with: jails.shutdown) { try await body(jails) }
    }

    private static func started(
        _ configuration: JailConfiguration, _ name: String, _ more: String, _ context: CommandContext, _ logger: Logger
    ) async throws(CommandFailure) -> Jail {
        do {
            return try await Jail.start(configuration: configuration, group: context.group, logger: logger)
        } catch {
            throw CommandFailure(
                .unavailable, "\(name) cannot be started: \(error.detail)",
                advice: "It should be \(configuration.decoderPath).\(more)")
        }
    }

    private static func check(_ languages: [ReadingLanguage], on reader: Jail) async throws {
        let models = await reader.models
        let missing = languages.filter { models[$0] == nil }
        guard !missing.isEmpty else { return }
        await reader.shutdown()
        throw CommandFailure(
            .unavailable, "there is no model of \(missing.map(\.rawValue).joined(separator: ", "))",
            advice: "Install \(missing.map(\.package).joined(separator: " ")) by apt-get.")
    }

    private func shutdown() async {
        await decoder.shutdown()
        await reader.shutdown()
    }
}

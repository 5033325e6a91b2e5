import CommandLine
import CommandSupport
import Configuration
import Crypto
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Jail
import Shared
import Telemetry

/// `docket check`: checks files by the rules of a journey. Nothing is sent, unless a gateway is to be asked.
enum CheckCommand {
    private static let files = Argument<[FilePath]>(repeated: "FILE", help: "The document's files in order: photos, or a PDF")
    private static let journey = Option<JourneyID>(
        required: "journey", short: "j", placeholder: "JOURNEY", help: "What it is for, such as proof-of-address")
    private static let type = Option<DocumentTypeID?>(
        "type", short: "t", placeholder: "TYPE", help: "What it is, such as utility-bill; may be left out where there is one type"
    )
    private static let issueDate = Option<CalendarDate?>(
        "issue-date", short: "d", placeholder: "YYYY-MM-DD", help: "When it was issued, where the type asks for that")
    private static let expiryDate = Option<CalendarDate?>(
        "expiry-date", short: "e", placeholder: "YYYY-MM-DD", help: "Until when it is valid, where the type asks for that")
    private static let consent = Option<String?>(
        "consent", placeholder: "VERSION", help: "The version of the journey's terms that the person agrees to")
    private static let language = Option<String>(
        "language", placeholder: "TAG", help: "What reasons are written in: en, de, fr, es or ja", default: "en")
    private static let noJail = Flag("no-jail", help: "Do not look into the files; says which rules that leaves open")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "check", summary: "Say what the rules would say of a document, without sending it",
            discussion: """
                Nothing leaves this machine, unless --gateway names one that is to say it by its own journeys; that keeps nothing. The \
                files are looked into by the decoder jail, if DecoderJail lies beside docket (or \
                where DOCKET_DECODER_PATH says); otherwise the rules that need that are named as open. Signatures in a PDF are \
                checked by the certificates in DOCKET_SIGNATURE_AUTHORITIES, and told. Ends with \
                \(ExitCode.refused.rawValue) if the document would be refused.
                """,
            examples: [
                .init("docket check bill.jpg -j proof-of-address -t utility-bill -d 2026-10-31", "One photo"),
                .init(
                    "docket check bill.jpg -j proof-of-address -t utility-bill -g http://127.0.0.1:8080", "What a gateway says"),
            ],
            parameters: [
                files, journey, type, issueDate, expiryDate, consent, language, noJail, JourneysCommand.folder,
                GatewayOptions.gateway, JSONOption.object, GatewayOptions.home,
            ]
        ) { arguments in
            if let url = arguments[GatewayOptions.gateway] {
                let run = try await ask(url, context, arguments)
                show(run, json: arguments[JSONOption.object], context.output)
                return (run.verdict == .refused ? ExitCode.refused : .success).rawValue
            }
            let registry = try JourneysCommand.registry(context, arguments)
            guard let journey = registry[arguments[journey]] else {
                throw CommandFailure(
                    .notAccepted, "there is no journey “\(arguments[journey])”",
                    advice: "There are \(registry.offered.map(\.id.rawValue).joined(separator: ", ")).")
            }
            let type = try documentType(arguments[type], in: journey)
            let jail = arguments[noJail] ? nil : try await startJail(context, arguments)
            var document = DocumentFacts(
                id: .random(), type: type.id, issueDate: arguments[issueDate].map(StatedDate.day) ?? .absent,
                expiryDate: arguments[expiryDate].map(StatedDate.day) ?? .absent)
            document.pages = try await ending(with: { await jail?.shutdown() }) {
                var pages: [PageFacts] = []
                for path in arguments[files] { pages.append(try await Self.facts(path.text, jail)) }
                return pages
            }
            let facts = SubmissionFacts(
                journey: journey, documents: [document], today: journey.day(at: Timestamp(Date())), consent: arguments[consent])
            let run = DryRun(facts, in: Language.choose(acceptLanguage: arguments[language]))
            show(run, json: arguments[JSONOption.object], context.output)
            return (run.verdict == .refused ? ExitCode.refused : .success).rawValue
        }
    }

    private static func ask(_ url: String, _ context: CommandContext, _ arguments: ParsedArguments) async throws -> DryRun {
        let token = try CommandContext.token(of: GatewayOptions.environment(context, arguments))
        do throws(IntakeClientError) {
            let client = try GatewayOptions.client(url: url, token: token, context)
            var document = DocumentToCheck(
                type: arguments[type], issueDate: arguments[issueDate], expiryDate: arguments[expiryDate])
            for path in arguments[files] { document.files.append(try UploadFile(path: path.text)) }
            return try await client.check(
                [document], for: arguments[journey], consent: arguments[consent], language: arguments[language])
        } catch {
            throw GatewayOptions.failure(error, at: url)
        }
    }

    private static func documentType(
        _ id: DocumentTypeID?, in journey: JourneyDefinition
    ) throws(CommandFailure) -> DocumentType {
        if id == nil, journey.documentTypes.count == 1 { return journey.documentTypes[0] }
        if let type = id.flatMap(journey.documentType) { return type }
        throw CommandFailure(
            .notAccepted,
            id.map { "“\(journey.id)” does not take documents of type “\($0)”" } ?? "the document's type is missing",
            advice: "Name one of \(journey.documentTypes.map(\.id.rawValue).joined(separator: ", ")) with --type.")
    }

    /// Nil if there is no jail: the answer says what remains unchecked.
    ///
    /// - Throws: For a certificate that cannot be used: its signatures would be told as of unknown signers.
    private static func startJail(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> Jail? {
        var reader = ConfigurationReader(environment: context.environment(arguments))
        var configuration = JailConfiguration(reading: &reader)
        configuration.trustSigners(reading: &reader)
        try reader.finish()
        return try? await Jail.start(
            configuration: configuration, group: context.group, logger: Logger(label: "jail", level: .critical))
    }

    /// The facts of a file. It is read once here, and once by the jail through a descriptor of its own.
    private static func facts(_ path: String, _ jail: Jail?) async throws -> PageFacts {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.cannotRead(path, advice: "Name a photo or a PDF.") }
        defer { close(descriptor) }
        var gatherer = FileGatherer()
        var digest = Digest(.sha256)
        try FileText.read(descriptor, of: path) { piece in
            gatherer.take(Array(piece))
            digest.update(piece)
        }
        var facts = gatherer.facts(
            id: .random(), digest: ContentDigest(bytes: digest.finalize()),
            fileExtension: MediaType.fileExtension(ofName: path.split(separator: "/").last.map(String.init) ?? path))
        guard let jail, facts.mediaType != nil, facts.size > 0 else { return facts }
        lseek(descriptor, 0, SEEK_SET)
        do {
            facts.add(try await jail.inspect(.descriptor(descriptor), mediaType: facts.mediaType))
        } catch {
            guard let refusal = error.refusal else {
                throw CommandFailure(.failure, "\(path) could not be looked into: \(error.description)", advice: "Try --no-jail.")
            }
            facts.add(refusal)
        }
        return facts
    }

    private static func show(_ run: DryRun, json: Bool, _ terminal: Terminal) {
        guard !json else { return terminal.line(JSONText.of(run)) }
        let style = terminal.style
        let verdict = run.verdict.rawValue.split(separator: "_").joined(separator: " ")
        terminal.line("  \(run.verdict == .refused ? style.bad(verdict) : style.good(verdict))")
        for line in SubmissionScreen.reasons(run.allReasons, style: style) { terminal.line(line) }
        if !run.undecided.isEmpty {
            terminal.line("    open: \(run.undecided.map(\.rawValue).joined(separator: ", "))")
        }
        let signatures = run.documents.flatMap(\.files).flatMap { $0.signatures ?? [] }
        for line in signatures.flatMap(SignatureLines.lines) { terminal.line("    \(line)") }
    }
}

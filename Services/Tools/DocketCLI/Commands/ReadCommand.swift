import CommandLine
import CommandSupport
import Configuration
import FoundationEssentials
import Glibc
import Jail
import Shared
import Telemetry

/// `docket read`: prints the text of some files' pages. Nothing is sent.
enum ReadCommand {
    private static let files = Argument<[FilePath]>(repeated: "FILE", help: "Photos, scans or PDFs")
    private static let languages = Option<String?>(
        "languages", short: "l", placeholder: "LIST",
        help: "The likely languages, the likeliest first, such as deu,eng; all that are installed otherwise")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "read", summary: "Say what stands on the pages of a document, and what that means",
            discussion: """
                Nothing leaves this machine. Photos are made into pages by the decoder jail and read by the reader jail; DecoderJail \
                and ReaderJail lie beside docket (or where DOCKET_DECODER_PATH and DOCKET_READER_PATH say). A PDF's own letters are \
                taken where they are what a person sees. Then come dates, amounts, numbers, zones of travel documents and the \
                kind that it looks like, each with how sure that is: reading suggests, and decides nothing. \
                `docket help reading` says what is read how, and which packages hold models. Signatures of 2D-Doc codes are checked by \
                the certificates in DOCKET_CODE_CERTIFICATES.
                """,
            examples: [
                .init("docket read bill.jpg", "Lines of a photo"),
                .init("docket read letter.pdf --languages deu,eng --json", "Words with their boxes"),
            ],
            parameters: [files, languages, JSONOption.object, GatewayOptions.home]
        ) { arguments in
            let wanted = try chosen(arguments[languages])
            let today = CalendarDate(Timestamp(Date()), in: .utc)
            let (read, models) = try await ReadingJails.with(context, arguments, languages: wanted) { jails in
                var read: [FileReading] = []
                for path in arguments[files] {
                    let file = try await FileReader(jails: jails, languages: wanted).read(path.text)
                    if !arguments[JSONOption.object] { ReadingScreen.show(file, today: today, context.output) }
                    read.append(file)
                }
                return (read, await jails.reader.models)
            }
            if arguments[JSONOption.object] {
                context.output.line(JSONText.of(ReadingReport(read, models: models, today: today)))
            }
            return ExitCode.success.rawValue
        }
    }

    /// - Throws: For an unknown language, and for one whose model is not installed.
    private static func chosen(_ list: String?) throws(CommandFailure) -> [ReadingLanguage] {
        guard let list else { return [] }
        var chosen: [ReadingLanguage] = []
        for name in list.split(separator: ",").map(String.init) {
            guard let language = ReadingLanguage(rawValue: name) ?? ReadingLanguage(tag: name) else {
                throw CommandFailure(
                    .usage, "there is no language “\(name)”",
                    advice: "Name some of \(ReadingLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            if !chosen.contains(language) { chosen.append(language) }
        }
        return chosen
    }
}

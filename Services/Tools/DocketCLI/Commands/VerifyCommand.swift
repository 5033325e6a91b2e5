import CommandLine
import Crypto
import Custody
import EventLoop
import Shared

/// `docket verify`: whether files are those that an installation answers for.
enum VerifyCommand {
    private static let what = Argument<String>(
        "FOLDER|SUBMISSION", help: "A folder that --save has written, or a submission by its id")
    private static let keys = Option<FilePath?>(
        "keys", placeholder: "FILE", help: "The key set (RFC 7517) that you trust; else jwks.json of the folder, or the gateway's"
    )
    private static let save = Option<DirectoryPath?>(
        "save", placeholder: "DIR", help: "Keeps a submission's files, its manifest and the keys in a folder that is made")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "verify", summary: "Check the files of a submission against its signed manifest",
            discussion: """
                Of a folder, nothing is asked of anybody: manifest.jws must be signed by a key of the key set, and each file that it \
                names must lie in the folder, under any name. Of a submission, all that is fetched from the gateway first. A key set that \
                comes with the files shows that they belong together; whose key it is shows the id that you were told otherwise: \
                name a file of your own with --keys. Ends with 0 where all holds, with 1 where something does not, and with 5 where \
                a file is missing. `docket help evidence` shows how to check without docket.
                """,
            examples: [
                .init("docket verify 0197… --save evidence", "Fetch a submission's files, check and keep them"),
                .init("docket verify evidence --keys jwks.json", "Check them again, without the gateway"),
            ],
            parameters: [what, keys, save] + GatewayOptions.all
        ) { arguments in
            let evidence = try await gathered(context, arguments)
            let own = try arguments[keys].map { try keySet(EvidenceFolder.read($0.text), named: $0.text) }
            let trusted = try own ?? keySet(evidence.keys, named: "the key set beside the manifest")
            let report = EvidenceReport(evidence, trusted: trusted, isOwnKeySet: own != nil)
            if arguments[JSONOption.object] {
                context.output.line(JSONText.of(report))
            } else {
                for line in report.lines(context.output.style) { context.output.line(line) }
            }
            return report.exitCode.rawValue
        }
    }

    private static func gathered(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> Evidence {
        let what = arguments[what]
        let folder = arguments[save].map { HomeDirectory.current($0.text).path }
        guard let id = SubmissionID(what) else {
            guard folder == nil else {
                throw CommandFailure(.usage, "--save keeps what a gateway has", advice: "Name a submission by its id.")
            }
            let path = HomeDirectory.current(what).path
            return try await context.group.blocking.run { try EvidenceFolder.evidence(in: path) }
        }
        return try await GatewayEvidence.fetch(id, keeping: folder, context, arguments)
    }

    private static func keySet(_ document: [UInt8], named name: String) throws(CommandFailure) -> JSONWebKeySet {
        do throws(JSONWebKeySet.Fault) {
            return try JSONWebKeySet(document)
        } catch {
            throw CommandFailure(.notAccepted, "\(name) cannot be used: \(error.description)")
        }
    }
}

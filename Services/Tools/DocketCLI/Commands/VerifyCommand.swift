import CommandLine
import CommandSupport
import Crypto
import Custody
import EventLoop
import Shared

/// `docket verify`: checks whether files are those that an installation has signed for.
enum VerifyCommand {
    private static let what = Argument<String?>(
        optional: "FOLDER|MANIFEST|SUBMISSION",
        help:
            "A folder that --save or an export has written, a manifest alone, or a submission by its id; with --log or --erasure a submission alone"
    )
    private static let log = Flag(
        "log",
        help: "Checks the log of custody: over the database all of it; over --gateway what that proves of its token's tenant")
    private static let erasure = Flag(
        "erasure", help: "Checks the certificate that a submission was erased, and that nothing of it is left")
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "With --log, only of this tenant")
    private static let kept = Option<[FilePath]>(
        repeated: "kept", placeholder: "PATH",
        help:
            "With --log or an export's folder, heads that were kept: a file, a folder, or records of docket.custody; can be repeated"
    )
    private static let keys = Option<FilePath?>(
        "keys", placeholder: "FILE", help: "The key set (RFC 7517) that you trust; else jwks.json of the folder, or the gateway's"
    )
    private static let save = Option<DirectoryPath?>(
        "save", placeholder: "DIR",
        help: "Keeps a submission's files, its manifest and the keys, or its certificate, in a folder that is made")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "verify", summary: "Check files against a signed manifest, or the log of custody against its signed heads",
            discussion: """
                Of a folder, nothing is asked of anybody: manifest.jws must be signed by a key of the key set, and each file that it \
                names must lie in the folder, under any name. Of a manifest alone (a file), its signature is checked, and its files cannot be told of. Of a submission, all that is \
                fetched from the gateway first; a file that the gateway cannot read is named. A key set that \
                comes with the files shows that they belong together; whose key it is shows the id that you were told otherwise: \
                name a file of your own with --keys. A folder that `docket export` has written for a submission holds custody.json, too: \
                its head must be signed, the log must go on from the head before, and each row must be in it as it was. With \
                --kept, heads that were kept are compared with that head. What is not in the folder is said, for it cannot be told. \
                The events of a submission are counted; whether acts of the audit trail were left out, no folder can show. \
                Ends with 0 where all holds, with 1 where something does not, and with 5 where a file is missing, \
                an export lacks the part of the log, something hangs on a leaf that no head covers, or the folder \
                cannot tell of a kept head. With --log, the heads of each tenant's log must be signed and follow each other, the log must be the one that \
                they were signed of and that --kept heads were signed of, and each row must be what it was when it became a leaf: what \
                is not is named. It ends with 5 where a kept head covers what a restore has lost, or something is gone by an act that is no leaf yet. With --erasure, the certificate of a \
                submission's erasure must be signed, the log must have its digest, and nothing of the submission may be left: no row of its \
                documents or its person, no key, no salt of the log from before, no answer of an endpoint to what it was told before, and in the audit trail from before \
                no note, address or id of the person. The database is asked, or a gateway where --gateway or GATEWAY_URL alone names it. It ends with 5 where no signed head \
                proves it yet. Time stamps of heads (RFC 3161) are checked with --tsa-certificates; without, whose they are cannot be told. \
                `docket help evidence` shows how to check without docket.
                """,
            examples: [
                .init("docket verify 0197… --save evidence", "Fetch a submission's files, check and keep them"),
                .init("docket verify evidence --keys jwks.json", "Check them again, without the gateway"),
                .init("docket verify export/0197… --keys jwks.json", "Check what an export has written, and ask nobody"),
                .init("docket verify export/0197… --kept heads", "Compare it with heads that you have kept"),
                .init("docket verify --log --keys jwks.json --kept heads", "Check the database's logs against heads in a folder"),
                .init("docket verify --log 0197… --gateway https://docket.example", "Check what the log has of a submission"),
                .init("docket verify --erasure 0197… --save gone", "Check that a submission was erased, and keep the proof"),
            ],
            parameters: [what, log, erasure, tenant, kept, keys, HeadStampText.option, save] + GatewayOptions.all
        ) { arguments in
            let own = try arguments[keys].map { try keySet(EvidenceFolder.read($0.text), named: $0.text) }
            let authorities = try HeadStampText.authorities(arguments)
            if arguments[log] {
                guard !arguments[erasure] else {
                    throw CommandFailure(.usage, "--log and --erasure check different things", advice: "Give one of them.")
                }
                return try await verifyLog(context, arguments, own, authorities)
            }
            guard arguments[tenant] == nil else {
                throw CommandFailure(.usage, "--tenant is about the log", advice: "Add --log.")
            }
            let isFolder = arguments[what].map { SubmissionID($0) == nil } ?? false
            guard arguments[kept].isEmpty || isFolder && !arguments[erasure] else {
                throw CommandFailure(
                    .usage, "--kept is about the log, or the folder of an export", advice: "Add --log, or name the folder.")
            }
            if let report = try await ofErasure(context, arguments, own, authorities) {
                guard arguments[kept].isEmpty else {
                    throw CommandFailure(
                        .usage, "the folder is one of a certificate, which --kept heads are not compared with",
                        advice: "Leave --kept out, or compare them with the log: `docket verify --log --kept`.")
                }
                show(report, report.lines, context, arguments)
                return report.exitCode.rawValue
            }
            let evidence = try await gathered(context, arguments)
            let trusted = try own ?? keySet(beside: evidence)
            let heads = try await keptHeads(context, arguments, beside: evidence)
            let report = try EvidenceReport(
                evidence, trusted: trusted, isOwnKeySet: own != nil, authorities: authorities, kept: heads)
            show(report, report.lines, context, arguments)
            return report.exitCode.rawValue
        }
    }

    private static func show(
        _ report: some Encodable, _ lines: (Style) -> [String], _ context: CommandContext, _ arguments: ParsedArguments
    ) {
        context.output.show(report, isJSON: arguments[JSONOption.object], lines)
    }

    /// Nil if the options do not concern an erasure.
    private static func ofErasure(
        _ context: CommandContext, _ arguments: ParsedArguments, _ own: JSONWebKeySet?, _ authorities: TimeStampAuthorities?
    ) async throws -> ErasureReport? {
        let submission = arguments[what].flatMap { SubmissionID($0) }
        if arguments[erasure] {
            guard let submission else {
                throw CommandFailure(.usage, "--erasure is about a submission", advice: "Name it by its id.")
            }
            return try await ErasureVerification(
                context: context, arguments: arguments, submission: submission, ownKeys: own, authorities: authorities,
                folder: arguments[save].map { HomeDirectory.current($0.text).path }
            ).report()
        }
        guard submission == nil, arguments[save] == nil, let path = arguments[what].map({ HomeDirectory.current($0).path }) else {
            return nil
        }
        return try await context.group.blocking.run {
            try ErasureVerification.kept(in: path, ownKeys: own, authorities: authorities)
        }
    }

    private static func verifyLog(
        _ context: CommandContext, _ arguments: ParsedArguments, _ own: JSONWebKeySet?, _ authorities: TimeStampAuthorities?
    ) async throws -> Int32 {
        let submission = arguments[what].flatMap { SubmissionID($0) }
        guard arguments[save] == nil, arguments[what] == nil || submission != nil else {
            throw CommandFailure(
                .usage, "--log takes no folder, and keeps none", advice: "Name a submission by its id, or nothing.")
        }
        guard submission == nil && arguments[GatewayOptions.gateway] == nil || arguments[tenant] == nil else {
            throw CommandFailure(.usage, "a gateway tells of its token's tenant alone", advice: "Leave --tenant out.")
        }
        let report = try await LogVerification(
            context: context, arguments: arguments, ownKeys: own, authorities: authorities,
            keptPaths: arguments[kept].map(\.text),
            tenant: arguments[tenant], submission: submission
        ).report()
        show(report, report.lines, context, arguments)
        return report.exitCode.rawValue
    }

    private static func gathered(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> Evidence {
        guard let what = arguments[what] else {
            throw CommandFailure(
                .usage, "nothing is named that could be checked", advice: "Name a folder or a submission, or add --log.")
        }
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

    /// Nil if none are named.
    private static func keptHeads(
        _ context: CommandContext, _ arguments: ParsedArguments, beside evidence: Evidence
    ) async throws -> [String: [KeptHead]]? {
        let paths = arguments[kept].map { HomeDirectory.current($0.text).path }
        guard !paths.isEmpty else { return nil }
        guard evidence.custody != nil else {
            throw CommandFailure(
                .notFound, "\(Evidence.custodyName) is not in the folder, and --kept heads are compared with what it has",
                advice: "Name a folder that `docket export` has written when a head was signed, a minute after the first leaf.")
        }
        return try await context.group.blocking.run { try KeptHeads.read(paths) }
    }

    /// The key set beside the evidence. Without signatures none is needed.
    private static func keySet(beside evidence: Evidence) throws(CommandFailure) -> JSONWebKeySet {
        if let keys = evidence.keys { return try keySet(keys, named: "the key set beside the manifest") }
        guard evidence.manifest == nil, evidence.custody == nil else {
            throw CommandFailure(
                .notFound, "\(Evidence.keysName) is not in the folder", advice: "Name the keys that you trust with --keys.")
        }
        return JSONWebKeySet()
    }

    static func keySet(_ document: [UInt8], named name: String) throws(CommandFailure) -> JSONWebKeySet {
        do throws(JSONWebKeySet.Fault) {
            return try JSONWebKeySet(document)
        } catch {
            throw CommandFailure(.notAccepted, "\(name) cannot be used: \(error.description)")
        }
    }
}

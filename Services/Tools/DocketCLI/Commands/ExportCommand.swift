import BlobStore
import CommandLine
import CommandSupport
import Domain
import EventLoop
import Glibc
import Operations
import PostgresStore
import ServiceRuntime
import Shared

/// `docket export`: writes all data of a person.
enum ExportCommand {
    private static let folder = Option<DirectoryPath>(
        required: "to", placeholder: "DIR", help: "A folder that is made, or is empty")

    private static let reason = Option<String?>(
        "reason", placeholder: "TEXT", help: "Why it is taken, for the tenant's audit trail; over a gateway it has to be said")

    private static let kept = Option<[FilePath]>(
        repeated: "kept", placeholder: "PATH",
        help: "Heads that an auditor has kept: the proofs that the log goes on from them are added; as docket verify takes them")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "export", summary: "Write all that is held of a submission or a person, as files and JSON",
            discussion: """
                Makes a folder for each submission: export.json holds what the tables say of it, by table, and documents/ its \
                files, the originals as they came in beside the clean pages made of them. manifest.jws with jwks.json, facts.json and \
                custody.json prove what the files are, and what was done with them: `docket verify` checks a submission's folder without \
                asking anybody. What cannot be proven is said, such as where DOCKET_SIGNING_KEY is not set. Only the owner can read it. That it was \
                taken is in the audit trail. Reads DATABASE_URL and DOCKET_BLOBS from the environment, or from the `docket up` \
                that runs in --home; where GATEWAY_URL and DOCKET_TOKEN are given instead, the gateway is asked, which wants a reason.
                """,
            examples: [
                .init("docket export person-17 --tenant acme --to person-17", "All that is held of a person"),
                .init("docket export 0197… --to export --kept heads", "With proofs for an auditor who has kept heads"),
            ],
            parameters: [
                PersonalDataAccess.who, PersonalDataAccess.tenant, PersonalDataAccess.subjectOnly, folder, reason, kept,
                JSONOption.lines,
                GatewayOptions.home,
            ]
        ) { arguments in
            let path = HomeDirectory.current(arguments[folder].text).path
            let kept = try await KeptSizes(arguments[kept].map(\.text), context)
            if let code = try await GatewayExport.run(context, arguments, reason: arguments[reason], kept: kept, to: path) {
                return code
            }
            return try await PersonalDataAccess.with(context, arguments, opensFiles: true) { access in
                guard let blobs = access.blobs, let evidence = access.evidence else {
                    throw CommandFailure(
                        .configuration, "the files cannot be found: DOCKET_BLOBS is not set",
                        advice: "Set it to the folder of the services, or name the folder of a `docket up` with --home.")
                }
                let found = try await access.submissions(
                    arguments[PersonalDataAccess.who], tenant: arguments[PersonalDataAccess.tenant],
                    subjectOnly: arguments[PersonalDataAccess.subjectOnly])
                let sizes = try found.first.map { try kept.of($0.tenant) } ?? []
                try makeEmptyFolder(path)
                var lines: [Line] = []
                for submission in found {
                    let origin = AuditOrigin(actor: Operator(context: context).name)
                    guard
                        let export = try await access.data.export(
                            submission.submission, by: origin, because: arguments[reason])
                    else { continue }
                    let target = "\(path)/\(submission.submission)"
                    try HomeDirectory.makeFolder(target, mode: 0o700)
                    try FileText.write("\(target)/export.json", bytes: Array((export.records + "\n").utf8))
                    let proven = try await evidence.evidence(
                        of: export.submission, tenant: export.tenant, provenFrom: sizes)
                    let gaps = try write(proven, to: target)
                    var missing: [String] = []
                    for file in export.files where try await !write(file, of: export, from: blobs, to: target, context) {
                        missing.append(file.name)
                    }
                    lines.append(
                        Line(
                            submission: "\(submission.submission)", folder: target, files: export.files.count - missing.count,
                            missing: missing, unproven: gaps))
                }
                guard !lines.isEmpty else { throw CommandFailure(.notFound, "everything of it was erased") }
                show(lines, context, arguments)
                return (lines.allSatisfy(\.missing.isEmpty) ? ExitCode.success : .missing).rawValue
            }
        }
    }

    /// Writes the files that `docket verify FOLDER` checks, and returns what is missing among them.
    static func write(_ evidence: ExportedEvidence?, to folder: String) throws -> [String] {
        guard let evidence else { return ["it was erased meanwhile"] }
        func write(_ value: JSONValue?, _ name: String) throws {
            if let value { try FileText.write("\(folder)/\(name)", bytes: try CanonicalJSON.encode(value)) }
        }
        if let manifest = evidence.manifest {
            try FileText.write("\(folder)/\(Evidence.manifestName)", bytes: Array("\(manifest)\n".utf8))
        }
        try write(evidence.keys, Evidence.keysName)
        try write(evidence.facts, Evidence.factsName)
        try write(evidence.custody, Evidence.custodyName)
        return evidence.gaps
    }

    static func makeEmptyFolder(_ path: String) throws(CommandFailure) {
        try HomeDirectory.makeFolder(path, mode: 0o700)
        guard let stream = opendir(path) else { throw .cannotCreate(path) }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        guard count <= 2 else {
            throw CommandFailure(.cannotCreate, "\(path) is not empty", advice: "Name another folder with --to.")
        }
    }

    /// False if the file no longer exists.
    private static func write(
        _ file: PersonalDataExport.File, of export: PersonalDataExport, from blobs: any BlobStore, to folder: String,
        _ context: CommandContext
    ) async throws -> Bool {
        let blob: BlobFile
        do throws(BlobError) {
            blob = try await blobs.open(
                BlobKey(tenant: export.tenant, submission: export.submission, digest: file.digest))
        } catch {
            guard error.code == .notFound else {
                throw CommandFailure(
                    .unavailable, "the blobs: \(OperatorWords.of(error))", advice: "Is this run as the services' user?")
            }
            return false
        }
        let ending = file.mediaType?.fileExtensions.first.map { ".\($0)" } ?? ""
        let path = "\(folder)/\(file.name)\(ending)"
        if let slash = path.lastIndex(of: "/") { try HomeDirectory.makeFolder(String(path[..<slash]), mode: 0o700) }
        try await copy(blob, to: path, context)
        return true
    }

    private static func copy(_ blob: BlobFile, to path: String, _ context: CommandContext) async throws {
        try await context.group.blocking.run {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw CommandFailure.cannotCreate(path) }
            defer { close(descriptor) }
            var offset = 0
            while offset < blob.size {
                let piece = try blob.read(at: offset, count: 1 << 20)
                guard !piece.isEmpty else { break }
                try FileText.append(piece, to: descriptor, of: path)
                offset += piece.count
            }
        }
    }

    static func show(_ lines: [Line], _ context: CommandContext, _ arguments: ParsedArguments) {
        context.output.show(each: lines, isJSON: arguments[JSONOption.lines]) { style in
            lines.flatMap { line in
                ["\(line.submission): \(line.files) files and export.json in \(line.folder)"]
                    + line.missing.map { style.warning("  is not there any more: \($0)") }
                    + line.unproven.map { style.warning("  cannot be proven: \($0)") }
            }
        }
    }

    /// The written files of one submission; a line of JSON.
    struct Line: Encodable, Sendable {
        let submission: String
        let folder: String
        let files: Int
        /// Files that the tables name and that do not exist.
        let missing: [String]
        /// What the evidence lacks, in words.
        let unproven: [String]
    }
}

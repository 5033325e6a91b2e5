import CommandLine
import CommandSupport
import EventLoop
import Glibc
import Operations
import Shared

/// `docket export` over the gateway. The contents of a submission require a reason, which the gateway records.
enum GatewayExport {
    /// The bytes of a file that are requested at once.
    private static let piece = 16 << 20

    private struct Broken: Decodable {
        let until: String
    }

    /// Nil if the database is to be used.
    static func run(
        _ context: CommandContext, _ arguments: ParsedArguments, reason: String?, kept: KeptSizes,
        to folder: String
    ) async throws -> Int32? {
        try await AdminGateway.run(context) { gateway in
            guard let reason else {
                throw CommandFailure(
                    .usage, "nothing says why it is taken", advice: "Say it with --reason: the tenant's audit trail has it.")
            }
            let found = try await GatewayPersons(gateway: gateway).submissions(arguments, arguments[PersonalDataAccess.who])
                .filter { $0.erasedAt == nil }
            guard !found.isEmpty else { throw CommandFailure(.notFound, "everything of it was erased") }
            let sizes = try kept.of(found[0].tenant)
            try ExportCommand.makeEmptyFolder(folder)
            var lines: [ExportCommand.Line] = []
            for one in found {
                let _: Broken = try await gateway.done(
                    "POST", "/v1/admin/glass",
                    .object(["submission": .string("\(one.submission)"), "reason": .string(reason)]))
                let target = "\(folder)/\(one.submission)"
                lines.append(try await write(one.submission, provenFrom: sizes, from: gateway, to: target, context))
            }
            ExportCommand.show(lines, context, arguments)
            return (lines.allSatisfy(\.missing.isEmpty) ? ExitCode.success : .missing).rawValue
        }
    }

    private static func write(
        _ id: SubmissionID, provenFrom sizes: Set<Int>, from gateway: AdminGateway, to target: String,
        _ context: CommandContext
    ) async throws -> ExportCommand.Line {
        let records = try await gateway.bytes("/v1/admin/exports/\(id)")
        let files: AdminGateway.Items<ExportedFile> = try await gateway.get("/v1/admin/exports/\(id)/files")
        try HomeDirectory.makeFolder(target, mode: 0o700)
        try FileText.write("\(target)/export.json", bytes: records + [UInt8(ascii: "\n")])
        let evidence: ExportedEvidence = try await gateway.get(
            "/v1/admin/exports/\(id)/evidence", sizes.sorted().map { ("from", "\($0)") })
        let gaps = try ExportCommand.write(evidence, to: target)
        var missing: [String] = []
        for file in files.items {
            guard let size = file.size else {
                missing.append(file.name)
                continue
            }
            guard isBelow(file.name) else {
                throw CommandFailure(.notAccepted, "the gateway names a file ‘\(file.name)’, which would lie elsewhere")
            }
            let path = "\(target)/\(file.name)"
            if let slash = path.lastIndex(of: "/") { try HomeDirectory.makeFolder(String(path[..<slash]), mode: 0o700) }
            try await copy("/v1/admin/exports/\(id)/files/\(file.digest)", size: size, from: gateway, to: path, context)
        }
        return ExportCommand.Line(
            submission: "\(id)", folder: target, files: files.items.count - missing.count, missing: missing, unproven: gaps)
    }

    /// Whether the name stays below the folder. The gateway is not trusted: nothing is written outside.
    static func isBelow(_ name: String) -> Bool {
        let parts = name.split(at: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." } && !name.utf8.contains(0)
    }

    private static func copy(
        _ address: String, size: Int, from gateway: AdminGateway, to path: String, _ context: CommandContext
    ) async throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure.cannotCreate(path) }
        defer { close(descriptor) }
        var offset = 0
        while offset < size {
            let bytes = try await gateway.bytes(address, at: offset, count: min(piece, size - offset))
            guard !bytes.isEmpty, bytes.count <= size - offset else {
                throw CommandFailure(
                    .unavailable, "the gateway gave \(bytes.count) bytes of \(size - offset) that are left of \(path)")
            }
            try await context.group.blocking.run { try FileText.append(bytes, to: descriptor, of: path) }
            offset += bytes.count
        }
    }
}

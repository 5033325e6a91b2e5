import BlobStore
import HTTPServer
import Operations
import PostgresStore
import Shared

extension Endpoint {
    static let ofExports: [Endpoint] = [
        .reading(
            "adminExports", "/v1/admin/exports", "The submissions of a person, or one, of which an export can be taken",
            [
                .query("submission", .named("Identifier"), "This one."),
                .query("subject", .text(1...256), "Those of this person, by the tenant's own id."), .tenant,
            ], audited: "admin.search"
        ) { ExportHandlers(gateway: $0).list },
        .reading(
            "adminExport", "/v1/admin/exports/{export}", "All that the tables hold of a submission, behind the glass",
            [.path("export", .named("Identifier"), "The submission's id.")]
        ) { ExportHandlers(gateway: $0).show },
        .reading(
            "adminExportFiles", "/v1/admin/exports/{export}/files", "Its files, behind the glass",
            [.path("export", .named("Identifier"), "The submission's id.")]
        ) { ExportHandlers(gateway: $0).files },
        .reading(
            "adminExportEvidence", "/v1/admin/exports/{export}/evidence",
            "Its signed manifest and what the log of custody proves of it, behind the glass",
            [
                .path("export", .named("Identifier"), "The submission's id."),
                .query(
                    "from", .array(of: .integer(0 ... .max), maximum: CustodyReader.mostSizes),
                    "Leaves of a head that was kept; the log is proven to go on from them.", isList: true),
            ]
        ) { ExportHandlers(gateway: $0).evidence },
        .reading(
            "adminExportFile", "/v1/admin/exports/{export}/files/{digest}", "One of its files, behind the glass",
            [
                .path("export", .named("Identifier"), "The submission's id."),
                .path("digest", .text(1...80), "As the export names it."),
            ]
        ) { ExportHandlers(gateway: $0).file },
    ]
}

/// `/v1/admin/exports`: exports all data of a person.
struct ExportHandlers: Sendable {
    let gateway: GatewayServices

    private struct Line: Encodable {
        let submission, tenant, state, createdAt: String
        let erasedAt: String?
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["subject", "submission", "tenant"])
        let submission = faults.read("submission", "the id of a submission") { SubmissionID($0) }
        let subject = faults.read("subject", "a text of 1 to 256 characters") {
            PlainText.isValid($0, length: 1...256) ? $0 : nil
        }
        let tenant = faults.tenant()
        try faults.check("Nothing can be found like this; `errors` says why.")
        let personal = gateway.operations.personal
        let found: [PersonalDataStore.Found]
        switch (submission, subject) {
        case (let id?, nil): found = try await personal.submission(id, tenant: tenant).map { [$0] } ?? []
        case (nil, let subject?): found = try await personal.submissions(of: subject, tenant: tenant)
        default:
            throw Problem(.invalidParameter, detail: "Name either a `submission`, or a person by `subject`.")
        }
        return .whole(
            found.map {
                Line(
                    submission: $0.submission.description, tenant: $0.tenant.rawValue, state: $0.state.rawValue,
                    createdAt: $0.createdAt.description, erasedAt: $0.erasedAt?.description)
            })
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let id = try await opened(call)
        guard let export = try await gateway.operations.personal.export(id, by: call.origin) else { throw Problem.notFound }
        return .bytes(
            Array(export.records.utf8), status: 200, contentType: "application/json",
            headers: [
                "Cache-Control": "private, no-store", "Content-Disposition": "attachment; filename=\"\(id).json\"",
            ])
    }

    func files(_ call: Call) async throws -> HTTPResponse {
        let id = try await opened(call)
        guard let held = try await gateway.operations.personal.files(of: id) else { throw Problem.notFound }
        var files: [ExportedFile] = []
        for file in held.files { files.append(try await described(file, in: BlobSpace(tenant: held.tenant, submission: id))) }
        return .whole(files)
    }

    func file(_ call: Call) async throws -> HTTPResponse {
        let id = try await opened(call)
        guard let name = call.parameters["digest"], let held = try await gateway.operations.personal.files(of: id),
            let file = held.files.first(where: { $0.digest.description == name })
        else { throw Problem.notFound }
        let blob = try await gateway.blobs.open(BlobSpace(tenant: held.tenant, submission: id).key(file.digest))
        try await gateway.trail.note(.download("export.download"), call, about: (held.tenant, id))
        return BlobAnswer.respond(
            to: call.request, with: blob, digest: file.digest, mediaType: file.mediaType,
            name: Self.ending(file, after: "\(id)-\(file.digest.hex.prefix(12))"), origin: .person)
    }

    func evidence(_ call: Call) async throws -> HTTPResponse {
        let sizes = try Self.sizes(call.request.query)
        let id = try await opened(call)
        guard let found = try await gateway.operations.personal.submission(id),
            let evidence = try await gateway.evidence.evidence(of: id, tenant: found.tenant, provenFrom: sizes)
        else { throw Problem.notFound }
        try await gateway.trail.note(.download("export.download"), call, about: (found.tenant, id))
        return .json(evidence, headers: HTTPResponse.privateHeaders)
    }

    // MARK: - Parts

    private static func sizes(_ query: QueryParameters) throws(Problem) -> Set<Int> {
        let values = query.values(for: "from")
        let sizes = values.compactMap { Int($0) }.filter { $0 >= 0 }
        guard sizes.count == values.count, values.count <= CustodyReader.mostSizes else {
            let detail = "must be numbers of leaves, and at most \(CustodyReader.mostSizes) of them"
            throw Problem(
                .invalidParameter, detail: "The query parameter “from” cannot be used.",
                errors: [ProblemItem(parameter: "from", detail: detail)])
        }
        return Set(sizes)
    }

    /// The requested submission, if it exists and the caller has break-glass access.
    @inline(never)
    private func opened(_ call: Call) async throws -> SubmissionID {
        let id: SubmissionID = try call.identifier("export")
        guard let found = try await gateway.operations.personal.submission(id), found.erasedAt == nil else {
            throw Problem.notFound
        }
        try await gateway.glass.check(id, for: call.principal)
        return id
    }

    @inline(never)
    private func described(_ file: PersonalDataExport.File, in space: BlobSpace) async throws -> ExportedFile {
        let size: Int?
        do throws(BlobError) {
            size = try await gateway.blobs.open(space.key(file.digest)).size
        } catch {
            guard error.code == .notFound else { throw error }
            size = nil
        }
        return ExportedFile(
            name: Self.ending(file, after: file.name), digest: file.digest.description, mediaType: file.mediaType?.essence,
            size: size)
    }

    private static func ending(_ file: PersonalDataExport.File, after name: String) -> String {
        name + (file.mediaType?.fileExtensions.first.map { ".\($0)" } ?? "")
    }
}

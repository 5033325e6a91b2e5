import BlobStore
import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `/v1/mail`: what came by mail and waits for somebody who says whose it is.
struct MailHandlers: Sendable {
    let gateway: GatewayServices

    private static let defaultLimit = 50
    private var store: MailStore { gateway.mail.store }

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: 1...MailStore.maximumPageSize) ?? Self.defaultLimit
        let parts = ListingParts(of: "mail", under: [], at: gateway.links.mail)
        let place = try parts.place(in: query) { MailID($0) }
        let found = try await store.waiting(of: call.tenant, after: place, limit: limit + 1)
        let shown = found.prefix(limit)
        return parts.answer(
            shown.map { MailResource(mail: $0, links: gateway.links) },
            next: found.count > limit ? shown.last?.id.description : nil, query, limit: limit)
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        .resource(MailResource(mail: try await mail(call), links: gateway.links))
    }

    /// Whoever says whose it is has to see it.
    func file(_ call: Call) async throws -> HTTPResponse {
        let mail = try await mail(call)
        guard let name = call.parameters["digest"], let file = mail.files.first(where: { $0.digest.description == name })
        else { throw Problem.notFound }
        let blob = try await gateway.blobs.open(BlobSpace(tenant: mail.tenant, submission: mail.space).key(file.digest))
        let suffix = file.mediaType.fileExtensions.first.map { ".\($0)" } ?? ""
        return BlobAnswer.respond(
            to: call.request, with: blob, digest: file.digest, mediaType: file.mediaType,
            name: "\(mail.id)-\(file.digest.hex.prefix(12))\(suffix)", origin: .person)
    }

    /// `{"submission"?, "type"?}`: its files become documents of that submission. What is left out is as the message itself says.
    func assign(_ call: Call) async throws -> HTTPResponse {
        let aim = try await readAim(call)
        let mail = try await mail(call)
        if mail.state == .assigned, aim.submission == nil || aim.submission == mail.submission {
            return .resource(MailResource(mail: mail, links: gateway.links))
        }
        guard mail.state == .waiting else { throw Problem.mailEnded }
        let missing = [
            aim.submission ?? mail.submission == nil ? ("submission", "Say which submission it is for.") : nil,
            aim.type ?? mail.type == nil ? ("type", "Say which document type of the journey it is.") : nil,
        ].compactMap(\.self)
        guard let submission = aim.submission ?? mail.submission, let type = aim.type ?? mail.type else {
            throw Problem(
                .invalidRequest, detail: "The message does not say it by itself; `errors` says what is missing.",
                errors: missing.map { ProblemItem(pointer: "/\($0.0)", detail: $0.1, rule: "required") })
        }
        let assignment = MailAssignment(gateway: gateway, origin: call.origin, traceparent: call.traceparent)
        guard let assigned = try await assignment.assign(mail, to: submission, as: type) else { throw Problem.mailEnded }
        call.note("mail assigned", in: submission, gateway.logger, ["mail": .string(mail.id.description)])
        return .resource(MailResource(mail: assigned, links: gateway.links))
    }

    @inline(never)
    private func readAim(_ call: Call) async throws -> MailAim {
        var object = try await call.request.optionalJSONObject()
        let submission = object.optionalString("submission", maximum: 36)
        let type = object.optionalString("type", maximum: 64)
        let aim = MailAim(
            type: type.flatMap { DocumentTypeID(rawValue: $0) }, submission: submission.flatMap { SubmissionID($0) })
        if submission != nil, aim.submission == nil { object.fault("submission", "This is not an id.", rule: "identifier") }
        if type != nil, aim.type == nil { object.fault("type", "This is not the name of a document type.", rule: "identifier") }
        try object.finish()
        return aim
    }

    /// Asks first: its files are gone then.
    func discard(_ call: Call) async throws -> HTTPResponse {
        let mail = try await mail(call)
        guard mail.state == .waiting else { throw Problem.mailEnded }
        let subject = ConfirmationSubject(action: "mail.discard", resource: "mail/\(mail.id)", version: mail.version)
        let prompt = ConfirmationPrompt(
            title: "Discard this message?", message: "The files that it has brought will be deleted for good.",
            actionLabel: "Discard message")
        try await gateway.confirmations.check(subject, prompt: prompt, for: call)
        let ended = try await store.end(
            mail.id, of: mail.tenant, as: .discarded, version: mail.version, by: call.origin)
        guard ended != nil else { throw Problem.mailEnded }
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }

    private func mail(_ call: Call) async throws -> MailRecord {
        guard let found = try await store.mail(try call.identifier("mail"), of: call.tenant) else { throw Problem.notFound }
        return found
    }
}

extension Problem {
    fileprivate static var mailEnded: Problem {
        Problem(
            .mailEnded, detail: "It was assigned, discarded or given up, or somebody else is about to assign it. List what waits."
        )
    }
}

extension Links {
    var mail: String { "\(base)/v1/mail" }
    func mail(_ id: MailID) -> String { "\(mail)/\(id)" }
}

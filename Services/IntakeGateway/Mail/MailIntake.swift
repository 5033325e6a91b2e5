import BlobStore
import Crypto
import Domain
import EventLoop
import HTTPServer
import Jail
import LMTP
import PostgresStore
import Shared
import Telemetry

/// Takes what mail servers deliver. Whatever is answered with 250 is durable, and known when it comes again.
///
/// A message first waits, with its files in a part of the blob store of its own; where it is clear whose it is it is assigned at once. So
/// nothing is lost between the two, and a person's assignment is the same step.
struct MailIntake: LMTPHandler {
    let gateway: GatewayServices
    let configuration: MailConfiguration
    let jail: Jail
    let metrics: MailMetrics

    /// Who the audit trail says did it.
    static let origin = AuditOrigin(actor: "mail")

    func refusal(of recipient: MailPath, from sender: MailPath?) async -> LMTPReply? {
        guard destination(of: recipient) == nil else { return nil }
        metrics.countRefusal(LMTPReply.unknownRecipient.status)
        return .unknownRecipient
    }

    func note(_ refusal: LMTPReply) { metrics.countRefusal(refusal.status) }

    func deliver(_ message: LMTPSession.Message) async -> [LMTPReply] {
        let mail: ReadMail
        do {
            mail = try await jail.mail(
                .bytes(message.bytes),
                MailRequest(
                    maximumBytes: max(configuration.messageBytes, 1), maximumAttachmentBytes: gateway.maximumFileBytes))
        } catch {
            gateway.logger.warning(
                "a message could not be taken apart", ["code": .string(error.code), "detail": .string(error.detail)])
            return message.recipients.map { _ in counted(LMTPReply(error)) }
        }
        guard
            let arrival = try? await gateway.mail.pool.run({ [authority = configuration.authority] in
                Arrival(mail, message.bytes, authority: authority)
            })
        else { return message.recipients.map { _ in counted(.tryAgain) } }
        var replies: [LMTPReply] = []
        // The same address twice is one delivery, with two replies.
        for (index, recipient) in message.recipients.enumerated() {
            let before = message.recipients[..<index].firstIndex(of: recipient)
            if let before {
                replies.append(replies[before])
            } else {
                replies.append(await deliver(arrival, to: recipient))
            }
        }
        return replies
    }

    // MARK: - One recipient

    /// Where mail for an address goes.
    private struct Destination {
        let mailbox: Mailbox
        let aim: MailAim
        let journey: JourneyDefinition

        /// What it is, where that is clear.
        var type: DocumentTypeID? {
            aim.type ?? mailbox.type ?? (journey.documentTypes.count == 1 ? journey.documentTypes.first?.id : nil)
        }

        /// What its files may be.
        var types: [DocumentType] { journey.documentTypes.filter { type == nil || $0.id == type } }
    }

    private func destination(of recipient: MailPath) -> Destination? {
        guard let (mailbox, parts) = configuration.mailboxes.mailbox(local: recipient.local, domain: recipient.domain),
            let journey = gateway.journeys[mailbox.journey], let aim = MailAim(parts, in: journey)
        else { return nil }
        return Destination(mailbox: mailbox, aim: aim, journey: journey)
    }

    /// What is known of a message, whoever it is for.
    private struct Arrival: Sendable {
        let mail: ReadMail
        /// Of the whole message.
        let digest: [UInt8]
        /// Of its attachments, in their order.
        let attachments: [UInt8]
        /// Nil where `From` names nobody, or several.
        let sender: String?
        let authentication: MailAuthentication

        init(_ mail: ReadMail, _ bytes: [UInt8], authority: String?) {
            self.mail = mail
            digest = SHA256.hash(bytes)
            attachments = SHA256.hash(mail.attachments.flatMap { SHA256.hash($0.bytes ?? []) })
            let from = mail.facts.from
            let path = from.count == 1 ? MailPath(from[0]) : nil
            sender = path.map(\.description).flatMap { NewSubmission.isEmail($0) ? $0 : nil }
            authentication = MailAuthentication(mail.facts.authentication, by: authority, domain: path?.domain)
        }
    }

    private func deliver(_ arrival: Arrival, to recipient: MailPath) async -> LMTPReply {
        guard let destination = destination(of: recipient) else { return counted(.unknownRecipient) }
        if destination.mailbox.requiresAuthentication, arrival.authentication.verdict != .passed { return counted(.notAuthentic) }
        let (mail, types, most, limits) = (arrival.mail, destination.types, gateway.maximumFileBytes, gateway.fileLimits)
        // Every byte is looked at: not on a loop that others' connections are on.
        let chosen = try? await gateway.mail.pool.run { MailSelection(mail, for: types, maximumBytes: most, limits: limits) }
        guard let selection = chosen else { return counted(.tryAgain) }
        guard !selection.files.isEmpty else {
            if arrival.mail.facts.isEncrypted { return counted(.encrypted) }
            return counted(selection.isTooLarge ? .attachmentTooLarge : .noAttachment)
        }
        do {
            return try await take(selection, arrival, for: recipient, destination)
        } catch let problem as Problem where problem.kind == .quotaUsedUp {
            return counted(LMTPReply(problem))
        } catch {
            gateway.logger.warning(
                "mail could not be taken: the mail server tries again",
                ["tenant": .string(destination.mailbox.tenant.rawValue), "error": .string(String(reflecting: error))])
            return counted(LMTPReply(error))
        }
    }

    private func take(
        _ selection: MailSelection, _ arrival: Arrival, for recipient: MailPath, _ destination: Destination
    ) async throws -> LMTPReply {
        let begun = try await gateway.mail.store.begin(
            NewMail(
                to: destination.mailbox, recipient: recipient.description, type: destination.type, sender: arrival.sender,
                sentAt: arrival.mail.facts.sentAt.map { Timestamp(millisecondsSinceEpoch: Int64($0) * 1000) },
                authentication: arrival.authentication.words, messageID: arrival.mail.facts.messageID,
                attachments: arrival.attachments, digest: arrival.digest))
        guard !begun.state.isEnd else {
            metrics.count(.repeated)
            return .known
        }
        if begun.state == .arriving, try await gateway.mail.store.hasMuch(of: begun.tenant) { return counted(.tooMuchWaits) }
        // What was taken before is placed, however much was used since.
        guard begun.state == .arriving else { return try await place(begun, arrival, destination) }
        try await gateway.monthlyQuotas.admit(MonthlyQuota.ofFiles, of: begun.tenant)
        let mail = try await keep(selection, of: begun)
        return try await place(mail, arrival, destination)
    }

    /// Makes the files durable, and after them the row that says so.
    private func keep(_ selection: MailSelection, of mail: MailRecord) async throws -> MailRecord {
        let space = BlobSpace(tenant: mail.tenant, submission: mail.space)
        var files: [MailFile] = []
        for file in selection.files {
            let stored = try await gateway.blobs.put(file.bytes, in: space)
            files.append(
                MailFile(
                    digest: stored.key.digest, size: stored.size, mediaType: file.mediaType,
                    declaredMediaType: file.declaration.mediaType, fileExtension: file.declaration.fileExtension))
        }
        return try await gateway.mail.store.keep(mail.id, files: files, leftOut: selection.leftOut, by: Self.origin)
    }

    /// Assigns it where it is clear whose it is and what.
    private func place(_ mail: MailRecord, _ arrival: Arrival, _ destination: Destination) async throws -> LMTPReply {
        let store = gateway.mail.store
        let candidates = try await store.candidates(
            in: mail.journey, of: mail.tenant, destination.aim, from: arrival.sender)
        let choice = MailChoice(destination.aim, from: arrival.sender, arrival.authentication.verdict, among: candidates)
        guard case .draft(let submission) = choice else {
            if case .waits(let reason) = choice { try await store.wait(mail.id, for: reason) }
            return told(.waiting, mail)
        }
        guard let type = destination.type else {
            try await store.wait(mail.id, for: .unknownType, likely: submission)
            return told(.waiting, mail)
        }
        do {
            let assignment = MailAssignment(gateway: gateway, origin: Self.origin)
            // Nil: another delivery of the same message was faster.
            guard try await assignment.assign(mail, to: submission, as: type) != nil else { return told(.repeated, mail) }
            return told(.assigned, mail)
        } catch let problem as Problem where problem.status < 500 {
            try await store.wait(mail.id, for: .notTaken, likely: submission)
            return told(.waiting, mail, problem)
        }
    }

    // MARK: - Telling

    private func told(_ outcome: MailOutcome, _ mail: MailRecord, _ problem: Problem? = nil) -> LMTPReply {
        metrics.count(outcome)
        var fields: [String: LogValue] = [
            "mail": .string(mail.id.description), "tenant": .string(mail.tenant.rawValue), "outcome": .string(outcome.rawValue),
            "files": LogValue(mail.files.count),
        ]
        if let problem { fields["problem"] = .string(problem.type) }
        gateway.logger.info("mail taken", fields)
        return switch outcome {
        case .assigned: .added
        case .repeated: .known
        case .waiting, .refused, .deferred: .kept
        }
    }

    private func counted(_ reply: LMTPReply) -> LMTPReply {
        metrics.count(reply.isDeferral ? .deferred : .refused)
        metrics.countRefusal(reply.status)
        return reply
    }
}

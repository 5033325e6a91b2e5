import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// Whom mail is from that waits: a dump does not hold it, an erasure finds it without keys, and whoever may read it does.
@Suite(.timeLimit(.minutes(2)))
struct SealedSenderTests {
    private static let address = "Erika@example.org"

    private static func arrive(
        _ ground: SealedGround, by keys: SealingKeyStore? = nil, message: String = "mail"
    ) async throws -> MailRecord {
        let mails = MailStore(pool: ground.pool, keys: keys ?? ground.keys)
        let mail = try await mails.begin(
            NewMail(
                to: Mailbox(address: "bills@acme.example", tenant: .standard, journey: SampleSubmissions.journey.id),
                recipient: "bills@acme.example", type: nil, sender: address, sentAt: nil, authentication: nil, messageID: nil,
                attachments: [], digest: SHA256.hash(message)))
        return try await mails.keep(mail.id, files: [], leftOut: 0, by: AuditOrigin(actor: "system:mail"))
    }

    private static func draft(_ ground: SealedGround, by keys: SealingKeyStore?) async throws -> Submission {
        var new = NewSubmission(journey: SampleSubmissions.journey.id)
        new.contact = Contact(email: "erika@EXAMPLE.org")
        return try await ground.store(keys).createSubmission(new, journey: SampleSubmissions.journey, tenant: .standard)
    }

    private static func isInClear(_ ground: SealedGround) async throws -> Bool {
        let rows = try await ground.pool.query("select to_jsonb(t)::text as row from mails t")
        return try rows.contains { try $0.decode("row", as: String.self).lowercased().contains("erika") }
    }

    private static func shown(_ mail: MailRecord, _ ground: SealedGround, by keys: SealingKeyStore?) async throws -> [String?] {
        let mails = MailStore(pool: ground.pool, keys: keys)
        return [try await mails.mail(mail.id, of: .standard)?.sender]
            + (try await mails.waiting(of: .standard, limit: 10)).map(\.sender)
    }

    /// Erases it, without keys; what has become of the mail then.
    private static func erase(_ submission: Submission, _ mail: MailRecord, _ ground: SealedGround) async throws
        -> MailRecord.State?
    {
        let data = PersonalDataStore(pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: nil)
        guard case .confirmationRequired(let required) = try await data.erase(submission.id) else { return nil }
        _ = try await required.confirm(by: .retention)
        return try await MailStore(pool: ground.pool).mail(mail.id, of: .standard)?.state
    }

    @Test func `it is sealed when it comes, and shown to all who ask for it`() async throws {
        try await SealedGround.run { ground in
            let mail = try await Self.arrive(ground)
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.shown(mail, ground, by: try ground.otherKeys()) == [Self.address, Self.address])
            #expect(try await Self.shown(mail, ground, by: nil) == [nil, nil], "the rest is there")
            // The same message once more is known, whoever takes it.
            #expect(try await Self.arrive(ground, by: ground.noKeys()).id == mail.id)

            let submission = try await Self.draft(ground, by: ground.keys)
            try await ground.pool.execute("update mails set submission_id = \(submission.id.uuid)")
            let exported = try await ground.exported("mails", of: submission, by: try ground.otherKeys())
            #expect(exported.map { $0["sender"] } == [.string(Self.address)] && exported.first?["sender_sealed"] == nil)

            let mails = MailStore(pool: ground.pool, keys: ground.keys)
            _ = try await mails.end(
                mail.id, of: .standard, as: .discarded, by: AuditOrigin(actor: "user:mia"))
            let left = try await ground.pool.query("select from mails where num_nonnulls(sender, sender_sealed, sender_code) > 0")
            #expect(left.isEmpty)
        }
    }

    @Test func `an erasure without keys finds it by a submission that is not sealed, and spares it for another one`() async throws
    {
        try await SealedGround.run { ground in
            // The tenant has a key by now, and a process that seals nothing notes the codes.
            _ = try await ground.store(ground.keys).submittedSample()
            let unsealing = try SealedGround.keys(ground.pool, isOn: false)
            let (one, other) = (
                try await Self.draft(ground, by: unsealing), try await Self.draft(ground, by: unsealing)
            )
            let mail = try await Self.arrive(ground)
            #expect(try await !Self.isInClear(ground))
            #expect(try await ground.pool.query("select from submissions where email is not null").count == 2)
            #expect(try await Self.erase(one, mail, ground) == .waiting, "it may be for the other draft")
            #expect(try await Self.erase(other, mail, ground) == .expired)
        }
    }

    @Test func `what is stored as it is needs no key, and keeps senders in the clear where its tenant's is lost`() async throws {
        try await SealedGround.run { ground in
            _ = try await ground.store(ground.keys).submittedSample()
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone'")
            let draft = try await Self.draft(ground, by: try SealedGround.keys(ground.pool, isOn: false))
            #expect(draft.contact?.email != nil)
            // Who knows the key still.
            _ = try await Self.arrive(ground)
            #expect(try await Self.isInClear(ground))
            await #expect(throws: SealingError.self) { _ = try await ground.otherKeys().sealSenders() }
            #expect(try await Self.isInClear(ground))
        }
    }

    @Test func `while an address has no code it stays as it is, and is sealed when it has one`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.draft(ground, by: nil)
            let mail = try await Self.arrive(ground)
            #expect(try await Self.isInClear(ground))
            let keys = try ground.otherKeys()
            #expect(try await keys.sealSenders() == 1)
            #expect(try await keys.sealSenders() == 0)
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.shown(mail, ground, by: keys) == [Self.address, Self.address])
            #expect(try await Self.erase(submission, mail, ground) == .expired)
        }
    }

    @Test func `before programs of before are gone it is stored as it is, and sealed once they are`() async throws {
        try await SealedGround.run { ground in
            try await ground.pool.execute("update docket_keys.beginning set senders_too = false")
            let mail = try await Self.arrive(ground)
            #expect(try await Self.isInClear(ground))
            let keys = try ground.otherKeys()
            try await keys.begin()
            #expect(try await keys.sealSenders() == 1)
            #expect(try await !Self.isInClear(ground))
            let next = try await Self.arrive(ground, by: keys, message: "next")
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.shown(next, ground, by: keys) == [Self.address, Self.address, Self.address])
            #expect(mail.id != next.id)
        }
    }
}

import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// What `docket seal --progress` tells beside the number of submissions whose files are sealed.
@Suite(.timeLimit(.minutes(2)))
struct SealingProgressTests {
    private static let inspection: SQL = """
        insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts, reading, signers_sealed)
        select id, 9, tenant, journey, journey_version, now(), ''
        """
    private static let endpoint: SQL = """
        insert into webhook_endpoints (id, tenant, url, event_types, created_by, contact)
        """

    /// As somebody's words that were written before words were sealed.
    private static func review(_ words: String) throws -> JSONText {
        try JSONText(encoding: [
            Reason(rule: ReviewDecision.rule, found: "a reviewer's words", expected: "another document", message: words)
        ])
    }

    /// What stands in the clear of each kind, beside a submission `s` with an event.
    private static func inClear(_ kind: SealingKeyStore.ClearKind) throws -> SQL {
        switch kind {
        case .values: "\(inspection), '{}', '' from submissions s"
        case .persons: "update submissions set email = 'zora@example.org'"
        case .words:
            "insert into review_drafts (submission_id, actor, draft) select id, 'key:0123456789ab', '{}' from submissions s"
        case .findings: "update documents set reasons = \(try review("Zora is known to us."))"
        case .senders:
            """
            insert into mails (id, tenant, key, mailbox, journey, state, sender, received_at, expires_at)
            values (gen_random_uuid(), 'default', 'k', 'm', 'j', 'waiting', 'zora@example.org', now(), now())
            """
        case .signers: "\(inspection), null, null from submissions s"
        case .uploads:
            """
            insert into uploads (id, tenant, submission_id, document_id, kind, is_writing, segments, expected_digests, expires_at, metadata)
            select gen_random_uuid(), tenant, id, gen_random_uuid(), 'whole', false, '[]', '[]', now(), 'filename Zora' from submissions s
            """
        case .holds: "insert into legal_holds (tenant, subject, set_by) values ('default', 'zora', 'operator:erna')"
        case .contacts: "\(endpoint) values ('e', 'default', 'https://acme.example', '[]', 'operator:erna', 'zora@example.org')"
        case .answers:
            """
            with told as (
                insert into deliveries (event_id, channel, endpoint, submission_id, sequence, state)
                select id, 'webhook', 'acme', submission_id, sequence, 'delivered' from events order by position limit 1
                returning event_id, channel, endpoint)
            insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, request, response)
            select event_id, channel, endpoint, 1, now(), 1, '{}', '{"excerpt": "Zora is known to us"}' from told
            """
        case .webhookKeys:
            """
            with made as (\(endpoint) values ('e', 'default', 'https://acme.example', '[]', 'operator:erna', null) returning id)
            insert into webhook_keys (endpoint, kind, secret) select id, 'v1', 'secret' from made
            """
        case .secrets: "update keys set is_sealed = false where purpose = 'links'"
        }
    }

    @Test(arguments: SealingKeyStore.ClearKind.allCases)
    func `what stands in the clear beside sealed files is named`(kind: SealingKeyStore.ClearKind) async throws {
        try await SealedGround.run { ground in
            _ = try await ground.store(ground.keys).submittedSample()
            // A new installation seals its secrets at their first use.
            try await ground.pool.execute("update keys set is_sealed = true")
            // What whoever has no key has stored, and what quotes nothing, is nothing to seal.
            let plain = Reason(
                rule: ReviewDecision.rule, found: "a reviewer's words", expected: "another document", message: "Zora")
            let other = Reason(rule: "document.count", found: "1", expected: "2", message: "There has to be another one.")
            try await ground.pool.execute("update submissions set reasons = \(try JSONText(encoding: [plain.masked, other]))")
            let before = try await ground.keys.progress()
            #expect(before.stillClear.isEmpty && before.notBegun.isEmpty && before.unsealed == 0, "\(before.stillClear)")

            try await ground.pool.execute(try Self.inClear(kind))
            let progress = try await ground.keys.progress()
            #expect(progress.stillClear == [kind])
            #expect(progress.sealed == 1 && progress.unsealed == 0)
        }
    }

    /// Those are counted already.
    @Test func `what submissions say that are not sealed is not named once more`() async throws {
        try await SealedGround.run { ground in
            _ = try await ground.store(nil).submittedSample()
            try await ground.pool.execute("update keys set is_sealed = true")
            for kind in [SealingKeyStore.ClearKind.values, .persons, .words, .findings, .uploads, .answers] {
                try await ground.pool.execute(try Self.inClear(kind))
            }
            let progress = try await ground.keys.progress()
            #expect(progress.stillClear.isEmpty && progress.unsealed == 1, "\(progress.stillClear)")
        }
    }

    /// As after `docket seal`.
    @Test func `nothing is named once it is sealed`() async throws {
        try await SealedGround.run { ground in
            _ = try await ground.store(ground.keys).submittedSample()
            for kind in [SealingKeyStore.ClearKind.persons, .findings, .holds, .contacts, .answers] {
                try await ground.pool.execute(try Self.inClear(kind))
            }
            try await ground.pool.execute("update keys set is_sealed = true")
            #expect(try await ground.keys.progress().stillClear == [.persons, .findings, .holds, .contacts, .answers])
            for pass in [
                ground.keys.sealPersons, ground.keys.sealFindings, ground.keys.sealHolds, ground.keys.sealContacts,
                ground.keys.sealResponses,
            ] { _ = try await pass() }
            #expect(try await ground.keys.progress().stillClear.isEmpty)
        }
    }

    @Test func `what of new submissions is not sealed yet is named`() async throws {
        try await SealedGround.run { ground in
            try await ground.pool.execute("update docket_keys.beginning set holds_too = false, contacts_too = false")
            #expect(try await ground.otherKeys().progress().notBegun == [.holds, .contacts])
            try await ground.pool.execute("delete from docket_keys.beginning")
            #expect(try await ground.otherKeys().progress().notBegun == SealingKeyStore.Part.allCases)
            try await ground.keys.begin()
            #expect(try await ground.otherKeys().progress().notBegun.isEmpty)
        }
    }
}

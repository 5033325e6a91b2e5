import Crypto
import Custody
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Whoever owns the database changes one thing, and it is named.
@Suite(.timeLimit(.minutes(3))) struct CustodyTamperingTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let statement: SQL
        let kind: LogFault.Kind
        /// What the fault says, among others.
        let words: String

        init(_ name: String, _ statement: SQL, _ kind: LogFault.Kind, _ words: String) {
            (testDescription, self.statement, self.kind, self.words) = (name, statement, kind, words)
        }
    }

    @Test func `a log that has no leaf yet holds`() async throws {
        try await TestDatabase.runMigrated { database in
            let keys = try JSONWebKeySet(CanonicalJSON.encode(try SigningKeys(pem: SigningKey.makePEM()).keySet))
            let found = try await CustodyAuditor(pool: database.pool).examine("acme", keys: keys, kept: [])
            #expect(found.faults.isEmpty && found.leaves == 0)
        }
    }

    private static let view: SQL = "id = (select min(id) from audit where action = 'submission.view')"

    static let attacks = [
        Attack("an audit row's actor", "update audit set actor = 'user:ben' where \(view)", .row, "audit row"),
        Attack("an audit row's note", "update audit set note = 'x' where \(view)", .row, "audit row"),
        Attack(
            "an audit row's time", "update audit set time = time + interval '1 microsecond' where \(view)", .row, "audit row"),
        Attack("an audit row that is deleted", "delete from audit where \(view)", .rowGone, "audit row"),
        Attack(
            "an event's bytes", "update events set payload = payload || '\\x20'::bytea where sequence = 2", .row, "event row"),
        Attack("an event's type", "update events set type = 'com.docket.page.rotated.v1' where sequence = 2", .row, "event row"),
        Attack("an event that is deleted", "delete from events where sequence = 2", .rowGone, "event row"),
        Attack("a leaf", "update custody_leaves set commitment = sha256('x') where leaf = 3", .leaf, "leaf 3"),
        Attack(
            "a leaf that is no commitment", "update custody_leaves set commitment = 'x' where leaf = 3", .leafGone,
            "leaf 3 is gone"),
        Attack(
            "a row behind a salt that is deleted, its leaf passed off as another submission's",
            """
            with moved as (update custody_leaves set submission_id = gen_random_uuid() where leaf = 3 returning leaf)
            delete from custody_salts where leaf in (select leaf from moved)
            """, .tile, "leaf 3"),
        Attack(
            "a row that a leaf of another tenant stands for",
            """
            with row as (
                insert into audit (tenant, action, resource, basis, actor, time, transaction_id)
                values ('default', 'submission.view', 'things/1', 'person', 'user:eve', now() - interval '1 day', '1') returning id
            )
            insert into custody_leaves (tenant, leaf, kind, number, commitment)
            select 'nobody', 0, 'audit', id, sha256('x') from row
            """, .rowUnlogged, "audit row"),
        Attack("a leaf that is deleted", "delete from custody_leaves where leaf = 3", .leafGone, "leaf 3 is gone"),
        Attack("a salt", "update custody_salts set salt = sha256('x') where leaf = 3", .row, "leaf 3"),
        Attack("a salt that is deleted", "delete from custody_salts where leaf = 3", .saltGone, "leaf 3"),
        Attack(
            "a tile",
            "update custody_tiles set hashes = overlay(hashes placing sha256('x') from 33) where level = 0 and tile = 0", .tile,
            "tile 0/0"),
        Attack("a tile that is deleted", "delete from custody_tiles where level = 0 and tile = 0", .tile, "tile 0/0 is gone"),
        Attack(
            "a tile of tiles", "update custody_tiles set hashes = sha256('x') where level = 1", .tile, "tile 1/0"),
        Attack(
            "a head", "update custody_heads set statement = overlay(statement placing 'AAAA' from 120) where number = 1", .head,
            "head 1"),
        Attack("a head that is deleted", "delete from custody_heads where number = 1", .headGone, "head 1 is gone"),
        Attack(
            "a row that was never told of",
            """
            insert into audit (tenant, action, resource, basis, actor, time, transaction_id)
            values ('default', 'submission.view', 'things/1', 'person', 'user:eve', now() - interval '1 day', '1')
            """, .rowUnlogged, "audit row"),
        Attack(
            "the size of the log", "update custody_trees set size = size + 9", .leafGone, "should have"),
    ]

    @Test(arguments: attacks)
    func `what is changed is named`(attack: Attack) async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submission()
            try await ground.collect(5)
            try await ground.sign()
            for _ in 0..<300 { try await ground.record("test.act") }
            try await ground.collect(305)
            try await ground.sign()
            let sound = try await ground.examine()
            #expect(sound.faults.isEmpty && sound.held == 305 && sound.heads == 2, "\(sound.faults)")

            try await ground.tamper(attack.statement)
            let finding = try await ground.examine()
            #expect(finding.faults.contains { $0.kind == attack.kind && $0.what.contains(attack.words) }, "\(finding.faults)")
            _ = submission
        }
    }

    /// What an outcome has settled, and is no row of the log itself.
    static let forgeries = [
        Attack("a submission's state", "update submissions set state = 'rejected'", .record, "is rejected, and its last event"),
        Attack("a submission's version", "update submissions set version = version + 1", .record, "has the version"),
        Attack("a submission's journey", "update submissions set journey = 'other'", .record, "was told with"),
        Attack("a submission's tenant", "update submissions set tenant = 'other'", .record, "is gone"),
        Attack("a submission that is deleted", "delete from submissions", .record, "is gone"),
        Attack(
            "an erasure that nobody asked for", "update submissions set erased_at = now()", .record, "gone by submission.erase,"),
        Attack(
            "photos that nobody removed", "update pages set original_digest = null, original_size = null, media_type = null",
            .record, "gone by submission.erase-originals,"),
        Attack("a document's verdict", "update documents set verdict = 'refused'", .record, "was told with"),
        Attack("a document's state", "update documents set state = 'refused'", .record, "was told with"),
        Attack("a document's type", "update documents set type = 'passport'", .record, "was told with"),
        Attack("a document's day", "update documents set issue_date = '2026-01-01'", .record, "was told with"),
        Attack("a document's PDF", "update documents set pdf_digest = sha256('x')", .record, "was told with"),
        Attack("a document that is deleted", "delete from documents", .record, "was told with"),
        Attack("a document that cannot be read", "update documents set state = 'x'", .record, "was told with"),
        Attack("a photo", "update pages set original_digest = sha256('x')", .record, "was told with"),
        Attack("a page's rotation", "update pages set rotation = 90", .record, "was told with"),
        Attack("a page that is deleted", "delete from pages", .record, "was told with"),
        Attack(
            "a decoder's version", "update pages set making = jsonb_set(making, '{decoders,libvips}', '\"1\"')", .record,
            "was told with"),
        Attack("a clean page", "update page_images set digest = sha256('x')", .record, "was told with"),
        Attack("a clean page's size", "update page_images set width = width + 1", .record, "was told with"),
        Attack("a clean page that is deleted", "delete from page_images", .record, "was told with"),
        Attack("what was found out", "update inspections set facts = facts || '\\xf80705'::bytea", .facts, "was told with"),
        Attack("what was found out, deleted", "delete from inspections", .facts, "was told with"),
        Attack("a reading that never was", "update inspections set reading = '{}'", .facts, "was told with"),
        Attack("a sealed reading that never was", "update inspections set reading_sealed = 'x'", .facts, "was told with"),
        Attack("an answer that never was", "update inspections set callouts = '[{}]'", .facts, "was told with"),
        Attack("an attempt of another number", "update inspections set attempt = 9", .facts, "was told with"),
        Attack(
            "an attempt that never was",
            "insert into inspections select (jsonb_populate_record(i, '{\"attempt\": 9}')).* from inspections i", .facts,
            "was told with"),
        Attack(
            "the names of signers that are said to be lost",
            "update inspections set facts = facts || '\\xf80705'::bytea, signers_sealed = ''", .facts, "was told with"),
        Attack(
            "what was found out, with its digest",
            """
            with changed as (update inspections set facts = facts || '\\xf80705'::bytea returning submission_id, facts)
            update submissions s set fact_digests = jsonb_set(fact_digests, '{attempts,0,facts}',
                to_jsonb('sha256:' || encode(sha256(changed.facts), 'hex')))
            from changed where s.id = changed.submission_id
            """, .facts, "was told with"),
    ]

    /// The same where no outcome is the last event, and rows that stand where nothing is collected.
    static let pretences = [
        Attack(
            "an outcome that never was", "update submissions set state = 'accepted'", .record, "is accepted, and its last event"),
        Attack(
            "a submission of nobody's",
            """
            insert into submissions select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
            from submissions s
            """, .record, "is in no event"),
        Attack(
            "an event of a transaction that is yet to come",
            """
            insert into events (id, submission_id, tenant, sequence, type, time, payload, transaction_id)
            select gen_random_uuid(), submission_id, tenant, 99, type, time, payload,
                (transaction_id::text::bigint + 1000000)::text::xid8
            from events where sequence = 4
            """, .rowUnlogged, "event row"),
        Attack(
            "an act of a transaction that is yet to come",
            """
            insert into audit (tenant, submission_id, action, resource, basis, actor, time, transaction_id)
            select tenant, submission_id, 'submission.erase-originals', resource, basis, actor, time,
                (transaction_id::text::bigint + 1000000)::text::xid8
            from audit where action = 'submission.view'
            """, .rowUnlogged, "audit row"),
    ]

    /// What is no row of the log, beside the acts that are.
    static let tables = [
        Attack("a hold that is deleted", "delete from legal_holds where submission_id is not null", .hold, "is gone"),
        Attack(
            "a hold that is released", "update legal_holds set released_at = now(), released_by = 'x' where released_at is null",
            .hold, "knows of no release"),
        Attack(
            "a hold that is in force again",
            "update legal_holds set released_at = null, released_by = null where released_at is not null", .hold, "is in force"),
        Attack(
            "a hold that nobody set",
            "insert into legal_holds (tenant, subject, set_by) values ('default', 'Zora', 'operator:erna')", .hold,
            "no act that set it"),
        Attack(
            "a hold on another submission",
            "update legal_holds set submission_id = gen_random_uuid() where submission_id is not null", .hold,
            "is not on what the log says"),
        Attack("a certificate", "update erasures set certificate = certificate || ' '", .certificate, "another certificate"),
        Attack("a certificate that is deleted", "update erasures set certificate = null", .certificate, "lost its certificate"),
        Attack("an erasure that is deleted", "delete from erasures", .certificate, "its row is gone"),
        Attack(
            "an erasure of nothing",
            """
            insert into erasures (submission_id, tenant, basis, actor, erased_at)
            values (gen_random_uuid(), 'default', 'person', 'user:eve', now())
            """, .certificate, "no act tells of it"),
        Attack(
            "a journey", "update journeys set definition = definition || '{\"title\":\"Other\"}'", .journey,
            "is not what that is the digest of"),
    ]

    /// A new table is covered by the log, or the manual says that it is not.
    @Test func `the manual says of each table whether the log covers it`() async throws {
        let page = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/deploy/manual/evidence.md"
        let text = String(decoding: try #require(ProcFile.bytes(page)), as: UTF8.self)
        let section = text.split(separator: "\n").drop { $0 != "### What it covers" }.dropFirst().prefix { !$0.hasPrefix("#") }
        var named: [String] = []
        for line in section where line.hasPrefix("| `") {
            let cell = line.dropFirst().prefix { $0 != "|" }.split(separator: "`", omittingEmptySubsequences: false)
            named += stride(from: 1, to: cell.count, by: 2).map { String(cell[$0]) }.filter { $0 != "docket_keys" }
        }
        try await TestDatabase.runMigrated { database in
            let rows = try await database.pool.query(
                """
                select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where c.relkind in ('r', 'p', 'f') and c.relname <> 'home' and n.nspname in ('public', 'docket_keys')
                """)
            #expect(try named.sorted() == rows.map { try $0.decode("name", as: String.self) }.sorted())
        }
    }

    @Test(arguments: tables)
    func `holds, erasures and journeys are held against the log`(attack: Attack) async throws {
        try await CustodyGround.run { ground in
            let (held, erased) = (try await ground.submission(), try await ground.submission())
            let (holds, origin) = (LegalHoldStore(pool: ground.pool), AuditOrigin(actor: "operator:erna"))
            for scope in [HoldScope.submission(held), .subject("person-1")] {
                let answer = try await holds.set(scope, tenant: ground.tenant, reason: nil, by: origin, at: Timestamp(Date()))
                guard case .set(let hold) = answer, case .subject? = hold.scope else { continue }
                _ = try await holds.release(hold.id, by: origin, at: Timestamp(Date()))
            }
            try await ground.erase(erased)
            try await ground.collect(15)
            let sound = try await ground.examine()
            #expect(sound.faults.isEmpty, "\(sound.faults)")
            try await ground.tamper(attack.statement)
            let finding = try await ground.examine()
            #expect(finding.faults.contains { $0.kind == attack.kind && $0.what.contains(attack.words) }, "\(finding.faults)")
        }
    }

    @Test func `an erasure of before there were certificates, and a repeated one, are sound`() async throws {
        try await CustodyGround.run { ground in
            let (old, repeated) = (try await ground.submission(), try await ground.submission())
            try await ground.tamper(
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at)
                values (\(old.uuid), 'default', 'person', 'operator:erna', now())
                """, "update submissions set erased_at = now() where id = \(old.uuid)")
            try await ground.record("submission.erase", old)
            for _ in 0..<2 {
                try await ground.erase(repeated)
                try await ground.tamper("update submissions set erased_at = null where id = \(repeated.uuid)")
            }
            try await ground.tamper("update submissions set erased_at = now() where id = \(repeated.uuid)")
            let found = try await ground.examine()
            #expect(found.faults.filter { $0.kind == .certificate }.isEmpty, "\(found.faults)")
        }
    }

    @Test(arguments: pretences)
    func `what no event tells of is named`(attack: Attack) async throws {
        try await CustodyGround.run { ground in
            _ = try await ground.submission()
            try await ground.collect(5)
            let sound = try await ground.examine()
            #expect(sound.faults.isEmpty && sound.held == 5, "\(sound.faults)")
            try await ground.tamper(attack.statement)
            let finding = try await ground.examine()
            #expect(finding.faults.contains { $0.kind == attack.kind && $0.what.contains(attack.words) }, "\(finding.faults)")
        }
    }

    @Test(arguments: forgeries)
    func `rows that an outcome has settled are held against it`(attack: Attack) async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.accepted()
            // Of one that has no outcome yet the version alone is compared.
            _ = try await ground.submission()
            try await ground.collect(11)
            let sound = try await ground.examine()
            #expect(sound.faults.isEmpty && sound.held == 11, "\(sound.faults)")

            try await ground.tamper(attack.statement)
            let finding = try await ground.examine()
            let id = "\(submission)".lowercased()
            #expect(
                finding.faults.contains { $0.kind == attack.kind && $0.what.contains(attack.words) && $0.what.contains(id) },
                "\(finding.faults)")
        }
    }

    /// It has told no digest, so nothing is held against it.
    @Test func `what was found out before its digest was told is passed over`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submissions.submittedSample().id
            try await ground.tamper("update submissions set fact_digests = null")
            try await ground.pass(submission, through: [.validation, .normalization])
            try await ground.collect(6)
            try await ground.tamper("delete from inspections")
            let found = try await ground.examine()
            #expect(found.faults.isEmpty && found.unopened == 0, "\(found.faults)")
        }
    }

    @Test func `a withdrawal takes what was found out with it, and that is no fault`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submissions.submittedSample().id
            try await ground.pass(submission, through: [.validation])
            guard
                case .confirmationRequired(let required) = try await ground.submissions.withdraw(
                    submission, tenant: ground.tenant)
            else {
                Issue.record("A withdrawal asks for confirmation.")
                return
            }
            _ = try await required.confirm(by: .retention)
            try await ground.collect(7)
            let found = try await ground.examine()
            #expect(found.faults.isEmpty, "\(found.faults)")
            try await ground.tamper(
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
                select id, 1, tenant, journey, journey_version, now(), 'x' from submissions
                """)
            #expect(try await ground.examine().faults.contains { $0.kind == .facts })
        }
    }

    @Test func `the files as they came may be removed before the rest`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.accepted()
            try await ground.collect(6)
            let preparation = try await RetentionStore(pool: ground.pool).removeOriginals(of: submission)
            guard let preparation else {
                Issue.record("nothing keeps them")
                return
            }
            let count = try await preparation.confirm(by: .retention)
            #expect(count == 1)
            let between = try await ground.examine()
            #expect(between.faults.isEmpty && between.unproven == 1, "\(between.faults)")
            try await ground.collect(7)
            let after = try await ground.examine()
            #expect(after.faults.isEmpty && after.held == 7 && after.unproven == 0, "\(after.faults)")
        }
    }

    /// The log that an attacker makes anew is in itself sound, and the gateway signs it: nobody but who has kept a head can tell.
    @Test func `a log that was made anew is found by whoever kept a head`() async throws {
        try await CustodyGround.run { ground in
            _ = try await ground.submission()
            try await ground.collect(5)
            let kept = try await ground.sign()
            for _ in 0..<20 { try await ground.record("test.act") }
            try await ground.collect(25)
            try await ground.sign()
            try await ground.tamper(
                "update audit set actor = 'user:ben' where action = 'submission.view'", "delete from custody_leaves",
                "delete from custody_salts", "delete from custody_tiles", "delete from custody_heads",
                "delete from custody_trees",
                "update custody_collector set event_place = '0', event_position = 0, audit_place = '0', audit_number = 0")
            try await ground.collect(25)
            try await ground.sign()
            let alone = try await ground.examine()
            #expect(alone.faults.isEmpty, "\(alone.faults)")
            let found = try await ground.examine(kept: [.init(name: "kept.jws", statement: kept.statement)])
            #expect(found.faults.contains { $0.kind == .rewritten && $0.what.contains("kept.jws") }, "\(found.faults)")
        }
    }

    /// With the right size it has another root, too.
    @Test func `a head that was kept is held against the leaves, though its own row is still there`() async throws {
        try await CustodyGround.run { ground in
            _ = try await ground.submission()
            try await ground.collect(5)
            let kept = try await ground.sign()
            try await ground.tamper(
                """
                update custody_leaves set commitment = sha256('x') where leaf = 1
                """,
                """
                update custody_tiles set hashes = overlay(hashes placing
                    (select sha256('\\x00'::bytea || commitment || convert_to(coalesce(submission_id::text, ''), 'UTF8'))
                        from custody_leaves where leaf = 1) from 33) where level = 0
                """)
            let found = try await ground.examine(kept: [.init(name: "kept.jws", statement: kept.statement)])
            #expect(found.faults.contains { $0.kind == .row }, "\(found.faults)")
            #expect(found.faults.contains { $0.kind == .root && $0.what.contains("head 1") }, "\(found.faults)")
            #expect(found.faults.contains { $0.kind == .rewritten && $0.what.contains("kept.jws") }, "\(found.faults)")
        }
    }
}

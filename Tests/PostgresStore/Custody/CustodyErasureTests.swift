import Custody
import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What is gone of a submission, and whether its erasure accounts for it.
@Suite(.timeLimit(.minutes(3))) struct CustodyErasureTests {
    /// A submission of five leaves that was erased, by two more, and seen once since.
    private func erasedAndSeen(_ ground: CustodyGround) async throws -> SubmissionID {
        let submission = try await ground.submission()
        try await ground.collect(5)
        try await ground.erase(submission)
        try await ground.collect(7)
        try await ground.record("submission.view", submission)
        try await ground.collect(8)
        return submission
    }

    @Test func `an erased submission has lost what its outcome settled, and that is no fault`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.accepted()
            try await ground.collect(6)
            try await ground.erase(submission)
            let between = try await ground.examine()
            #expect(between.faults.isEmpty && between.unproven == 1, "\(between.faults)")
            try await ground.collect(7)
            let after = try await ground.examine()
            #expect(after.faults.isEmpty && after.erased == 6 && after.unproven == 0, "\(after.faults)")
        }
    }

    /// Of whatever was done since, the salt is there.
    @Test func `an erasure accounts for the salts of leaves before it alone`() async throws {
        try await CustodyGround.run { ground in
            _ = try await erasedAndSeen(ground)
            let sound = try await ground.examine()
            #expect(sound.faults.isEmpty && sound.erased == 5 && sound.held == 3, "\(sound.faults)")

            try await ground.tamper(
                "delete from docket_keys.custody_salts where leaf = 7",
                "update audit set actor = 'user:ben' where id = (select number from custody_leaves where leaf = 7)")
            let later = try await ground.examine()
            #expect(later.faults.map(\.kind) == [.saltGone] && later.erased == 5, "\(later.faults)")
            #expect(later.faults.first?.what.contains("the salt of leaf 7 is gone") == true, "\(later.faults)")
            #expect(later.faults.first?.what.contains("was erased by leaf 6") == true, "\(later.faults)")

            // The erasure's own: then nothing that is proven accounts for any.
            try await ground.tamper("delete from docket_keys.custody_salts where leaf = 6")
            let own = try await ground.examine()
            #expect(own.erased == 0 && own.faults.filter { $0.kind == .saltGone }.count == 7, "\(own.faults)")
        }
    }

    /// A restore has lost an erasure, or its rows were taken back: it is made again, and takes what was logged between.
    @Test func `an erasure that is made again accounts for what lies between the two`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await erasedAndSeen(ground)
            try await ground.tamper("update submissions set erased_at = null")
            try await ground.erase(submission)
            try await ground.collect(9)
            let found = try await ground.examine()
            #expect(found.faults.isEmpty && found.erased == 8 && found.held == 1, "\(found.faults)")
        }
    }

    /// Whoever has the database writes an erasure, whose trigger deletes the salts, and changes what they were of.
    @Test func `an erasure that no leaf tells of proves nothing, and one of a submission that is there is named`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submission()
            try await ground.collect(5)
            try await ground.sign()
            try await ground.tamper(
                """
                insert into audit (tenant, submission_id, action, resource, basis, actor, time)
                values ('default', \(submission.uuid), 'submission.erase', 'submissions/1', 'person', 'user:eve', now())
                """,
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at)
                values (\(submission.uuid), 'default', 'person', 'user:eve', now())
                """, "update audit set actor = 'user:ben' where action = 'submission.view'",
                "update events set payload = payload || '\\x20'::bytea where sequence = 2")
            let alive = try await ground.examine()
            #expect(alive.faults.map(\.kind) == [.certificate] && alive.erased == 0, "\(alive.faults)")
            #expect(alive.faults.first?.what.contains("the submission is not erased") == true, "\(alive.faults)")
            #expect(alive.unproven == 1)
            // As a leaf, it is what was done last.
            try await ground.collect(6)
            let told = try await ground.examine()
            #expect(told.faults.map(\.kind) == [.certificate] && told.erased == 5 && told.unproven == 0, "\(told.faults)")
        }
    }

    @Test func `a submission that says it was erased cannot be told of before its act is a leaf`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.accepted()
            try await ground.collect(6)
            try await ground.record("submission.erase", submission)
            try await ground.tamper(
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at)
                values (\(submission.uuid), 'default', 'person', 'user:eve', now())
                """, "update submissions set erased_at = now()", "update documents set verdict = 'refused'")
            let found = try await ground.examine()
            #expect(found.faults.isEmpty && found.erased == 0 && found.unproven == 1, "\(found.faults)")
        }
    }

    @Test func `an erasure that the log does not know of accounts for no salt`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submission()
            try await ground.collect(5)
            try await ground.sign()
            try await ground.tamper(
                "update audit set actor = 'erased', address = null where submission_id = \(submission.uuid)",
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at)
                values (\(submission.uuid), 'default', 'person', 'user:eve', now())
                """)
            let found = try await ground.examine()
            #expect(found.erased == 0 && found.faults.filter { $0.kind == .saltGone }.count == 5, "\(found.faults)")
        }
    }
}

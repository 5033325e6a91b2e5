import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Operations
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket seal --files`.
@Suite(.timeLimit(.minutes(5)))
struct SealFilesCommandTests {
    private struct Told: Decodable {
        let sealed, unsealed, unsealedBytes, inClear: Int
        let files: FileSealingReport?
    }

    private func settled(_ ground: PrivacyGround) async throws -> Submission {
        let submission = try await ground.person()
        try await ground.pool.pipeline([
            "delete from uploads",
            "update submissions set state = 'accepted', changed_at = now() - interval '2 hours' where id = \(submission.id.uuid)",
        ])
        return submission
    }

    @Test func `it seals, tells what is left, and removes the files in the clear later`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await settled(ground)
            let busy = try await ground.operators.submissions.submittedSample(tenant: ground.tenant)
            let variables = ["DOCKET_SEALING_KEYS": try SealingKeyFile.path()]
            let before = try await ground.docket("seal", "--progress", "--json").json(Told.self)
            let size = try #require(submission.documents.first?.pages.first?.original).size
            #expect(before.sealed == 0 && before.unsealed == 2 && before.unsealedBytes > 2 * size && before.inClear == 0)

            let run = try await ground.docket("seal", "--files", variables: variables)
            #expect(run.code == .success, "\(run.errors)")
            #expect(run.output.contains("sealed 1 submissions: 1 files"), "\(run.output)")
            #expect(run.output.contains("left for the next run: 1 submission, not ended"))
            #expect(run.output.contains("for 24 h; run this again after that"))
            let during = try await ground.docket("seal", "--progress", "--json").json(Told.self)
            #expect(during.sealed == 1 && during.unsealed == 1 && during.inClear == 1)

            try await ground.pool.execute("update sealed_submissions set clear_until = now()")
            let after = try await ground.docket("seal", "--files", "--json", variables: variables).json(Told.self)
            #expect(after.files?.cleared == 1 && after.files?.removed == 1 && after.inClear == 0)
            let left = try await ground.files.blobs(in: BlobSpace(tenant: ground.tenant, submission: submission.id))
            #expect(left.count == 1 && left[0].isKeyed)
            _ = busy

            // What was sealed late goes with an erasure, as does what was sealed from its beginning.
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .success)
            #expect(try await ground.files.blobs(in: BlobSpace(tenant: ground.tenant, submission: submission.id)).isEmpty)
        }
    }

    @Test func `what is in the clear beside sealed files is named until docket seal has been run`() async throws {
        try await PrivacyGround.run { ground in
            _ = try await settled(ground)
            // Mail that waited before stays as it is until it ends.
            try await ground.pool.execute("delete from mails")
            let variables = ["DOCKET_SEALING_KEYS": try SealingKeyFile.path()]
            #expect(try await ground.docket("seal", "--files", variables: variables).code == .success)
            let done = try await ground.docket("seal", "--progress")
            #expect(done.output.contains("in the database nothing else is in the clear"), "\(done.output)")
            #expect(!done.output.contains("but for"), "\(done.output)")

            try await ground.pool.pipeline([
                "update submissions set email = 'zora@example.org'",
                "insert into legal_holds (tenant, subject, set_by) values ('default', 'zora', 'operator:erna')",
                "update docket_keys.beginning set contacts_too = false",
            ])
            let left = try await ground.docket("seal", "--progress")
            #expect(left.output.contains("  but for who is told of webhook endpoints: run `docket seal`"), "\(left.output)")
            #expect(
                left.output.contains(
                    "of what `docket seal` seals: what submissions say of their persons; whom legal holds are on, or why"),
                "\(left.output)")
            #expect(try await ground.docket("seal", variables: variables).code == .success)
            let after = try await ground.docket("seal", "--progress")
            #expect(after.output.contains("in the database nothing else is in the clear"), "\(after.output)")
        }
    }

    @Test func `it does nothing without keys, without a store, or beside an earlier version`() async throws {
        try await PrivacyGround.run { ground in
            _ = try await settled(ground)
            let none = try await ground.docket("seal", "--files")
            #expect(none.code == .configuration && none.errors.contains("DOCKET_SEALING_KEYS"))
            let keys = ["DOCKET_SEALING_KEYS": try SealingKeyFile.path()]
            let off = try await ground.docket(
                "seal", "--files", variables: keys.merging(["DOCKET_SEALING": "off"]) { $1 })
            #expect(off.code == .configuration && off.errors.contains("DOCKET_SEALING is off"))
            #expect(try await ground.docket("seal", "--files", "--progress", variables: keys).code == .usage)

            try await ground.pool.pipeline([
                "delete from docket_keys.beginning",
                // As the version before, which knows of what is said of persons, and of no names among it.
                """
                with mine as (select nextval('lease_epochs') as epoch)
                insert into instances (id, service, epoch, expires_at, aware_epoch, opening_epoch)
                select gen_random_uuid(), 'validation-worker', epoch, now() + interval '10 minutes', epoch, epoch from mine
                """,
            ])
            for old in [
                try await ground.docket("seal", variables: keys), try await ground.docket("seal", "--files", variables: keys),
            ] {
                #expect(old.code == .notAccepted && old.errors.contains("validation-worker"), "\(old.errors)")
            }
            #expect(try await ground.pool.query("select from docket_keys.beginning").isEmpty, "it did not begin either")
            #expect(try await ground.docket("seal", "--progress", "--json").json(Told.self).sealed == 0)
            // Who is dead has a lease for some seconds yet.
            try await ground.pool.execute("update instances set expires_at = now() + interval '1 second'")
            #expect(try await ground.docket("seal", variables: keys).code == .success)
        }
    }

    @Test func `the exit code says that a submission could not be sealed, and its line which`() async throws {
        try await PrivacyGround.run { ground in
            let (broken, sound) = (try await settled(ground), try await settled(ground))
            _ = try await ground.files.eraseAll(in: BlobSpace(tenant: ground.tenant, submission: broken.id))
            let run = try await ground.docket(
                "seal", "--files", variables: ["DOCKET_SEALING_KEYS": try SealingKeyFile.path()])
            #expect(run.code == .refused)
            #expect(run.output.contains("could not be done: \(broken.id) of acme: a file that it refers to is not in the store"))
            #expect(!run.output.contains("\(sound.id)") && run.output.contains("sealed 1 submissions"))
        }
    }

    @Test func `where a key is lost everything else is done, and its tenant is named`() async throws {
        try await PrivacyGround.run { ground in
            try await ground.pool.execute(
                "update docket_keys.beginning set persons_too = false, names_too = false, contacts_too = false")
            let keyPath = try SealingKeyFile.path()
            let keys = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: try KeyFile(at: keyPath)))
            let submissions = SubmissionStore(
                pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
            for tenant in ["unlucky", ground.tenant] {
                var new = NewSubmission(journey: SampleSubmissions.journey.id)
                new.contact = Contact(email: "person@example.org")
                _ = try await submissions.createSubmission(new, journey: SampleSubmissions.journey, tenant: tenant)
                _ = try await WebhookEndpointStore(pool: ground.pool, keys: keys).create(
                    NewWebhookEndpoint(tenant: tenant, url: "https://example.org", contact: "owner@example.org"),
                    by: AuditOrigin(actor: "operator:erna"))
            }
            _ = try await settled(ground)
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone' where tenant = 'unlucky'")

            let run = try await ground.docket("seal", "--rewrap", "--files", variables: ["DOCKET_SEALING_KEYS": keyPath])
            #expect(run.code == .unavailable)
            #expect(run.errors.contains("what submissions say of their persons stays in the clear"), "\(run.errors)")
            #expect(run.errors.contains("the tenant unlucky") && run.errors.contains("1 cannot be opened"), "\(run.errors)")
            #expect(run.output.contains("sealed 1 submissions"), "\(run.output)")
            #expect(run.errors.contains("who is told of webhook endpoints stays in the clear"), "\(run.errors)")
            for (table, column) in [("submissions", "email"), ("webhook_endpoints", "contact")] {
                let clear = try await ground.pool.query("select tenant from \(raw: table) where \(raw: column) is not null")
                #expect(try clear.map { try $0.decode("tenant", as: String.self) } == ["unlucky"], "\(table)")
            }
        }
    }

    @Test func `a submission whose key is gone is exported with what is left of it, and those after it as well`() async throws {
        try await PrivacyGround.run { ground in
            let keyPath = try SealingKeyFile.path()
            let submissions = SubmissionStore(
                pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test",
                keys: SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: try KeyFile(at: keyPath))))
            var made: [Submission] = []
            for _ in 0..<2 {
                let new = NewSubmission(
                    journey: SampleSubmissions.journey.id, subject: "subject", contact: Contact(email: "person@example.org"))
                made.append(
                    try await submissions.createSubmission(new, journey: SampleSubmissions.journey, tenant: ground.tenant))
            }
            let gone = made[0].id
            try await ground.pool.execute("delete from docket_keys.submissions where submission_id = \(gone.uuid)")
            let target = "\(ground.folder.path)/export"
            let run = try await ground.docket(
                "export", "subject", "--tenant", "acme", "--to", target, variables: ["DOCKET_SEALING_KEYS": keyPath])
            #expect(run.code == .success, "\(run.errors)")
            func written(_ id: SubmissionID) throws -> String { try #require(FileText.read("\(target)/\(id)/export.json")) }
            let left = try written(gone)
            #expect(left.contains("\(gone)") && !left.contains("person@example.org"))
            #expect(try written(made[1].id).contains("person@example.org"))
        }
    }

    /// The program itself, killed while it copies.
    @Test func `a killed run leaves everything readable, and the last one has sealed all`() async throws {
        try await PrivacyGround.run { ground in
            var contents: [(BlobKey, [UInt8])] = []
            for number in 0..<6 {
                let submission = try await settled(ground)
                let space = BlobSpace(tenant: ground.tenant, submission: submission.id)
                let bytes = [UInt8](repeating: UInt8(number), count: 600_000)
                let stored = try await ground.files.put(bytes, in: space)
                try await ground.pool.execute(
                    """
                    update documents set pdf_digest = \(stored.key.digest.bytes), pdf_size = \(stored.size),
                        pdf_media_type = 'application/pdf'
                    where submission_id = \(submission.id.uuid)
                    """)
                contents.append((stored.key, bytes))
            }
            let keyPath = try SealingKeyFile.path()
            let environment = [
                "DATABASE_URL": ground.operators.database.configuration.connectionString,
                "DOCKET_BLOBS": "\(ground.folder.path)/blobs", "DOCKET_SEALING_KEYS": keyPath,
            ]
            func copies() async throws -> Int {
                var count = 0
                for (key, _) in contents { count += try await ground.files.blobs(in: key.space).filter(\.isKeyed).count }
                return count
            }
            func expectReadable() async throws {
                let keys = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: try KeyFile(at: keyPath)))
                let pool = ground.operators.database.group.blocking
                let store = SealedBlobStore(ground.files, keys: keys, pool: pool)
                for (key, bytes) in contents {
                    #expect(try await store.open(key).read(at: 0, count: bytes.count + 1, on: pool) == bytes)
                }
            }
            let program = try BuiltPrograms.commandLine()
            for _ in 0..<4 {
                let before = try await copies()
                // Before it was killed, a run may have made all of them.
                guard before < 12 else { break }
                let started = try await Program.start(program, ["seal", "--files", "--rate", "1"], environment: environment)
                try await eventually("it has made a copy") { try await copies() > before }
                started.process.signalGroup(SIGKILL)
                _ = await started.process.wait()
                try await expectReadable()
            }
            _ = try await Program.check(program, ["seal", "--files"], environment: environment)
            try await ground.pool.execute("update sealed_submissions set clear_until = now() where clear_until is not null")
            _ = try await Program.check(program, ["seal", "--files"], environment: environment)
            try await expectReadable()
            #expect(try await copies() == 12)
            for (key, _) in contents { #expect(try await ground.files.blobs(in: key.space).count == 2) }
        }
    }

    @Test func `Ctrl-C ends it after the submission that it is at`() async throws {
        try await PrivacyGround.run { ground in
            for _ in 0..<3 {
                let submission = try await settled(ground)
                let stored = try await ground.files.put(
                    [UInt8](repeating: 7, count: 3_000_000), in: BlobSpace(tenant: ground.tenant, submission: submission.id))
                try await ground.pool.execute(
                    """
                    update documents set pdf_digest = \(stored.key.digest.bytes), pdf_size = \(stored.size),
                        pdf_media_type = 'application/pdf'
                    where submission_id = \(submission.id.uuid)
                    """)
            }
            let started = try await Program.start(
                try BuiltPrograms.commandLine(), ["seal", "--files", "--rate", "1"],
                environment: [
                    "DATABASE_URL": ground.operators.database.configuration.connectionString,
                    "DOCKET_BLOBS": "\(ground.folder.path)/blobs", "DOCKET_SEALING_KEYS": try SealingKeyFile.path(),
                ])
            try await eventually("it is at the first one") {
                try await !ground.pool.query("select from docket_keys.submissions").isEmpty
            }
            started.process.signalGroup(SIGINT)
            let status = await started.process.wait()
            #expect(status == .exited(ExitCode.interrupted.rawValue), "\(started.output)")
            #expect(started.output.contains("ended early"))
            let rows = try await ground.pool.query("select from sealed_submissions")
            #expect(rows.count < 3)
        }
    }
}

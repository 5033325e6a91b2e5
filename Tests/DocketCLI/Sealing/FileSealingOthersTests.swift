import BlobStore
import Domain
import FoundationEssentials
import Operations
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Synchronization
import Testing

/// What others do to a submission while its files are sealed.
@Suite(.timeLimit(.minutes(5)))
struct FileSealingOthersTests {
    private static let steps: [FileSealing.Step] = [
        .begun, .copied, .complete, .completed, .listed, .verified, .cleared,
    ]

    /// Runs both runs that a submission needs, and `act` when the first one reaches this step for the first time.
    private func run(
        _ ground: FileSealingGround, at step: FileSealing.Step, _ act: @escaping @Sendable () async throws -> Void
    ) async throws -> [FileSealingReport] {
        let isDone = Mutex(false)
        let reach: @Sendable (FileSealing.Step) async throws -> Void = { reached in
            guard reached == step,
                !isDone.withLock({ done in
                    defer { done = true }
                    return done
                })
            else { return }
            try await act()
        }
        var reports: [FileSealingReport] = []
        for _ in 0..<2 { reports.append(try await ground.sealing(reach: reach).run()) }
        #expect(isDone.withLock { $0 }, "\(step) was reached")
        return reports
    }

    @Test(arguments: steps)
    func `an erasure in the middle leaves neither form`(_ step: FileSealing.Step) async throws {
        try await FileSealingGround.run { ground in
            let (sample, neighbour) = (try await ground.accepted(), try await ground.accepted())
            let reports = try await run(ground, at: step) { try await ground.erase(sample) }
            #expect(reports.allSatisfy { $0.failures == 0 && $0.left.isEmpty }, "\(reports)")
            #expect(try await ground.files.blobs(in: sample.space).isEmpty)
            #expect(
                try await ground.pool.query("select from docket_keys.submissions where submission_id = \(sample.id.uuid)").isEmpty
            )
            try await ground.seal()
            try await ground.expectReadable([neighbour])
            try await ground.expectSealedAlone([neighbour])
            #expect(try await ground.seal() == FileSealingReport())
        }
    }

    @Test(arguments: steps)
    func `originals whose retention ends in the middle leave neither form`(_ step: FileSealing.Step) async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let reports = try await run(ground, at: step) { try await ground.removeOriginals(sample) }
            #expect(reports.allSatisfy { $0.failures == 0 })
            let pdf = sample.contents.filter { !sample.originals.contains($0.key) }
            let rest = FileSealingGround.Sample(
                id: sample.id, space: sample.space, contents: pdf, originals: [], page: sample.page)
            try await ground.expectReadable([rest])
            if [.begun, .copied, .complete].contains(step) {
                #expect(reports[0].left == ["erasures": 1])
                #expect(try await !ground.isSealed(sample))
            }
            try await ground.eraseDue()
            try await ground.seal()
            try await ground.seal()
            try await ground.expectReadable([rest])
            try await ground.expectSealedAlone([rest])
        }
    }

    @Test func `a file that is exchanged and erased while others are copied is no obstacle that is overlooked`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let reports = try await run(ground, at: .complete) {
                try await ground.removeOriginals(sample)
                try await ground.eraseDue()
            }
            #expect(reports[0].left == ["changed": 1] && reports[1].sealed == 1)
            try await ground.seal()
            let pdf = sample.contents.filter { !sample.originals.contains($0.key) }
            try await ground.expectSealedAlone([
                FileSealingGround.Sample(id: sample.id, space: sample.space, contents: pdf, originals: [], page: sample.page)
            ])
        }
    }

    /// Without an erasure, which would take the copy as well.
    @Test func `a copy of what nothing refers to any more is removed`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let reports = try await run(ground, at: .complete) {
                try await ground.removeOriginals(sample)
                try await ground.pool.execute("delete from blob_erasures")
            }
            #expect(reports[0].left == ["changed": 1] && reports[1].sealed == 1)
            try await ground.seal()
            let pdf = sample.contents.filter { !sample.originals.contains($0.key) }
            try await ground.expectSealedAlone([
                FileSealingGround.Sample(id: sample.id, space: sample.space, contents: pdf, originals: [], page: sample.page)
            ])
        }
    }

    /// An operator retries what had failed, and a worker writes.
    @Test(arguments: [FileSealing.Step.copied, .complete, .completed, .verified])
    func `a worker that begins in the middle writes what everybody reads`(_ step: FileSealing.Step) async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            try await ground.end(sample.id, as: "failed")
            let worker = try ground.process()
            try await ground.expectReadable([sample], by: worker)
            let image = Array("an image that a worker has made".utf8)
            let reports = try await run(ground, at: step) {
                try await ground.pool.execute(
                    "update submissions set state = 'processing', changed_at = now() where id = \(sample.id.uuid)")
                let stored = try await worker.put(image, in: sample.space)
                try await ground.pool.execute(
                    """
                    update pages set preview_digest = \(stored.key.digest.bytes), preview_size = \(stored.size),
                        preview_media_type = 'image/jpeg', preview_width = 10, preview_height = 20
                    where id = \(sample.page.uuid)
                    """)
                try await ground.end(sample.id, as: "failed")
            }
            #expect(reports.allSatisfy { $0.failures == 0 })
            var contents = sample.contents
            contents[ContentDigest(of: image)] = image
            let whole = FileSealingGround.Sample(
                id: sample.id, space: sample.space, contents: contents, originals: sample.originals, page: sample.page)
            try await ground.expectReadable([whole])
            try await ground.seal()
            try await ground.seal()
            try await ground.expectReadable([whole])
            try await ground.expectSealedAlone([whole])
        }
    }

    /// A preview depends on no version: it is the one thing that is committed late.
    @Test func `a file in the clear that was referred to late is read, and sealed when the others are removed`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            try await ground.seal()
            let late = Array("a late preview".utf8)
            let stored = try await ground.files.put(late, in: sample.space)
            try await ground.pool.execute(
                """
                update pages set preview_digest = \(stored.key.digest.bytes), preview_size = \(stored.size),
                    preview_media_type = 'image/jpeg', preview_width = 10, preview_height = 20
                where id = \(sample.page.uuid)
                """)
            var contents = sample.contents
            contents[stored.key.digest] = late
            let whole = FileSealingGround.Sample(
                id: sample.id, space: sample.space, contents: contents, originals: sample.originals, page: sample.page)
            try await ground.expectReadable([whole])
            #expect(try await ground.seal().cleared == 1)
            try await ground.expectReadable([whole])
            try await ground.expectSealedAlone([whole])
        }
    }

    @Test func `what is under way, recent, or has an upload or files to erase is left and told`() async throws {
        try await FileSealingGround.run { ground in
            let (busy, recent, uploading, erasing) = (
                try await ground.accepted(), try await ground.accepted(), try await ground.accepted(), try await ground.accepted()
            )
            try await ground.end(busy.id, as: "needs_input")
            try await ground.pool.execute("update submissions set changed_at = now() where id = \(recent.id.uuid)")
            try await ground.pool.execute(
                """
                insert into uploads (id, tenant, submission_id, document_id, kind, is_writing, segments, metadata,
                    expected_digests, expires_at)
                values (gen_random_uuid(), 'acme', \(uploading.id.uuid), gen_random_uuid(), 'whole', false,
                    '[{"epoch":1,"start":0}]', '', '{}', now() + interval '1 day')
                """)
            try await ground.removeOriginals(erasing)
            let report = try await ground.seal()
            #expect(report.sealed == 0 && report.failures == 0)
            #expect(report.left == ["in-progress": 1, "recent": 1, "uploads": 1, "erasures": 1])
            for sample in [busy, recent, uploading, erasing] {
                #expect(try await ground.files.blobs(in: sample.space).allSatisfy { !$0.isKeyed })
                try await ground.expectReadable([sample])
            }
        }
    }

    @Test func `a hold keeps what has no other form, and its files are sealed all the same`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let holds = LegalHoldStore(pool: ground.pool)
            let origin = AuditOrigin(actor: "operator:erna")
            guard
                case .set(let hold) = try await holds.set(
                    .submission(sample.id), tenant: ground.tenant, reason: nil, by: origin, at: Timestamp(Date()))
            else { throw FileSealingGround.Unexpected() }
            let stray = try await ground.files.put([1, 2, 3], in: sample.space)
            #expect(try await ground.seal().sealed == 1)
            let report = try await ground.seal()
            #expect(report.removed == 3 && report.cleared == 0)
            #expect(try await ground.files.blobs(in: sample.space).filter { !$0.isKeyed } == [stray.key])
            try await ground.expectReadable([sample])
            _ = try await holds.release(hold.id, by: origin, at: Timestamp(Date()))
            #expect(try await ground.seal().cleared == 1)
            try await ground.expectSealedAlone([sample])
        }
    }

    @Test func `a missing and a changed file are told by their submission, which stays as it was`() async throws {
        try await FileSealingGround.run { ground in
            let (missing, changed, sound) = (
                try await ground.accepted(), try await ground.accepted(), try await ground.accepted()
            )
            try await ground.files.remove(missing.space.key(try #require(missing.contents.keys.first)))
            let file = changed.space.key(try #require(changed.contents.keys.first))
            // As it is when bytes rot.
            try #require(ground.files as? MemoryBlobStore).overwrite(file, with: [9])
            let report = try await ground.seal()
            #expect(report.sealed == 1 && report.failures == 2)
            #expect(Set(report.failed.map(\.submission)) == ["\(missing.id)", "\(changed.id)"])
            #expect(report.failed.first { $0.submission == "\(missing.id)" }?.reason.contains("not in the store") == true)
            #expect(
                report.failed.first { $0.submission == "\(changed.id)" }?.reason.contains("changed, cut or exchanged") == true)
            for sample in [missing, changed] { #expect(try await !ground.isSealed(sample)) }
            #expect(try await ground.files.blobs(in: changed.space).filter { !$0.isKeyed }.count == 3)
            try await ground.expectReadable([sound])
        }
    }

    @Test func `a copy that is damaged when the file in the clear would go is made anew of it`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            try await ground.seal()
            let copy = try #require(try await ground.files.blobs(in: sample.space).first(where: \.isKeyed))
            try #require(ground.files as? MemoryBlobStore).overwrite(copy, with: [9])
            #expect(try await ground.seal().cleared == 1)
            try await ground.expectReadable([sample])
            try await ground.expectSealedAlone([sample])
        }
    }

    @Test func `a process of an earlier version that comes in the middle keeps the submission from being sealed`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let store = try ground.keys()
            #expect(try await store.unawareProcesses().isEmpty)
            let reports = try await run(ground, at: .complete) {
                // As that version does.
                try await ground.pool.execute(
                    """
                    insert into instances (id, service, epoch, expires_at)
                    values (gen_random_uuid(), 'intake-gateway', nextval('lease_epochs'), now() + interval '1 minute')
                    """)
            }
            #expect(reports[0].left == ["changed": 1])
            #expect(try await store.unawareProcesses().first?.service == "intake-gateway")
            #expect(try await !ground.isSealed(sample))
            // Where it takes over the name of one that knew.
            let leases = PostgresLeaseStore(pool: ground.pool)
            let lease = try await leases.acquireLease(
                instance: InstanceID(UUID()), service: "reading", lasting: .seconds(60))
            try await ground.pool.execute("update instances set expires_at = now() where service = 'intake-gateway'")
            #expect(try await store.unawareProcesses().isEmpty)
            try await ground.pool.execute(
                "update instances set epoch = nextval('lease_epochs') where id = \(lease.instance.rawValue)")
            #expect(try await store.unawareProcesses().count == 1)
        }
    }
}

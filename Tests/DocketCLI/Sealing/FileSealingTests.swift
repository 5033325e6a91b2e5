import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Operations
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Synchronization
import Testing

/// Files of before are sealed while they are read.
@Suite(.timeLimit(.minutes(5)))
struct FileSealingTests {
    @Test(arguments: FileSealingGround.kinds)
    func `files of before are read the same before, during and after, by whoever has asked before and by whoever has not`(
        _ kind: FileSealingGround.Kind
    ) async throws {
        try await FileSealingGround.run(kind) { ground in
            var samples: [FileSealingGround.Sample] = []
            for _ in 0..<2 { samples.append(try await ground.accepted()) }
            // It has asked, and believes for a while that nothing is sealed.
            let known = try ground.process()
            try await ground.expectReadable(samples, by: known)
            let all = samples
            let look: @Sendable (FileSealing.Step) async throws -> Void = { _ in
                try await ground.expectReadable(all, by: known)
                try await ground.expectReadable(all)
            }
            let first = try await ground.sealing(reach: look).run()
            #expect(first.sealed == 2 && first.files == 6 && first.failures == 0 && first.removed == 0)
            #expect(first.bytes == samples.reduce(0) { $0 + $1.contents.values.reduce(0) { $0 + $1.count } })
            for sample in samples { #expect(try await ground.files.blobs(in: sample.space).count == 6) }

            let second = try await ground.sealing(reach: look).run()
            #expect(second.sealed == 0 && second.cleared == 2 && second.removed == 6)
            try await ground.expectSealedAlone(samples)
            try await ground.expectReadable(samples, by: known)
            #expect(try await ground.seal() == FileSealingReport())
        }
    }

    @Test func `what was read of it and what it says of its person is sealed with it, and read as before`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let record = ReadingRecord(models: ["eng": "Erika Mustermann"])
            let json = String(decoding: try CanonicalJSON.encode(record), as: UTF8.self)
            let facts = FactsRecord(
                SubmissionFacts(
                    journey: SampleSubmissions.journey, documents: [], today: CalendarDate(daysSinceEpoch: 20_000)))
            try await ground.pool.execute(
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts, reading)
                select id, attempt, tenant, journey, journey_version, now(), \(facts.bytes), \(json)::text::jsonb
                from submissions where id = \(sample.id.uuid)
                """)
            try await ground.pool.execute(
                "update submissions set email = 'erika@example.org', metadata = '{\"case\": \"Mustermann\"}' where id = \(sample.id.uuid)"
            )
            try await ground.seal()
            #expect(try await ground.pool.query("select from inspections where reading is not null").isEmpty)
            #expect(try await ground.pool.query("select from submissions where email is not null or metadata <> '{}'").isEmpty)
            let store = SubmissionStore(
                pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: try ground.keys())
            let submission = try #require(try await store.submission(sample.id, tenant: ground.tenant))
            #expect(try await store.reading(of: submission)?.models == record.models)
            #expect(submission.contact?.email == "erika@example.org" && submission.metadata == ["case": "Mustermann"])
        }
    }

    @Test func `files in the clear are kept for as long as was said`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            try await ground.seal(keep: .seconds(3_600))
            let again = try await ground.seal()
            #expect(again == FileSealingReport())
            #expect(try await ground.files.blobs(in: sample.space).count == 6)
            try await ground.pool.execute("update sealed_submissions set clear_until = now() - interval '1 second'")
            #expect(try await ground.seal().cleared == 1)
            try await ground.expectSealedAlone([sample])
        }
    }

    /// What a reader has opened stays whole, and what it looks for late is found.
    @Test(arguments: FileSealingGround.kinds)
    func `a reader that began before reads on after everything in the clear is gone`(_ kind: FileSealingGround.Kind) async throws
    {
        try await FileSealingGround.run(kind) { ground in
            let sample = try await ground.accepted()
            let reader = try ground.process()
            var opened: [(BlobFile, [UInt8])] = []
            for (digest, content) in sample.contents { opened.append((try await reader.open(sample.space.key(digest)), content)) }
            try await ground.seal()
            try await ground.seal()
            try await ground.expectSealedAlone([sample])
            for (file, content) in opened {
                #expect(try await file.read(at: 0, count: content.count, on: ground.group.blocking) == content)
            }
            try await ground.expectReadable([sample], by: reader)
        }
    }

    /// Each call of the store in turn is the last one of its process.
    @Test(arguments: FileSealingGround.kinds)
    func `a run that ends at any call of the store leaves everything readable, and the next one finishes it`(
        _ kind: FileSealingGround.Kind
    ) async throws {
        try await FileSealingGround.run(kind) { ground in
            var samples: [FileSealingGround.Sample] = []
            var calls = 0
            while true {
                let sample = try await ground.accepted()
                samples.append(sample)
                let store = CountedStore(ground.files)
                store.fail(after: calls)
                var isOver = false
                // Both runs that a submission needs.
                do {
                    _ = try await ground.sealing(store).run()
                    _ = try await ground.sealing(store).run()
                    isOver = true
                } catch { #expect((error as? BlobError)?.code == .unavailable) }
                try await ground.expectReadable([sample])
                #expect(try await ground.seal().failures == 0)
                #expect(try await ground.seal().failures == 0)
                try await ground.expectReadable([sample])
                try await ground.expectSealedAlone([sample])
                if isOver { break }
                calls += 1
            }
            #expect(calls > 20, "each call was the last one once: \(calls)")
            try await ground.expectReadable(samples)
        }
    }

    private struct Killed: Error {}

    @Test func `a run that ends between any two steps leaves everything readable, and the next one finishes it`() async throws {
        try await FileSealingGround.run { ground in
            var reached: Set<FileSealing.Step> = []
            for last in 0..<100 {
                let sample = try await ground.accepted()
                let count = Mutex(0)
                let stops = Mutex<FileSealing.Step?>(nil)
                let reach: @Sendable (FileSealing.Step) async throws -> Void = { step in
                    let isLast = count.withLock { count in
                        count += 1
                        return count > last
                    }
                    guard isLast else { return }
                    stops.withLock { $0 = step }
                    throw Killed()
                }
                do {
                    _ = try await ground.sealing(reach: reach).run()
                    _ = try await ground.sealing(reach: reach).run()
                } catch is Killed {}
                try await ground.expectReadable([sample])
                try await ground.seal()
                try await ground.seal()
                try await ground.expectReadable([sample])
                try await ground.expectSealedAlone([sample])
                guard let step = stops.withLock({ $0 }) else { break }
                reached.insert(step)
            }
            #expect(reached == [.begun, .copied, .complete, .completed, .listed, .verified, .cleared])
        }
    }

    @Test func `copies of a broken run are taken up, and one that is damaged is made anew`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            let broken = try ground.sealing { step in if step == .complete { throw Killed() } }
            await #expect(throws: Killed.self) { _ = try await broken.run() }
            let copies = try await ground.files.blobs(in: sample.space).filter(\.isKeyed)
            #expect(copies.count == 3)
            let writer = try await ground.files.writer(in: sample.space, named: .byWriter)
            try await writer.append([1, 2, 3])
            _ = try await writer.finish(as: copies[0].digest)
            #expect(try await ground.seal().sealed == 1)
            try await ground.seal()
            try await ground.expectReadable([sample])
            try await ground.expectSealedAlone([sample])
        }
    }

    /// A dump of the rows from before a run, and keys and files from after it.
    @Test func `rows of before with the keys and files of after are sealed again by a run`() async throws {
        try await FileSealingGround.run { ground in
            let sample = try await ground.accepted()
            try await ground.seal()
            try await ground.seal()
            try await ground.pool.execute("delete from sealed_submissions")
            try await ground.expectReadable([sample])
            #expect(try await ground.seal().sealed == 1)
            try await ground.seal()
            try await ground.expectReadable([sample])
            try await ground.expectSealedAlone([sample])
        }
    }

    @Test func `two runs at once do no harm`() async throws {
        try await FileSealingGround.run(.folder) { ground in
            var samples: [FileSealingGround.Sample] = []
            for _ in 0..<4 { samples.append(try await ground.accepted()) }
            for _ in 0..<2 {
                async let one = ground.seal()
                async let other = ground.seal()
                let reports = try await (one, other)
                #expect(reports.0.failures == 0 && reports.1.failures == 0)
                try await ground.expectReadable(samples)
            }
            try await ground.seal()
            try await ground.expectReadable(samples)
            try await ground.expectSealedAlone(samples)
        }
    }
}

import Crypto
import Custody
import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// What is committed becomes leaves, each once, and what is signed of them can be proven.
@Suite(.timeLimit(.minutes(3))) struct CustodyLogTests {
    @Test func `each row becomes a leaf once, in the order in which it was committed`() async throws {
        try await CustodyGround.run { ground in
            let first = try await ground.submission()
            try await ground.collect(5, limit: 2)
            let second = try await ground.submission()
            try await ground.collect(10)
            #expect(try await ground.collector.collect(limit: 10) == 0)
            for submission in [first, second] {
                let leaves = try await ground.proofs.leaves(of: submission, tenant: ground.tenant, from: 0, limit: 100)
                #expect(leaves.count == 5)
                let positions = leaves.filter { $0.kind == .event }.map(\.number)
                #expect(positions.count == 4 && positions == positions.sorted())
                for leaf in leaves { #expect(leaf.row?.leaf(salt: try #require(leaf.salt)) == leaf.hash) }
            }
            let indices = try await ground.pool.query("select leaf from custody_leaves order by leaf").map {
                try $0.decode("leaf", as: Int.self)
            }
            #expect(indices == Array(0..<10))
        }
    }

    @Test func `what waits is found without reading what is a leaf already`() async throws {
        try await CustodyGround.run { ground in
            try await ground.pool.execute(
                """
                insert into audit (tenant, action, resource, basis, actor, time)
                select 'acme', 'test.act', 'things/1', 'person', 'user:ann', now() from generate_series(1, 20000)
                """)
            try await ground.pool.execute(
                "update custody_collector set audit_place = event_transaction_id(), audit_number = 9223372036854775807")
            try await ground.pool.execute("analyze audit")
            #expect(try await ground.collector.waiting(most: 1000).rows == 0)
            let plan = try await ground.pool.query("explain (costs off) select \(CustodyCollector.counting(most: 1000))").map {
                try $0.decode("QUERY PLAN", as: String.self)
            }
            #expect(plan.contains { $0.contains("using audit_in_order") }, "\(plan)")
        }
    }

    /// What an open transaction has written comes when it is committed, though others were committed before it that began later.
    @Test func `nothing is passed over that is committed late`() async throws {
        try await CustodyGround.run { ground in
            try await ground.record("test.early")
            try await ground.collect(1)
            try await ground.pool.withTransaction { transaction in
                try await transaction.execute(
                    """
                    insert into audit (tenant, action, resource, basis, actor, time)
                    values (\(ground.tenant.rawValue), 'test.late', 'things/1', 'person', 'user:ben', now())
                    """)
                try await ground.record("test.between")
                while try await ground.collector.collect(limit: 100) > 0 {}
                #expect(try await ground.size() == 1, "what came after the open transaction waits for it")
            }
            try await ground.collect(3)
            #expect(try await ground.examine().faults.isEmpty)
        }
    }

    @Test func `a collector that ends before its COMMIT leaves nothing, and two at once double nothing`() async throws {
        try await CustodyGround.run { ground in
            for _ in 0..<40 { try await ground.record("test.act") }
            try await eventually("all can be collected") { try await ground.collector.waiting(most: 100).rows == 40 }
            struct Killed: Error {}
            try await eventually("rows were read") {
                var count = 0
                do {
                    try await ground.pool.withTransaction { transaction in
                        count = try await CustodyCollector.collect(limit: 10, over: transaction)
                        throw Killed()
                    }
                } catch is Killed {}
                return count == 10
            }
            #expect(try await ground.size() == 0)
            #expect(try await ground.pool.query("select from custody_leaves").isEmpty)
            try await eventually("the log has all leaves") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { while try await ground.collector.collect(limit: 7) > 0 {} } }
                    try await group.waitForAll()
                }
                return try await ground.size() == 40
            }
            #expect(try await ground.examine().held == 40)
        }
    }

    @Test func `a head is signed where something changed, published, and names the one before`() async throws {
        try await CustodyGround.run { ground in
            #expect(try await ground.heads.due(limit: 10).isEmpty)
            _ = try await ground.submission()
            try await ground.collect(5)
            #expect(try await ground.heads.due(limit: 10) == [ground.tenant])
            let first = try await ground.sign()
            #expect(first.head.number == 1 && first.head.size == 5 && first.head.previous == nil)
            #expect(try await ground.heads.due(limit: 10).isEmpty)
            #expect(try await ground.heads.sign(ground.tenant, with: ground.keys.current, at: Timestamp(Date())) == nil)
            try await ground.record("test.act")
            try await ground.collect(6)
            let second = try await ground.sign()
            #expect(second.head.previous == first.head.asPrevious(signedAs: first.statement))
            #expect(try LogHead(verifying: second.statement, with: ground.set) == second.head)
            #expect(try await ground.heads.heads(of: ground.tenant, after: 0, limit: 10) == [first, second])
            #expect(try await ground.heads.latest(of: ground.tenant) == second)

            let rows = try await ground.pool.query(
                """
                select h.event, o.topic, o.submission_id = t.id as is_of_log from outbox o join custody_heads h on h.position = o.position
                    join custody_trees t on t.tenant = h.tenant order by h.number
                """)
            #expect(rows.count == 2)
            for (row, head) in zip(rows, [first, second]) {
                let event = try CanonicalJSON.decode(CustodyHeadEvent.self, from: try row.decode("event"))
                #expect(event.data.head == head.statement && event.sequence == head.head.number && event.tenant == ground.tenant)
                #expect(try row.decode("topic", as: String.self) == "docket.custody")
                #expect(try row.decode("is_of_log", as: Bool.self))
            }
        }
    }

    @Test func `heads are published in their order, each once the one before it is`() async throws {
        try await CustodyGround.run { ground in
            let ports = DeliveryPorts.postgres(ground.database)
            let lease = try await ports.lease()
            let heads = CustodyHeadStore(pool: ground.pool, owner: lease.instance, source: "/docket/test")
            for count in 1...2 {
                try await ground.record("test.act")
                try await ground.collect(count)
                #expect(try await heads.sign(ground.tenant, with: ground.keys.current, at: Timestamp(Date())) != nil)
            }
            for number in 1...2 {
                let claim = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
                let row = try #require(claim.rows.first)
                #expect(claim.rows.count == 1 && row.topic == .custody && row.sequence == number && row.type == nil)
                #expect(row.tenant == ground.tenant)
                #expect(try CanonicalJSON.decode(CustodyHeadEvent.self, from: row.payload).id == row.eventID)
                let published = PublishedRow(position: row.position, location: .sample)
                #expect(try await ports.outbox.markPublished([published], lease) == [row.position])
            }
            #expect(try await ports.outbox.backlog().rows == 0)
        }
    }

    @Test func `what is proven holds against the signed head`() async throws {
        try await CustodyGround.run { ground in
            let submission = try await ground.submission()
            for _ in 0..<300 { try await ground.record("test.act") }
            try await ground.collect(305)
            let old = try await ground.sign()
            try await ground.record("test.act")
            try await ground.collect(306)
            let head = try await ground.sign().head
            for leaf in try await ground.proofs.leaves(of: submission, tenant: ground.tenant, from: 0, limit: 10) {
                let plan = try #require(LogProof(inclusionOf: leaf.index, size: head.size))
                let proof = try await ground.proofs.hashes(of: [plan], tenant: ground.tenant)[0]
                #expect(
                    LogProofCheck.holds(
                        leaf: leaf.hash, index: leaf.index, size: head.size, root: head.root, proof: proof))
            }
            let plan = try #require(LogProof(consistencyOf: old.head.size, with: head.size))
            let proof = try await ground.proofs.hashes(of: [plan], tenant: ground.tenant)[0]
            #expect(
                LogProofCheck.holds(old: (old.head.size, old.head.root), new: (head.size, head.root), proof: proof))
            let event = try await ground.pool.query("select id from events order by position limit 1")[0]
            let id = EventID(try event.decode("id", as: UUID.self))
            #expect(try await ground.proofs.leaf(of: .event(id), tenant: ground.tenant)?.kind == .event)
            #expect(try await ground.proofs.leaf(of: .event(id), tenant: "other") == nil)
        }
    }

    /// A backup of the keys is younger than that of the rows: it has salts of leaves that are made anew.
    @Test func `a restore with newer keys goes on`() async throws {
        try await CustodyGround.run { ground in
            _ = try await ground.submission()
            try await ground.pool.execute(
                """
                insert into docket_keys.custody_salts (tenant, leaf, salt)
                select \(ground.tenant.rawValue), n, sha256('of before') from generate_series(0, 20) n
                """)
            try await ground.collect(5)
            try await ground.sign()
            let log = try await ground.examine()
            #expect(log.faults.isEmpty && log.held == 5, "\(log.faults)")
        }
    }

    /// A backup of the keys alone was restored, which is older than an erasure: its salts are deleted again with its key.
    @Test func `salts that come back with a key go with it`() async throws {
        try await CustodyGround.run { ground in
            let erased = try await ground.submission()
            try await ground.collect(5)
            try await ground.pool.execute("create table backup as select * from docket_keys.custody_salts")
            try await ground.erase(erased)
            try await ground.collect(7)
            try await ground.sign()
            try await ground.pool.execute(
                "insert into docket_keys.custody_salts select * from backup on conflict do nothing")
            try await ground.pool.execute(
                """
                insert into docket_keys.submissions (submission_id, tenant, wrapped)
                values (\(erased.uuid), \(ground.tenant.rawValue), '')
                """)
            let step = try await ReturnedKeys(pool: ground.pool).remove(after: nil, limit: 10, at: Timestamp(Date()))
            #expect(step.removed == [erased])
            // What the erasure has written goes on to be told: the act itself, and the withdrawal, whose leaf is before it.
            let log = try await ground.examine()
            #expect(log.faults.isEmpty && log.erased == 5 && log.held == 2, "\(log.faults) \(log.erased) \(log.held)")
        }
    }

    /// Rows stay, without what was personal; their leaves stay, and nobody can tell any more what they were of.
    @Test func `an erasure takes the salts with it, and is no tampering`() async throws {
        try await CustodyGround.run { ground in
            let (erased, other) = (try await ground.submission(), try await ground.submission())
            try await ground.collect(10)
            try await ground.sign()
            try await ground.erase(erased)
            let salts = try await ground.pool.query("select from custody_salts where submission_id = \(erased.uuid)")
            #expect(salts.isEmpty, "by the transaction of the erasure itself")
            #expect(try await ground.pool.query("select from custody_salts where submission_id = \(other.uuid)").count == 5)
            // Until its act is a leaf, nothing but the database's word says that it was one.
            let before = try await ground.examine()
            #expect(before.faults.isEmpty && before.erased == 0 && before.held == 5, "\(before.faults)")
            #expect(before.unproven == 1)
            // The withdrawal that it is told by, and the act itself.
            try await ground.collect(12)
            try await ground.sign()
            let after = try await ground.examine()
            #expect(after.faults.isEmpty && after.erased == 5 && after.held == 7, "\(after.faults)")
            #expect(after.unproven == 0)
            // Neither is taken for what came back, nor for what was left.
            let step = try await ReturnedKeys(pool: ground.pool).remove(after: nil, limit: 10, at: Timestamp(Date()))
            #expect(step.count == 1 && step.removed.isEmpty)
            #expect(try await ground.examine().held == 7)
            let left = ErasureCertificateStore(pool: ground.pool)
            #expect(try await left.left(of: erased)["custody_salts"] == nil)
            // One of before that is there again is.
            try await ground.pool.execute(
                "insert into docket_keys.custody_salts values (\(ground.tenant.rawValue), 0, \(erased.uuid), 'salt')")
            #expect(try await left.left(of: erased)["custody_salts"] == 1)
        }
    }

    /// In batches that end before the erasure, and in one with it.
    @Test(arguments: [2, 500])
    func `what an erasure found before it was a leaf becomes one without a salt`(batch: Int) async throws {
        try await CustodyGround.run { ground in
            let (erased, other) = (try await ground.submission(), try await ground.submission())
            try await ground.erase(erased)
            try await ground.collect(12, limit: batch)
            try await ground.sign()
            let found = try await ground.examine()
            #expect(found.faults.isEmpty && found.erased == 5 && found.held == 7, "\(found.faults)")
            #expect(try await ground.pool.query("select from custody_salts where submission_id = \(erased.uuid)").count == 2)
            #expect(try await ground.pool.query("select from custody_salts where submission_id = \(other.uuid)").count == 5)
            #expect(try await ErasureCertificateStore(pool: ground.pool).left(of: erased)["custody_salts"] == nil)
        }
    }

    @Test func `a restore opens an era that names the last head, and is no tampering`() async throws {
        try await CustodyGround.run { old in
            _ = try await old.submission()
            try await old.collect(5)
            let kept = try await old.sign()
            let dump = try await Program.check("pg_dump", ["--dbname", old.database.configuration.connectionString])
            try await old.record("test.lost")
            try await old.collect(6)
            let lost = try await old.sign()
            try await TestDatabase.run { restored in
                _ = try await Program.check(
                    "psql", ["-qX", "-v", "ON_ERROR_STOP=1", "--dbname", restored.configuration.connectionString],
                    input: dump.output)
                let new = old.over(restored)
                try await new.record("test.after")
                try await new.collect(6)
                #expect(try await new.heads.due(limit: 10) == [new.tenant])
                let head = try await new.sign().head
                #expect(head.era > kept.head.era && head.number == 2)
                #expect(head.previous == kept.head.asPrevious(signedAs: kept.statement))
                let finding = try await new.examine(kept: [
                    .init(name: "a", statement: kept.statement), .init(name: "b", statement: lost.statement),
                ])
                #expect(finding.faults.isEmpty, "\(finding.faults)")
                #expect(finding.lost.count == 1 && finding.lost.first?.hasPrefix("b: ") == true)
                #expect(finding.restores == [head])
            }
        }
    }

    @Test func `who is overtaken while its key is asked stores no head`() async throws {
        try await CustodyGround.run { ground in
            _ = try await ground.submission()
            try await ground.collect(5)
            let slow = OvertakenSigner(key: ground.keys.current) { _ = try? await ground.sign() }
            #expect(try await ground.heads.sign(ground.tenant, with: slow, at: Timestamp(Date())) == nil)
            #expect(try await ground.heads.heads(of: ground.tenant, after: 0, limit: 10).map(\.head.number) == [1])
        }
    }
}

/// A key that takes so long that another process signs meanwhile.
private struct OvertakenSigner: Signer {
    let key: any Signer
    let meanwhile: @Sendable () async -> Void
    var publicKey: PublicSigningKey { key.publicKey }

    func sign(_ message: [UInt8]) async throws(CryptoError) -> [UInt8] {
        await meanwhile()
        return try await key.sign(message)
    }
}

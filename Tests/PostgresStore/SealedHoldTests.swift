import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// Whom legal holds are on, and why: a dump does not say it, and they cover what they did.
@Suite(.timeLimit(.minutes(2)))
struct SealedHoldTests {
    private static let erna = AuditOrigin(actor: "operator:erna")
    private static let person = "person-4711"

    private static func holds(_ ground: SealedGround, _ keys: SealingKeyStore?) -> LegalHoldStore {
        LegalHoldStore(pool: ground.pool, keys: keys)
    }

    private static func hold(
        _ ground: SealedGround, _ keys: SealingKeyStore?, _ scope: HoldScope = .subject(person), tenant: TenantID = .standard
    ) async throws -> (hold: LegalHold, isNew: Bool) {
        let answer = try await holds(ground, keys).set(
            scope, tenant: tenant, reason: "case of Erika", by: erna, at: Timestamp(Date()))
        switch answer {
        case .set(let hold): return (hold, true)
        case .alreadyHeld(let hold): return (hold, false)
        case .notFound: throw StoreError.corrupt("there is no such submission")
        }
    }

    private static func create(
        _ ground: SealedGround, _ keys: SealingKeyStore?, tenant: TenantID = .standard, subject: String = person
    ) async throws -> Submission {
        var new = NewSubmission(journey: SampleSubmissions.journey.id)
        new.subject = subject
        return try await ground.store(keys).createSubmission(new, journey: SampleSubmissions.journey, tenant: tenant)
    }

    private static func isInClear(_ ground: SealedGround) async throws -> Bool {
        let rows = try await ground.pool.query("select to_jsonb(h)::text as row from legal_holds h")
        return try rows.contains { row in
            let text = try row.decode("row", as: String.self)
            return text.contains(person) || text.contains("Erika")
        }
    }

    @Test func `a dump says neither whom a hold is on nor why, and whoever has the keys sees both`() async throws {
        try await SealedGround.run { ground in
            let (made, isNew) = try await Self.hold(ground, ground.keys)
            #expect(isNew && made.scope == .subject(Self.person) && made.reason == "case of Erika" && !made.isUnopened)
            #expect(try await !Self.isInClear(ground))
            let listed = try await Self.holds(ground, try ground.otherKeys()).holds(tenant: nil, released: false, limit: 10)
            #expect(listed == [made])
            #expect(try await SealedGround.isHeld(try await Self.create(ground, ground.keys), ground.pool))
            #expect(try await !SealedGround.isHeld(try await Self.create(ground, ground.keys, subject: "person-12"), ground.pool))

            // Without keys it is there, and its person is not told.
            let blind = try await Self.holds(ground, ground.noKeys()).holds(tenant: nil, released: false, limit: 10)
            #expect(blind.map(\.id) == [made.id] && blind.allSatisfy { $0.isUnopened && $0.scope == nil && $0.reason == nil })
            let released = try await Self.holds(ground, nil).release(made.id, by: Self.erna, at: Timestamp(Date()))
            #expect(released?.isUnopened == true)
        }
    }

    @Test func `a submission is held where no key can be had, and why is sealed later`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.create(ground, ground.keys)
            // The installation's key is there by now.
            _ = try await Self.hold(ground, ground.keys, .subject("person-12"))
            let other = try KeyFile(parsing: Array("other \(Base64.encode([UInt8](repeating: 2, count: 32)))\n".utf8))
            let keys = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: other))
            let made = try await Self.hold(ground, keys, .submission(submission.id))
            #expect(made.isNew && made.hold.reason == "case of Erika")
            #expect(try await SealedGround.isHeld(submission, ground.pool))
            #expect(try await ground.otherKeys().sealHolds() == 1)
            #expect(try await !Self.isInClear(ground))
        }
    }

    @Test func `a person is held once, and again after a release`() async throws {
        try await SealedGround.run { ground in
            _ = try await Self.create(ground, ground.keys)
            let first = try await Self.hold(ground, ground.keys).hold
            let second = try await Self.hold(ground, ground.keys)
            #expect(second.hold == first && !second.isNew)
            _ = try await Self.holds(ground, ground.keys).release(first.id, by: Self.erna, at: Timestamp(Date()))
            let third = try await Self.hold(ground, ground.keys)
            #expect(third.isNew && third.hold.id != first.id)
        }
    }

    @Test func `the reason of a hold on a submission is sealed, too, and an export tells it`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.create(ground, ground.keys)
            _ = try await Self.hold(ground, ground.keys, .submission(submission.id))
            _ = try await Self.hold(ground, ground.keys)
            #expect(try await !Self.isInClear(ground))
            let told = try await ground.exported("legal_holds", of: submission, by: ground.keys)
            #expect(told.count == 2 && told.allSatisfy { $0["reason"] == .string("case of Erika") })
            #expect(told.contains { $0["subject"] == .string(Self.person) })
            #expect(told.allSatisfy { $0["subject_sealed"] == nil && $0["reason_sealed"] == nil })
        }
    }

    @Test func `what was in the clear is sealed, once no submission of the tenant has its person in the clear`() async throws {
        try await SealedGround.run { ground in
            let clear = try await Self.create(ground, nil)
            _ = try await Self.hold(ground, ground.keys)
            _ = try await Self.hold(ground, nil, tenant: "other")
            // The reason is sealed already, and whom it is on covers what is in the clear.
            #expect(try await Self.isInClear(ground))
            #expect(try await SealedGround.isHeld(clear, ground.pool))
            #expect(try await ground.keys.sealHolds() == 1)
            #expect(try await ground.keys.sealHolds() == 0)
            try await ground.pool.execute("update submissions set subject = null where id = \(clear.id.uuid)")
            #expect(try await ground.keys.sealHolds() == 1)
            #expect(try await !Self.isInClear(ground))
            for tenant in [.standard, "other"] as [TenantID] {
                #expect(
                    try await SealedGround.isHeld(try await Self.create(ground, ground.keys, tenant: tenant), ground.pool),
                    "\(tenant)")
            }
        }
    }

    @Test func `a submission that is stored in the clear since is covered by a sealed hold`() async throws {
        try await SealedGround.run { ground in
            _ = try await Self.hold(ground, ground.keys)
            _ = try await Self.hold(ground, ground.keys, .subject("person-12"))
            let off = try SealedGround.keys(ground.pool, isOn: false)
            let submission = try await Self.create(ground, off)
            #expect(try await SealedGround.isHeld(submission, ground.pool))
            #expect(try await !SealedGround.isHeld(try await Self.create(ground, off, subject: "person-99"), ground.pool))
            let rows = try await ground.pool.query("select from legal_holds where subject is not null")
            #expect(rows.count == 1)
            // Who cannot tell whom it is on makes nothing that it may have to cover.
            let blind = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: nil, isOn: false))
            let refused = await #expect(throws: StoreError.self) { try await Self.create(ground, blind, subject: "person-12") }
            #expect(refused?.code == .keysUnavailable, "\(String(describing: refused))")
        }
    }

    @Test func `in a sandbox a person stays in the clear, as in its submissions`() async throws {
        try await SealedGround.run { ground in
            let made = try await Self.hold(ground, ground.keys, tenant: "acme.test").hold
            #expect(made.scope == .subject(Self.person))
            #expect(try await ground.pool.query("select from legal_holds where subject is not null").count == 1)
            #expect(try await ground.keys.sealHolds() == 0)
            #expect(try await SealedGround.isHeld(try await Self.create(ground, ground.keys, tenant: "acme.test"), ground.pool))
        }
    }

    @Test func `a person is held once, also where the tenant has no key yet`() async throws {
        try await SealedGround.run { ground in
            let first = try await Self.hold(ground, ground.keys, tenant: "new").hold
            #expect(try await !Self.isInClear(ground))
            let second = try await Self.hold(ground, ground.keys, tenant: "new")
            #expect(second.hold == first && !second.isNew)
            #expect(try await SealedGround.isHeld(try await Self.create(ground, ground.keys, tenant: "new"), ground.pool))
        }
    }

    /// As where the installation's key was lost: what a new key of the tenant seals would not be covered.
    @Test func `a tenant gets no new key that its holds cannot be coded for`() async throws {
        try await SealedGround.run { ground in
            let lost = try await Self.hold(ground, ground.keys).hold
            _ = try await Self.hold(ground, ground.keys, .subject("person-12"))
            let before = try await Self.create(ground, ground.keys)
            try await ground.pool.execute("update legal_holds set subject_sealed = 'x' where id = \(lost.id.uuid)")
            try await ground.pool.execute("delete from docket_keys.tenants where tenant = 'default'")
            let keys = try ground.otherKeys()
            for _ in 0..<2 {
                let refused = await #expect(throws: StoreError.self) { try await Self.create(ground, keys) }
                #expect(refused?.code == .unopenable, "\(String(describing: refused))")
            }
            #expect(try await ground.pool.query("select from docket_keys.tenants where tenant = 'default'").isEmpty)
            #expect(try await SealedGround.isHeld(before, ground.pool))
            // As the error says.
            _ = try await Self.holds(ground, keys).release(lost.id, by: Self.erna, at: Timestamp(Date()))
            #expect(try await SealedGround.isHeld(try await Self.create(ground, keys, subject: "person-12"), ground.pool))
        }
    }

    /// What has begun comes back with the keys alone.
    @Test func `after a restore without keys nobody makes what a sealed hold may be on`() async throws {
        try await SealedGround.run { ground in
            let hold = try await Self.hold(ground, ground.keys).hold
            for table in ["beginning", "tenants", "submissions"] {
                try await ground.pool.execute("delete from docket_keys.\(raw: table)")
            }
            let keys = try ground.otherKeys()
            let refused = await #expect(throws: StoreError.self) { try await Self.create(ground, keys) }
            #expect(refused?.code == .unopenable, "\(String(describing: refused))")
            _ = try await Self.holds(ground, keys).release(hold.id, by: Self.erna, at: Timestamp(Date()))
            _ = try await Self.create(ground, keys)
        }
    }

    @Test func `a hold that is sealed beside one in the clear does not keep its person's submissions from being made`()
        async throws
    {
        try await SealedGround.run { ground in
            _ = try await Self.hold(ground, ground.keys)
            // As of a program of before, which knows no codes.
            try await ground.pool.execute(
                "insert into legal_holds (tenant, subject, set_by) values ('default', \(Self.person), 'operator:erna')")
            let off = try SealedGround.keys(ground.pool, isOn: false)
            for _ in 0..<2 { #expect(try await SealedGround.isHeld(try await Self.create(ground, off), ground.pool)) }
        }
    }
}

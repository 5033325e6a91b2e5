import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Keys of back ends and links of submissions: what is kept of them, and what the audit trail says.
@Suite(.timeLimit(.minutes(1))) struct KeyAndLinkStoreTests {
    private let erna = AuditOrigin(actor: "operator:erna")

    @Test func aTokenIsReadAsItWasMadeAndNothingElseIs() {
        for kind in OpaqueToken.Kind.allCases {
            let token = OpaqueToken(kind)
            #expect(OpaqueToken(token.text) == token)
            #expect(!"\(token)".contains(token.text.suffix(20)))
            #expect(token.text.utf8.allSatisfy { $0 < 128 })
            for broken in [
                String(token.text.dropLast()), token.text + "A", token.text.uppercased(), "xx" + token.text.dropFirst(2), "",
                token.text.replacing("_", with: "-"), String(repeating: "_", count: 60),
            ] { #expect(OpaqueToken(broken) == nil, "\(broken)") }
        }
        #expect(OpaqueToken(.key) != OpaqueToken(.key))
    }

    @Test func ofAKeyOnlyAHashIsKept() async throws {
        try await StoreFixture.run { fixture in
            let keys = APIKeyStore(pool: fixture.database.pool)
            let (key, token) = try await keys.create(
                NewAPIKey(tenant: "acme", role: .auditor, name: "books"), by: AuditOrigin(actor: "operator:erna"))
            #expect(key.role == .auditor && key.name == "books" && key.createdBy == "operator:erna" && key.lastUsedAt == nil)
            let secret = String(token.text.suffix(43))
            let rows = try await fixture.database.pool.query(
                "select count(*) as found from api_keys k where k::text like '%' || \(secret) || '%'")
            #expect(try rows[0].decode("found", as: Int.self) == 0)
            let found = try #require(try await keys.key(token.prefix))
            #expect(found.key == key && token.matches(found.digest) && !OpaqueToken(.key).matches(found.digest))
            try await keys.noteUse(of: key.prefix)
            #expect(try await keys.keys(tenant: "acme").first?.lastUsedAt != nil)
            #expect(try await keys.keys(tenant: "other").isEmpty)

            let revoked = try #require(try await keys.revoke(key.prefix, by: AuditOrigin(actor: "operator:otto")))
            #expect(revoked.isNew && revoked.key.status(at: .distantFuture) == .revoked)
            #expect(try await keys.revoke(key.prefix, by: AuditOrigin(actor: "operator:otto"))?.isNew == false)
            #expect(try await keys.revoke("0123456789ab", by: AuditOrigin(actor: "operator:otto")) == nil)
            let trail = try await AuditStore(pool: fixture.database.pool).entries(tenant: "acme", limit: 10)
            #expect(trail.map(\.act.action) == ["key.revoke", "key.create"])
            #expect(trail.map(\.act.origin.actor) == ["operator:otto", "operator:erna"])
            #expect(trail.allSatisfy { $0.act.resource == "keys/\(key.prefix)" && $0.act.submission == nil })
        }
    }

    @Test func aLinkStandsAsTimeAndItsSubmissionSay() async throws {
        try await StoreFixture.run { fixture in
            let (draft, pool) = (try await fixture.draft(), fixture.database.pool)
            let store = SubmissionLinkStore(pool: pool)
            let (upload, token) = try #require(
                try await store.create(LinkRequest(.upload, for: draft.id, tenant: "acme", lasting: .seconds(60)), by: erna))
            #expect(upload.status(at: upload.createdAt, submission: .draft) == .active)
            #expect(upload.status(at: upload.expiresAt, submission: .draft) == .expired)
            for state in SubmissionState.allCases {
                #expect((upload.status(at: upload.createdAt, submission: state) == .ended) == state.isFinal)
            }
            #expect(try await store.link(token)?.status == .active)
            #expect(try await store.links(of: draft.id, tenant: "acme").first?.lastUsedAt != nil)
            #expect(try await store.link(OpaqueToken(.link)) == nil)
            // The beginning of a token is no secret, and opens nothing.
            let guessed = try #require(OpaqueToken("dl_\(token.prefix)_\(OpaqueToken(.link).text.suffix(43))"))
            #expect(try await store.link(guessed) == nil)
            // Read after its time, by a clock that is ahead.
            let later = SubmissionLinkStore(pool: pool) { upload.expiresAt }
            #expect(try await later.link(token)?.status == .expired)
            #expect(try await store.revoke(upload.id, of: draft.id, tenant: "other", by: erna) == false)
            #expect(try await store.revoke(upload.id, of: .random(), tenant: "acme", by: erna) == false)
            #expect(try await store.link(token)?.status == .active)
            #expect(try await store.revoke(upload.id, of: draft.id, tenant: "acme", by: erna))
            #expect(try await store.link(token)?.status == .revoked)
            #expect(try await store.links(of: draft.id, tenant: "other").isEmpty)
        }
    }

    @Test func aLinkToThePortalIsOverWithItsKey() async throws {
        try await StoreFixture.run { fixture in
            let (start, pool) = (Timestamp(Date()), fixture.database.pool)
            func links(after time: Duration = .zero) -> PortalLinkStore { PortalLinkStore(pool: pool) { start.adding(time) } }
            func states(after time: Duration = .zero) async throws -> [PortalLink.Status] {
                try await links(after: time).links(of: "acme").map { $0.status(at: start.adding(time)) }
            }
            let keys = APIKeyStore(pool: pool) { start }
            let (lasting, _) = try await keys.create(NewAPIKey(tenant: "acme", role: .backend), by: erna)
            let (short, _) = try await keys.create(
                NewAPIKey(tenant: "acme", role: .backend, expiresAt: start.adding(.seconds(60))), by: erna)
            for key in [nil, short.prefix, lasting.prefix] {
                let new = NewPortalLink(tenant: "acme", key: key, lasting: .seconds(3600))
                #expect(try #require(try await links().create(new, by: erna)).link.status(at: start) == .active)
            }
            #expect(try await states() == [.active, .active, .active])
            #expect(try await states(after: .seconds(60)) == [.active, .active, .revoked], "its key has expired")
            _ = try await keys.revoke(lasting.prefix, by: erna)
            #expect(try await states(after: .seconds(60)) == [.active, .revoked, .revoked])

            // It takes the place of none that lets in.
            let many = NewPortalLink(tenant: "acme", lasting: .seconds(3600))
            for _ in 1..<PortalLinkStore.limit { #expect(try await links(after: .seconds(60)).create(many, by: erna) != nil) }
            #expect(try await links(after: .seconds(60)).create(many, by: erna) == nil)
        }
    }

    @Test func aSubmissionHasOnlySoManyLinks() async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            let store = SubmissionLinkStore(pool: fixture.database.pool)
            let request = LinkRequest(.status, for: draft.id, tenant: "acme", lasting: .seconds(60))
            for _ in 1...SubmissionLinkStore.limit { #expect(try await store.create(request, by: erna) != nil) }
            #expect(try await store.create(request, by: erna) == nil)
            // Those that have ended count no more, by their time or by somebody's wish.
            let later = SubmissionLinkStore(pool: fixture.database.pool) { Timestamp(Date()).adding(.seconds(120)) }
            #expect(try await later.create(request, by: erna) != nil)
            let link = try #require(try await store.links(of: draft.id, tenant: "acme").last)
            #expect(try await store.create(request, by: erna) == nil)
            #expect(try await store.revoke(link.id, of: draft.id, tenant: "acme", by: erna))
            #expect(try await store.create(request, by: erna) == nil)
        }
    }

    @Test func onlyAKeyThatLetsSomebodyInIsActive() async throws {
        try await StoreFixture.run { fixture in
            let start = Timestamp(Date())
            func keys(at time: Timestamp) -> APIKeyStore { APIKeyStore(pool: fixture.database.pool) { time } }
            let store = keys(at: start)
            #expect(try await !store.hasActive())
            _ = try await store.create(
                NewAPIKey(tenant: "acme", role: .auditor, name: nil, expiresAt: start.adding(.seconds(60))), by: erna)
            #expect(try await store.hasActive())
            #expect(try await !keys(at: start.adding(.seconds(60))).hasActive())
            let (lasting, _) = try await store.create(NewAPIKey(tenant: "acme", role: .auditor, name: nil), by: erna)
            #expect(try await keys(at: start.adding(.seconds(60))).hasActive())
            _ = try await store.revoke(lasting.prefix, by: erna)
            #expect(try await !keys(at: start.adding(.seconds(60))).hasActive())
        }
    }

    @Test func theSameRequestMakesTheSameLink() async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            let store = SubmissionLinkStore(pool: fixture.database.pool)
            func create(_ seed: String, wasAnswered: Bool = false, in store: SubmissionLinkStore) async throws -> OpaqueToken {
                let repetition = LinkRequest.Repetition(seed: Array(seed.utf8), wasAnswered: wasAnswered)
                let made = try await store.create(
                    LinkRequest(
                        .status, for: draft.id, tenant: "acme", lasting: .seconds(60), repetition: repetition), by: erna)
                return try #require(made).token
            }
            let first = try await create("a", in: store)
            #expect(try await create("a", in: store) == first)
            #expect(try await create("b", in: store) != first)
            let links = try await store.links(of: draft.id, tenant: "acme")
            #expect(links.count == 2)
            let trail = try await AuditStore(pool: fixture.database.pool).entries(tenant: "acme", limit: 10)
            #expect(trail.filter { $0.act.action == "link.create" }.count == 2)
            // Once it has ended, it is still the answer that was given; a request that nobody remembers makes another one.
            let end = try #require(links.map(\.expiresAt).max())
            let later = SubmissionLinkStore(pool: fixture.database.pool) { end }
            #expect(try await create("a", wasAnswered: true, in: later) == first)
            #expect(try await later.link(first)?.status == .expired)
            #expect(try await create("a", in: later) == first)
            #expect(try await later.link(first)?.status == .active)
        }
    }

    @Test func linksAreForgottenLongAfterTheyExpired() async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            let store = SubmissionLinkStore(pool: fixture.database.pool)
            let request = LinkRequest(.status, for: draft.id, tenant: "acme", lasting: .seconds(60))
            for _ in 1...3 { _ = try await store.create(request, by: erna) }
            let end = try #require(try await store.links(of: draft.id, tenant: "acme").map(\.expiresAt).max())
            let before = SubmissionLinkStore(pool: fixture.database.pool) { end }
            #expect(try await before.purge(limit: 100) == 0)
            let after = SubmissionLinkStore(pool: fixture.database.pool) {
                end.adding(SubmissionLinkStore.remembrance + .seconds(1))
            }
            #expect(try await after.purge(limit: 2) == 2)
            #expect(try await after.purge(limit: 2) == 1)
            #expect(try await store.links(of: draft.id, tenant: "acme").isEmpty)
        }
    }

    @Test(arguments: ["update audit set actor = 'nobody'", "delete from audit", "truncate audit"])
    func theTrailCannotBeChanged(_ statement: String) async throws {
        try await StoreFixture.run { fixture in
            let audit = AuditStore(pool: fixture.database.pool)
            try await audit.record([
                AuditAct(tenant: "acme", action: "submission.view", resource: "submissions/1", origin: erna, time: .now)
            ])
            await #expect(throws: PostgresError.self) {
                try await fixture.database.pool.query(SQL(stringLiteral: statement))
            }
            #expect(try await audit.entries(tenant: nil, limit: 10).map(\.act.origin) == [erna])
        }
    }

    @Test func theTrailIsFilteredAndReadPartByPart() async throws {
        try await StoreFixture.run { fixture in
            let audit = AuditStore(pool: fixture.database.pool)
            let (one, other) = (SubmissionID.random(), SubmissionID.random())
            let moment = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
            var acts: [AuditAct] = []
            for number in 0..<20 {
                acts.append(
                    AuditAct(
                        tenant: number < 15 ? "acme" : "other", submission: number.isMultiple(of: 2) ? one : other,
                        action: number.isMultiple(of: 3) ? "page.download" : "submission.view", resource: "number/\(number)",
                        origin: AuditOrigin(actor: "user:\(number % 4)", address: "192.0.2.\(number)"), note: "note \(number)",
                        time: moment.adding(.seconds(number))))
            }
            try await audit.record(acts)
            func numbers(_ change: (inout AuditFilter) -> Void) async throws -> [Int] {
                var filter = AuditFilter()
                change(&filter)
                return try await audit.entries(tenant: "acme", matching: filter, limit: 100).compactMap {
                    Int($0.act.resource.dropFirst("number/".count))
                }
            }
            #expect(try await numbers { _ in } == (0..<15).reversed())
            #expect(try await numbers { $0.submission = one } == (0..<15).reversed().filter { $0.isMultiple(of: 2) })
            #expect(try await numbers { $0.actor = "user:1" } == [13, 9, 5, 1])
            #expect(try await numbers { $0.actions = ["page.download", "nothing"] } == [12, 9, 6, 3, 0])
            let (start, end) = (moment.adding(.seconds(3)), moment.adding(.seconds(6)))
            #expect(
                try await numbers {
                    $0.after = start
                    $0.before = end
                } == [5, 4, 3])
            var read: [AuditEntry] = []
            while true {
                let part = try await audit.entries(tenant: nil, limit: 7, below: read.last?.number)
                read += part
                if part.isEmpty { break }
            }
            #expect(read.map(\.act) == acts.reversed())
        }
    }
}

extension Timestamp {
    fileprivate static var now: Timestamp { Timestamp(Date()) }
    fileprivate static var distantFuture: Timestamp { Timestamp(millisecondsSinceEpoch: 4_000_000_000_000) }
}

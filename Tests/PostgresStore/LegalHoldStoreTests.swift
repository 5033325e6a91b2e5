import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What a court wants kept, and what it does not.
@Suite(.timeLimit(.minutes(1))) struct LegalHoldStoreTests {
    private static func hold(_ scope: HoldScope, of tenant: TenantID, in fixture: StoreFixture) async throws {
        let answer = try await LegalHoldStore(pool: fixture.database.pool).set(
            scope, tenant: tenant, reason: "case 7", by: AuditOrigin(actor: "operator:erna"), at: Timestamp(Date()))
        guard case .set = answer else { throw StoreFixture.Unexpected() }
    }

    private static func withdrawal(
        of id: SubmissionID, in fixture: StoreFixture
    ) async throws -> ConfirmationRequired<ChangeAnswer> {
        guard case .confirmationRequired(let required) = try await fixture.store.withdraw(id, tenant: fixture.tenant) else {
            throw StoreFixture.Unexpected()
        }
        return required
    }

    @Test func whatIsKeptOfAPersonCannotBeDestroyed() async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            try await Self.hold(.subject("person-1"), of: fixture.tenant, in: fixture)
            guard case .refused(.held) = try await fixture.store.withdraw(draft.id, tenant: fixture.tenant) else {
                Issue.record("what is held of a person can be withdrawn")
                return
            }
        }
    }

    @Test func aHoldKeepsNothingOfAnotherTenantOrPerson() async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            try await Self.hold(.subject("person-1"), of: "other", in: fixture)
            try await Self.hold(.subject("person-2"), of: fixture.tenant, in: fixture)
            guard case .done(let withdrawn) = try await Self.withdrawal(of: draft.id, in: fixture).confirm(by: .retention)
            else {
                Issue.record("a hold keeps what it does not cover")
                return
            }
            #expect(withdrawn.state == .withdrawn)
        }
    }

    @Test(arguments: [false, true]) func aHoldThatComesBetweenQuestionAndAnswerIsHeard(ofPerson: Bool) async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.draft()
            let required = try await Self.withdrawal(of: draft.id, in: fixture)
            try await Self.hold(ofPerson ? .subject("person-1") : .submission(draft.id), of: fixture.tenant, in: fixture)
            guard case .refused(.held) = try await required.confirm(by: .retention) else {
                Issue.record("what is held was destroyed")
                return
            }
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant) == draft)
        }
    }
}

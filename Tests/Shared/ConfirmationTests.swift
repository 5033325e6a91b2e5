import Shared
import Synchronization
import Testing

@Suite struct ConfirmationTests {
    static let subject = ConfirmationSubject(action: "document.remove", resource: "submissions/1/documents/2", version: 7)
    static let key = [UInt8](repeating: 7, count: 32)

    /// Remembers what was done.
    final class Ledger: Sendable {
        private let entries = Mutex<[Shared.Confirmation.Basis]>([])
        var bases: [Shared.Confirmation.Basis] { entries.withLock { $0 } }

        func removal(_ subject: ConfirmationSubject = ConfirmationTests.subject) -> ConfirmationRequired<Int> {
            ConfirmationRequired(
                ConfirmationPrompt(title: "Remove?", message: "It cannot be brought back.", actionLabel: "Remove"), of: subject
            ) { confirmation in
                self.entries.withLock {
                    $0.append(confirmation.basis)
                    return $0.count
                }
            }
        }
    }

    private func tokens() throws -> ConfirmationTokens { try #require(ConfirmationTokens(key: Self.key)) }

    @Test func droppingItDoesNothing() {
        let ledger = Ledger()
        _ = ledger.removal()
        #expect(ledger.bases.isEmpty)
    }

    @Test func aTokenThatComesBackConfirms() async throws {
        let ledger = Ledger()
        let removal = ledger.removal()
        let token = try tokens().issue(for: removal.subject, actor: "anna", at: Fixture.now)
        #expect(token.expiresAt == Fixture.now.adding(.seconds(600)))
        let confirmation = try tokens().confirmation(from: token.text, for: removal.subject, actor: "anna", at: Fixture.now)
        #expect(try await removal.confirm(by: confirmation) == 1)
        #expect(ledger.bases == [.person("anna")])
    }

    @Test func policiesAreNamed() async throws {
        let ledger = Ledger()
        _ = try await ledger.removal().confirm(by: .retention)
        _ = try await ledger.removal().confirm(by: ConfirmationPolicy.expiry)
        #expect(ledger.bases == [.policy(.retention), .policy(.expiry)])
    }

    @Test func aPersonInAnAppIsAsked() async throws {
        let ledger = Ledger()
        let no = try await ledger.removal().confirm(asking: "anna") { prompt in prompt.actionLabel == "Keep" }
        #expect(no == nil && ledger.bases.isEmpty)
        let yes = try await ledger.removal().confirm(asking: "anna") { prompt in prompt.actionLabel == "Remove" }
        #expect(yes == 1 && ledger.bases == [.person("anna")])
    }

    @Test func aConfirmationOfSomethingElseDoesNothing() async throws {
        let ledger = Ledger()
        let other = ConfirmationSubject(action: "document.remove", resource: "submissions/1/documents/3", version: 7)
        let token = try tokens().issue(for: other, actor: "anna", at: Fixture.now)
        let confirmation = try tokens().confirmation(from: token.text, for: other, actor: "anna", at: Fixture.now)
        await #expect(throws: ConfirmationFault.mismatch) { try await ledger.removal().confirm(by: confirmation) }
        #expect(ledger.bases.isEmpty)
    }

    /// The code was made with OpenSSL: HMAC-SHA256 over the fields, each with its length before it.
    @Test func tokensAreHMAC() throws {
        let token = try tokens().issue(for: Self.subject, actor: "anna", at: Fixture.now)
        #expect(token.text == "c1.1793438107123.8b5483b9648586f60b13673f34aef823b3901760e0d730114a00aa08af19270f")
    }

    @Test func tokensAreBound() throws {
        let tokens = try tokens()
        let token = tokens.issue(for: Self.subject, actor: "anna", at: Fixture.now).text
        let later = Fixture.now.adding(.milliseconds(599_999))
        _ = try tokens.confirmation(from: token, for: Self.subject, actor: "anna", at: later)

        let otherTokens = try #require(ConfirmationTokens(key: [UInt8](repeating: 8, count: 32)))
        let subjects = [
            ConfirmationSubject(action: "page.remove", resource: Self.subject.resource, version: 7),
            ConfirmationSubject(action: Self.subject.action, resource: "submissions/1/documents/1", version: 7),
            ConfirmationSubject(action: Self.subject.action, resource: Self.subject.resource, version: 8),
            // The same characters, divided otherwise.
            ConfirmationSubject(action: "document.removes", resource: "ubmissions/1/documents/2", version: 7),
        ]
        for subject in subjects {
            #expect(throws: ConfirmationFault.mismatch) {
                try tokens.confirmation(from: token, for: subject, actor: "anna", at: later)
            }
        }
        #expect(throws: ConfirmationFault.mismatch) {
            try tokens.confirmation(from: token, for: Self.subject, actor: "otto", at: later)
        }
        #expect(throws: ConfirmationFault.mismatch) {
            try otherTokens.confirmation(from: token, for: Self.subject, actor: "anna", at: later)
        }
        #expect(throws: ConfirmationFault.expired) {
            try tokens.confirmation(from: token, for: Self.subject, actor: "anna", at: later.adding(.milliseconds(1)))
        }
    }

    /// A version that changed nothing of it is confirmed by the token of the one before, and by no other.
    @Test func aTokenIsAsGoodForAVersionThatIsTheSame() throws {
        let (tokens, subject) = (try tokens(), Self.subject)
        let token = tokens.issue(for: subject, actor: "anna", at: Fixture.now).text
        let later = ConfirmationSubject(action: subject.action, resource: subject.resource, version: subject.version + 2)
        let confirmation = try tokens.confirmation(
            from: token, for: later, orVersions: [subject.version + 1, subject.version], actor: "anna", at: Fixture.now)
        #expect(confirmation.subject == later)
        for (versions, actor) in [([], "anna"), ([subject.version + 1], "anna"), ([subject.version], "ben")] {
            #expect(throws: ConfirmationFault.mismatch) {
                try tokens.confirmation(from: token, for: later, orVersions: versions, actor: actor, at: Fixture.now)
            }
        }
    }

    @Test func aLaterExpiryCannotBeWrittenIn() throws {
        let tokens = try tokens()
        var parts = tokens.issue(for: Self.subject, actor: "anna", at: Fixture.now).text.split(separator: ".").map(String.init)
        parts[1] = "9999999999999"
        #expect(throws: ConfirmationFault.mismatch) {
            try tokens.confirmation(from: parts.joined(separator: "."), for: Self.subject, actor: "anna", at: Fixture.now)
        }
    }

    @Test(arguments: [
        "", "c1", "c1..", "c1.x." + String(repeating: "0", count: 64), "c2.1." + String(repeating: "0", count: 64),
        "c1.1." + String(repeating: "0", count: 63), "c1.1.a.b", String(repeating: "c", count: 10_000),
    ])
    func refusesWhatIsNoToken(text: String) throws {
        #expect(throws: ConfirmationFault.malformed) {
            try tokens().confirmation(from: text, for: Self.subject, actor: "anna", at: Fixture.now)
        }
    }

    @Test func refusesShortKeys() {
        #expect(ConfirmationTokens(key: [UInt8](repeating: 7, count: 31)) == nil)
    }
}

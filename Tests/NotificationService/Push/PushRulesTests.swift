import Configuration
import Domain
import FoundationEssentials
import HTTPClient
import PostgresStore
import Shared
import Support
import Testing

@testable import NotificationService

/// What a device is told, and what follows from Apple's answers.
@Suite struct PushRulesTests {
    private static let now = Samples.now

    private func end(_ answer: PushAnswer, attempt: Int = 1) -> PushEnd {
        PushDecision.end(of: answer, attempt: attempt, now: Self.now, random: 0)
    }

    private func subject(locale: String?, title: String) -> StageSubject {
        let base = SampleSubmissions.journey
        let journey = JourneyDefinition(
            id: base.id, title: title, summary: base.summary, documentTypes: base.documentTypes, documents: base.documents)
        let submission = Submission(
            id: .random(), journey: journey.id, journeyVersion: journey.version, subject: "person-7", locale: locale,
            contact: Contact(email: "anna@example.org", pushToken: "00fc13ad"), reference: "Müller ./. Meier",
            metadata: ["iban": "DE02120300000000202051"], returnUrl: "https://acme.example/back?key=1", createdAt: Self.now)
        return StageSubject(submission: submission, journey: journey)
    }

    // MARK: - Messages

    @Test(arguments: ["en", "de", "fr", "es", "ja"]) func everyToldStateHasItsWords(locale: String) throws {
        let subject = subject(locale: locale, title: "Address")
        var titles: Set<String> = []
        for state in MailTexts.told {
            let message = try #require(PushMessage(state, event: .random(), of: subject))
            let payload = try JSONDecoder().decode(PushServer.Payload.self, from: Data(message.payload))
            titles.insert(payload.aps.alert.title)
            #expect(payload.aps.alert.subtitle == "Address" && !payload.aps.alert.body.isEmpty)
            #expect(payload.docket["state"] == state.rawValue && payload.docket["submission"] == "\(subject.submission.id)")
            #expect(message.priority == (state == .inReview ? .whenConvenient : .now))
        }
        #expect(titles.count == MailTexts.told.count)
        #expect(PushMessage(.withdrawn, event: .random(), of: subject) == nil)
    }

    @Test(arguments: [
        "Proof of address", String(repeating: "\"\\", count: 3000), String(repeating: "👩‍👩‍👧‍👦", count: 2000),
        String(repeating: "e" + String(repeating: "\u{301}", count: 300), count: 100), "a\r\nb\u{0}c",
    ])
    func noPayloadIsTooLargeOrPersonal(title: String) throws {
        for locale in ["en", "ja"] {
            let subject = subject(locale: locale, title: title)
            let message = try #require(PushMessage(.needsInput, event: .random(), of: subject))
            #expect(message.payload.count <= PushMessage.limit)
            let text = String(decoding: message.payload, as: UTF8.self)
            for secret in ["anna", "person-7", "Müller", "DE0212", "00fc13ad", "acme"] { #expect(!text.contains(secret)) }
            let payload = try JSONDecoder().decode(PushServer.Payload.self, from: Data(message.payload))
            #expect(payload.aps.alert.subtitle?.contains { $0.isNewline } != true)
        }
    }

    // MARK: - Answers

    @Test func aDeviceThatIsGoneIsRetired() {
        let gone = end(.response(status: 410, reason: "Unregistered"))
        #expect(gone.retired == .gone)
        #expect(
            gone.end == .givenUp(status: 410, error: "Apple answered 410 (Unregistered): the app is gone from the device."))
        #expect(end(.response(status: 410)).retired == .gone)
        #expect(end(.response(status: 400, reason: "BadDeviceToken")).retired == .unknown)
        #expect(end(.response(status: 400, reason: "DeviceTokenNotForTopic")).retired == .otherTopic)
        guard case .givenUp(400, _) = end(.response(status: 400, reason: "BadDeviceToken")).end else {
            Issue.record("tried again")
            return
        }
    }

    @Test(arguments: [429, 500, 503]) func appleSaysWhenItIsBack(status: Int) {
        let told = end(.response(status: status, reason: "TooManyRequests", retryAfter: "77"))
        #expect(
            told.end == .retry(after: .seconds(77), status: status, error: "Apple answered \(status) (TooManyRequests)."))
        #expect(told.retired == nil)
        // Neither sooner than the schedule nor for ever.
        guard case .retry(.seconds(2), _, _) = end(.response(status: status, retryAfter: "0")).end,
            case .retry(PushDecision.longestRetryAfter, _, _) = end(.response(status: status, retryAfter: "9999999")).end,
            case .givenUp(status, _) = end(.response(status: status), attempt: PushDecision.schedule.maximumAttempts).end
        else {
            Issue.record("another wait")
            return
        }
    }

    @Test func tooManyTokensAreAReasonToWait() {
        guard case .retry(let wait, 429, _) = end(.response(status: 429, reason: "TooManyProviderTokenUpdates")).end else {
            Issue.record("not tried again")
            return
        }
        #expect(wait == ProviderTokenAge.shortestInterval)
    }

    @Test(arguments: [
        (403, "InvalidProviderToken", "DOCKET_APNS_KEY_ID"), (400, "TopicDisallowed", "DOCKET_APNS_TOPIC"),
        (403, "ExpiredProviderToken", "clock"), (403, "BadEnvironmentKeyInToken", "DOCKET_APNS_ENVIRONMENT"),
    ])
    func aFaultOfTheConfigurationIsNamedAndTheMessageKept(status: Int, reason: String, word: String) {
        guard case .retry(_, status, let error) = end(.response(status: status, reason: reason)).end else {
            Issue.record("not tried again")
            return
        }
        #expect(error.contains(reason) && error.contains(word))
    }

    @Test(arguments: [(400, "BadCollapseId"), (400, nil), (413, "PayloadTooLarge")])
    func whatAppleCannotReadIsGivenUp(status: Int, reason: String?) {
        guard case .givenUp(status, _) = end(.response(status: status, reason: reason)).end else {
            Issue.record("tried again")
            return
        }
    }

    @Test func withoutAnAnswerItIsTriedAgain() {
        let error = HTTPClientError(code: .timedOut, description: "the server took too long to answer")
        #expect(
            end(.failure(error)).end
                == .retry(after: .seconds(2), status: nil, error: "No answer from Apple: the server took too long to answer."))
        #expect(end(.response(status: 200)) == PushEnd(end: .delivered(status: 200)))
    }

    // MARK: - The provider's token

    @Test func aTokenIsMadeAnewInTime() {
        var age = ProviderTokenAge()
        #expect(age.isDue(at: Self.now))
        age.made(at: Self.now)
        for minutes in [0, 1, 19, 39] { #expect(!age.isDue(at: Self.now.adding(.seconds(minutes * 60)))) }
        for minutes in [40, 59, 61, 10_000] { #expect(age.isDue(at: Self.now.adding(.seconds(minutes * 60)))) }
        // The clock was set back.
        #expect(age.isDue(at: Self.now.adding(.seconds(-60))))
    }

    @Test func oneThatAppleCallsExpiredIsReplacedOnce() {
        var age = ProviderTokenAge()
        age.made(at: Self.now)
        let soon = Self.now.adding(.seconds(5))
        let (first, second) = (age.mayRenew(at: soon), age.mayRenew(at: soon.adding(.seconds(60))))
        let later = age.mayRenew(at: soon.adding(ProviderTokenAge.shortestInterval))
        #expect(first && !second && later)
    }

    // MARK: - Configuration

    private func read(_ environment: [String: String]) throws -> PushConfiguration? {
        var reader = ConfigurationReader(environment: environment)
        let push = PushConfiguration(reading: &reader)
        try reader.finish()
        return push
    }

    @Test func withoutAKeyNobodyIsTold() throws {
        #expect(try read([:]) == nil)
        #expect(throws: ConfigurationFaults.self) { try read(["DOCKET_APNS_TOPIC": "org.example.app"]) }
    }

    @Test func theKeyComesFromAFileAndTheServerFromTheEnvironment() async throws {
        let folder = try TemporaryFolder("push")
        let path = "\(folder.path)/key.p8"
        _ = try await Program.check(
            "openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", path])
        var environment = [
            "DOCKET_APNS_KEY_FILE": path, "DOCKET_APNS_KEY_ID": PushServer.keyID, "DOCKET_APNS_TEAM_ID": PushServer.teamID,
            "DOCKET_APNS_TOPIC": "org.example.app",
        ]
        #expect(try read(environment)?.server == "api.push.apple.com:443")
        environment["DOCKET_APNS_ENVIRONMENT"] = "sandbox"
        #expect(try read(environment)?.server == "api.sandbox.push.apple.com:443")
        environment["DOCKET_APNS_SERVER"] = "localhost:2197"
        #expect(try read(environment)?.server == "localhost:2197")
        for (name, value) in [
            ("DOCKET_APNS_KEY_ID", "short"), ("DOCKET_APNS_TEAM_ID", "with\"quote"), ("DOCKET_APNS_TOPIC", "a b"),
            ("DOCKET_APNS_SERVER", "https://x"), ("DOCKET_APNS_ENVIRONMENT", "test"), ("DOCKET_APNS_KEY_FILE", "/dev/null"),
        ] {
            do {
                _ = try read(environment.merging([name: value]) { $1 })
                Issue.record("\(name) was accepted")
            } catch let faults as ConfigurationFaults {
                #expect(faults.faults.count == 1 && faults.faults.first?.name.hasPrefix(name.prefix(15)) == true)
            }
        }
    }

    @Test(arguments: ["", "abc", "0g", "00/..", "00fc13ad\n"]) func whatIsNoTokenIsNone(text: String) {
        #expect(DeviceToken(text) == nil)
    }

    @Test func aTokenHasOneSpellingAndATopic() throws {
        let (upper, lower) = (try #require(DeviceToken("00FC")), try #require(DeviceToken("00fc")))
        #expect(upper == lower && upper.digest(topic: "a") == lower.digest(topic: "a"))
        #expect(upper.digest(topic: "a") != upper.digest(topic: "b"))
    }
}

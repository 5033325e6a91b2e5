import Shared
import Testing

@Suite struct CallOutTests {
    private static func journey(_ callOuts: [CallOut], rules: [RuleID: RulePolicy] = [:], review: ReviewPolicy = .never)
        -> JourneyDefinition
    {
        JourneyDefinition(
            id: "letters", title: "Letters", summary: "",
            documentTypes: [DocumentType(id: "letter", title: "Letter", hint: "", icon: "doc")], documents: CountRange(1...2),
            review: review, rules: rules, callOuts: callOuts)
    }

    private static func problems(_ callOuts: CallOut..., allowsPrivate: Bool = false) -> [String] {
        journey(callOuts).faults(allowsPrivateCallOuts: allowsPrivate).map(\.problem)
    }

    @Test(arguments: ["https://risk.example.org/ask?key=1", "https://[2606:2800:220:1::1]:8443/"])
    func anAddressOfThePublicInternetMayBeAskedOverTLS(_ url: String) {
        #expect(Self.problems(CallOut(name: "risk", url: url)).isEmpty)
    }

    /// As webhooks: what one of them may not reach no call-out asks.
    @Test(arguments: [
        "http://127.0.0.1:9000/", "http://localhost/x", "http://[::1]:80/", "http://risk.example.org/", "https://10.0.0.5/",
        "https://risk.internal/", "https://localhost/", "https://risk.example.org:444/",
    ]) func onesOwnNetworkIsAFaultUnlessTheInstallationAllowsIt(_ url: String) {
        let callOut = CallOut(name: "risk", url: url)
        let problems = Self.problems(callOut)
        #expect(problems.count == 1 && problems[0].contains("DOCKET_WEBHOOK_ALLOW_PRIVATE=true"), "\(problems)")
        #expect(Self.problems(callOut, allowsPrivate: true).isEmpty && Self.journey([callOut]).faults.isEmpty)
    }

    @Test(arguments: [
        "ftp://risk.example.org", "https://", "https:///ask", "https://a:b@risk.example.org/", "https://risk.example.org/#top",
        "https://risk.example.org/a b", "https://:1/", "https://risk.example.org:99999/", "http://localhost:99999/",
        "http://169.254.169.254/", "https://risk.example.org\\@evil.example", "https://" + String(repeating: "a", count: 2000),
    ]) func whatIsNoAddressIsAFaultEverywhere(_ url: String) {
        let callOut = CallOut(name: "risk", url: url)
        let problems = Self.problems(callOut)
        #expect(problems.count == 1 && !problems[0].contains("DOCKET_WEBHOOK_ALLOW_PRIVATE"), "\(problems)")
        #expect(Self.problems(callOut, allowsPrivate: true).count == 1 && Self.journey([callOut]).faults.count == 1)
    }

    @Test func timesNamesAndPointsAreBounded() {
        let url = "https://risk.example.org/"
        #expect(Self.problems(CallOut(name: "a", url: url), CallOut(name: "b", url: url, after: .reading)).isEmpty)
        #expect(Self.problems(CallOut(name: "a", url: url), CallOut(name: "a", url: url, after: .reading)).count == 1)
        #expect(Self.problems(CallOut(name: "a", url: url), CallOut(name: "b", url: url)).count == 1)
        #expect(Self.problems(CallOut(name: "a", url: url, within: 0, timeout: 1)).count == 2)
        #expect(Self.problems(CallOut(name: "a", url: url, within: 7 * 86_400 + 1)).count == 1)
        #expect(Self.problems(CallOut(name: "a", url: url, within: 5, timeout: 6)).count == 1)
        #expect(Self.problems(CallOut(name: "a", url: url, within: 100, timeout: 61)).count == 1)
        #expect(Self.problems(CallOut(name: "a", url: url, send: [.values, .values])).count == 1)
        #expect(CallOut(name: "a", url: url, within: 3).timeout == 3 && CallOut(name: "a", url: url).timeout == 10)
    }

    @Test func aJourneyThatAsksNobodyKeepsItsDigest() throws {
        let (quiet, asking) = (Self.journey([]), Self.journey([CallOut(name: "risk", url: "https://risk.example.org/")]))
        #expect(quiet.version != asking.version)
        let json = String(decoding: try CanonicalJSON.encode(quiet), as: UTF8.self)
        #expect(!json.contains("callOuts"))
        for journey in [quiet, asking] {
            let read = try CanonicalJSON.decode(JourneyDefinition.self, from: try CanonicalJSON.encode(journey))
            #expect(read == journey && read.version == journey.version)
        }
        #expect(asking.callOut(after: .validation)?.name == "risk" && asking.callOut(after: .reading) == nil)
    }

    @Test func aReviewIsAskedForByAnAnswerOrWhereNobodyAnswersAndTheJourneySaysSo() throws {
        func command(_ reason: Reason?, _ journey: JourneyDefinition, at stage: Stage = .reading) -> SubmissionCommand {
            journey.command(after: SubmissionVerdict(documents: [], reasons: [reason].compactMap(\.self)), at: stage)
        }
        func unanswered(_ callOut: CallOut) -> Reason? {
            let moment = Timestamp(millisecondsSinceEpoch: 0)
            return CallOutResult(unanswered: callOut, askedAt: moment, endedAt: moment, documents: []).verdict.reasons.first
        }
        let url = "https://risk.example.org/"
        let quiet = Self.journey([])
        let code: CallOutRecord.Entry = .init(code: "look")
        #expect(command(CallOutReasons.reason(.review, code, words: "Look."), quiet) == .requestReview)
        #expect(command(CallOutReasons.reason(.review, code), quiet, at: .validation) == .beginProcessing)
        #expect(command(CallOutReasons.reason(.warn, code), quiet) == .accept)
        for choice in CallOut.Failure.allCases {
            let callOut = CallOut(name: "risk", url: url, onFailure: choice)
            let expected: SubmissionCommand =
                switch choice {
                case .allow, .warn: .accept
                case .review: .requestReview
                case .refuse: .requestInput
                }
            #expect(command(unanswered(callOut), Self.journey([callOut])) == expected, "\(choice)")
            #expect((unanswered(callOut) == nil) == (choice == .allow))
        }
        // Another one's silence asks for nobody.
        let other = CallOut(name: "other", url: url, after: .reading, onFailure: .warn)
        let risk = CallOut(name: "risk", url: url, onFailure: .review)
        #expect(command(unanswered(other), Self.journey([risk, other])) == .accept)
    }

    @Test func eventsDoNotRepeatTheWordsOfWhoeverAnswered() throws {
        let document = DocumentID.random()
        let own = try #require(
            CallOutReasons.reason(
                .refuse, .init(code: "listed", document: document), documentType: "letter", words: "Ms Eriksson is on a list."))
        #expect(own.message == "Ms Eriksson is on a list." && own.wording == nil)
        #expect(own.localized(in: .german).message == own.message)
        let masked = try #require(SubmissionVerdict(sorting: [own], under: [document]).masked.allReasons.first)
        #expect(masked.rule == "callout.refused" && masked.found == "listed" && masked.document == document)
        #expect(!masked.message.contains("Eriksson") && masked.severity == .refuse && masked.documentType == "letter")
        #expect(masked.localized(in: .german).message != masked.message)
        let plain = try #require(CallOutReasons.reason(.warn, .init(code: "odd")))
        #expect(SubmissionVerdict(documents: [], reasons: [plain]).masked.reasons == [plain])
    }

    @Test func otherRulesAreTriedBesideTheAnswersThatThereWere() {
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        let asking = Self.journey([CallOut(name: "risk", url: "https://risk.example.org/")])
        let facts = SubmissionFacts(
            Submission(id: .random(), journey: asking.id, journeyVersion: asking.version, createdAt: moment), journey: asking,
            at: moment)
        let refusal = CallOutRecord(
            callOut: "risk", after: .validation, verdict: .refuse, reasons: [.init(code: "listed")], askedAt: moment,
            endedAt: moment)
        func changes(_ new: JourneyDefinition) -> [RuleID] {
            var whatIf = WhatIf(new: new, engines: [])
            whatIf.add(.random(), facts, callOuts: [refusal])
            return whatIf.rules.filter { $0.value.removed == 1 }.map(\.key)
        }
        #expect(changes(asking).isEmpty)
        #expect(changes(Self.journey([])) == ["callout.refused"])
    }

    @Test(arguments: [ReviewPolicy.never, .onWarning])
    func whatACallOutSendsToAReviewerIsHeldWhateverTheJourneyReviewsItself(_ policy: ReviewPolicy) throws {
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        func asking(_ onFailure: CallOut.Failure) -> JourneyDefinition {
            Self.journey([CallOut(name: "risk", url: "https://risk.example.org/", onFailure: onFailure)], review: policy)
        }
        func effect(_ verdict: CallOutRecord.Verdict, _ onFailure: CallOut.Failure) -> [RuleID: WhatIf.ReviewEffect] {
            let (old, new) = (asking(.warn), asking(onFailure))
            let facts = SubmissionFacts(
                Submission(id: .random(), journey: old.id, journeyVersion: old.version, createdAt: moment), journey: old,
                at: moment)
            let isAnswer = verdict != .unanswered
            let record = CallOutRecord(
                callOut: "risk", after: .validation, verdict: verdict, onFailure: isAnswer ? nil : .warn,
                reasons: isAnswer ? [.init(code: "look")] : [], askedAt: moment, endedAt: moment)
            var whatIf = WhatIf(new: new, engines: [])
            whatIf.add(.random(), facts, callOuts: [record], review: .refused)
            return whatIf.reviews
        }
        let caught = WhatIf.ReviewEffect(caught: 1)
        #expect(effect(.review, .warn) == ["callout.review": caught])
        #expect(effect(.refuse, .warn) == ["callout.refused": caught])
        #expect(effect(.warn, .warn) == (policy == .onWarning ? ["callout.warned": caught] : [:]))
        // Nobody answered: what the new journey says to that counts.
        #expect(effect(.unanswered, .review) == ["callout.unanswered": caught])
        #expect(effect(.unanswered, .refuse) == ["callout.unanswered": caught])
        #expect(effect(.unanswered, .allow).isEmpty)
        #expect(effect(.unanswered, .warn) == (policy == .onWarning ? ["callout.unanswered": caught] : [:]))
    }
}

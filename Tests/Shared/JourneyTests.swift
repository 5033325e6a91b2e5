import Shared
import Testing

@Suite struct JourneyTests {
    @Test func fiveJourneysComeWithDocket() {
        #expect(
            JourneyRegistry.builtIn.offered.map(\.id) == [
                "bank-statements", "identity", "proof-of-address", "proof-of-ownership", "source-of-funds",
            ])
    }

    @Test(arguments: JourneyRegistry.builtIn.offered)
    func builtInJourneysAreSound(journey: JourneyDefinition) throws {
        #expect(journey.faults == [])
        #expect(JourneyRegistry.builtIn[journey.id] == journey)
        let copy = try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(journey))
        #expect(copy == journey)
        #expect(copy.version == journey.version)
    }

    @Test func ownershipNeedsTwoDocuments() {
        #expect(JourneyDefinition(ProofOfOwnership.self).documents.min == 2)
    }

    @Test func versionIsTheDigestOfTheData() throws {
        let journey = Fixture.journey()
        #expect(journey.version == ContentDigest(of: try CanonicalJSON.encode(journey)))
        #expect(journey.version == Fixture.journey().version)
        #expect(journey.version != Fixture.journey(replacements: 2).version)
        #expect(journey.version != Fixture.journey(types: [Fixture.type(issueDate: .issuedWithin(days: 91))]).version)
    }

    /// What was recorded before journeys knew of more keeps its meaning and its version.
    @Test func readsWhatWasRecordedEarlier() throws {
        let text = """
            {"id":"old","title":"Old","summary":"","documents":{"min":1,"max":1},"replacements":2,"review":"never",\
            "draftRetentionDays":12,"timeZone":"UTC","documentTypes":[{"id":"a","title":"A","hint":"","icon":"",\
            "mediaTypes":["image/jpeg"],"pages":{"min":1,"max":1},"maximumBytes":10,"documents":{"min":0,"max":1},\
            "issueDate":{"kind":"none"},"duplicates":"warn"}]}
            """
        let recorded = ContentDigest(of: Array(text.utf8))
        let journey = try CanonicalJSON.decode(JourneyDefinition.self, from: Array(text.utf8)).recorded(as: recorded)
        #expect(journey.version == recorded)
        #expect(journey.retention == Retention(draft: 12))
        #expect(journey.documentTypes[0].minimumBytes == 1)
        #expect(journey.rules.isEmpty && journey.consent == nil)
        #expect(journey.faults.isEmpty)
    }

    @Test func scopedDocumentsCarryTheirType() {
        let journey = Journey(ProofOfAddress.self)
        let document = journey.document(ProofOfAddress.utilityBill, issueDate: CalendarDate("2026-10-31"), source: .camera)
        #expect(document.content == NewDocument(type: "utility-bill", issueDate: CalendarDate("2026-10-31"), source: .camera))
        #expect(journey.submission(reference: "A-1").journey == ProofOfAddress.id)
    }

    @Test(arguments: [
        (DateRule.none, #"{"kind":"none"}"#), (.optional, #"{"kind":"optional"}"#), (.required, #"{"kind":"required"}"#),
        (.issuedWithin(days: 90), #"{"days":90,"kind":"issued_within"}"#),
        (.issuedBetween(minimumDays: 7, days: 90), #"{"days":90,"kind":"issued_between","minimumDays":7}"#),
        (.issuedBetween(minimumDays: 7, days: nil), #"{"kind":"issued_between","minimumDays":7}"#),
    ])
    func dateRulesAreData(rule: DateRule, json: String) throws {
        #expect(try CanonicalJSON.encode(rule) == Array(json.utf8))
        #expect(try CanonicalJSON.decode(DateRule.self, from: Array(json.utf8)) == rule)
    }

    @Test func dayFollowsTheTimeZone() throws {
        let moment = try #require(Timestamp("2026-10-31T23:30:00Z"))
        #expect(Fixture.journey().day(at: moment).description == "2026-10-31")
        #expect(Fixture.journey(timeZone: "Pacific/Auckland").day(at: moment).description == "2026-11-01")
        #expect(Fixture.journey(timeZone: "America/New_York").day(at: moment).description == "2026-10-31")
        // London left summer time on 25 October 2026: half past eleven at night in UTC was another day only before that.
        let summer = try #require(Timestamp("2026-10-24T23:30:00Z"))
        #expect(Fixture.journey(timeZone: "Europe/London").day(at: summer).description == "2026-10-25")
        #expect(Fixture.journey(timeZone: "Europe/London").day(at: moment).description == "2026-10-31")
    }
}

@Suite struct JourneyRegistryTests {
    @Test func namesAllFaultsAtOnce() {
        let journey = JourneyDefinition(
            id: "broken", title: "", summary: "",
            documentTypes: [
                Fixture.type(
                    mediaTypes: [.octetStream], pages: CountRange(0...0), maximumBytes: 0, issueDate: .issuedWithin(days: -1)),
                Fixture.type(documents: CountRange(0...0)),
            ],
            documents: CountRange(3...2000), replacements: -1,
            retention: Retention(draft: 0, accepted: 10, minimum: 30), timeZone: "Mars/Base",
            rules: ["file.readable": .allow, "file.sharp": .warn], consent: ConsentText(version: "", text: ""))
        var registry = JourneyRegistry()
        let faults = #expect(throws: JourneyFaults.self) { try registry.register(journey) }
        let text = faults?.description ?? ""
        for part in [
            "title", "id twice", "documents is 3 to 2000", "replacements is -1", "retention.draft is 0 days", "Mars/Base",
            "retention.accepted is 10 days, which is less than the minimum of 30", "rules.file.readable cannot be changed",
            "rules.file.sharp is no rule", "consent.version has 0 characters", "consent.text is empty",
            "application/octet-stream", "pages is 0 to 0", "maximumBytes is 0", "days -1", "allows none",
        ] {
            #expect(text.contains(part), "\(part) is missing in: \(text)")
        }
        #expect(registry.offered.isEmpty)
    }

    @Test func aDateThatNoDocumentCanHaveIsAFault() {
        let faults = Fixture.journey(types: [Fixture.type(issueDate: .issuedBetween(minimumDays: 30, days: 10))]).faults
        #expect(faults.map(\.description).joined().contains("wants at least 30 and at most 10 days"), "\(faults)")
        #expect(Fixture.journey(types: [Fixture.type(issueDate: .issuedBetween(minimumDays: 10, days: 10))]).faults.isEmpty)
    }

    @Test func typesMustFitTheJourney() {
        #expect(
            Fixture.journey(types: [Fixture.type(documents: CountRange(3...3))], documents: CountRange(1...2)).faults
                .map(\.description) == ["documents allows 2, but its types ask for 3."])
        #expect(
            Fixture.journey(types: [Fixture.type(documents: CountRange(0...1))], documents: CountRange(2...2)).faults
                .map(\.description) == ["documents asks for 2, but its types allow only 1."])
    }

    @Test func anotherVersionTakesThePlaceOfTheEarlier() throws {
        var registry = JourneyRegistry()
        try registry.register(Fixture.journey(replacements: 1))
        let new = Fixture.journey(replacements: 2)
        try registry.register(new)
        #expect(registry.offered == [new])
    }
}

import JourneyFiles
import Shared
import Testing

@Suite struct JourneyFileTests {
    private static func parse(_ text: String, path: String = "journeys/parking-permit.yaml") throws -> JourneyFile {
        try JourneyFile.parse(Array(text.utf8), path: path)
    }

    private static func faults(_ text: String) -> [String] {
        do {
            _ = try parse(text, path: "p.yaml")
            return []
        } catch let error as JourneyFileFaults {
            return error.faults.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    static let small = """
        title: Parking permit
        types:
          registration:
            title: Registration
            documents: 1
            issued: within 90 days
        examples:
          - {type: registration, issued: 90 days ago, expect: accepted}
          - {type: registration, issued: 91 days ago, expect: document.issue-date-recent}
        """

    @Test func whomAJourneyAsksIsReadWithItsChoices() throws {
        let journey = try Self.parse(
            Self.small + """

                callouts:
                  - name: risk
                    url: https://risk.example.org/ask
                    after: reading
                    within: 10 seconds
                    timeout: 3 seconds
                    onFailure: allow
                    send: [subject, values]
                  - {name: first, url: "https://risk.example.org/first"}
                """
        ).journey
        #expect(
            journey.callOuts == [
                CallOut(
                    name: "risk", url: "https://risk.example.org/ask", after: .reading, within: 10, timeout: 3, onFailure: .allow,
                    send: [.subject, .values]),
                CallOut(name: "first", url: "https://risk.example.org/first", within: 30, timeout: 10, onFailure: .review),
            ])
        let faults = Self.faults(
            Self.small + """

                callouts:
                  - {name: risk, url: "https://risk.example.org", onFailure: hope, within: soon, send: [everything]}
                  - {url: "https://risk.example.org", wait: 1}
                """)
        #expect(faults.count == 5, "\(faults)")
        let plain = Self.faults(Self.small + "\n\ncallouts:\n  - {name: risk, url: \"http://risk.example.org\"}\n")
        #expect(plain.count == 1 && plain[0].contains("https://"), "\(plain)")
    }

    @Test func nineLinesAreAJourney() throws {
        let file = try Self.parse(Self.small)
        let journey = file.journey
        #expect(Self.small.split(separator: "\n").count < 10)
        #expect(journey.id == "parking-permit")
        #expect(journey.documents == CountRange(1...1))
        #expect(journey.documentTypes.map(\.id) == ["registration"])
        #expect(journey.documentTypes[0].issueDate == .issuedWithin(days: 90))
        #expect(file.examples.map(\.expected) == [[], ["document.issue-date-recent"]])
        #expect(journey.faults.isEmpty)
        #expect(journey.version == (try Self.parse("# With a remark\n" + Self.small)).journey.version)
        #expect(journey.version != (try Self.parse(Self.small.replacing("Parking permit", with: "Permit"))).journey.version)
    }

    @Test func itCanSpeakOtherLanguages() throws {
        let journey = try Self.parse(
            Self.small + """

                translations:
                  de:
                    title: Parkausweis
                    types:
                      registration: {title: Zulassung, hint: Beide Seiten.}
                  fr:
                    types: {registration: Carte grise}
                """
        ).journey
        #expect(journey.said(in: .german).title == "Parkausweis")
        #expect(journey.said(in: .german).documentTypes[0].hint == "Beide Seiten.")
        #expect(journey.said(in: .french).documentTypes[0].title == "Carte grise")
        let faults = Self.faults(
            Self.small + """

                translations:
                  de: {titel: Parkausweis}
                  it: {title: Permesso}
                  fr: {types: {registratoin: Carte grise}}
                """)
        #expect(faults.count == 1 && faults[0].hasPrefix("p.yaml:11:"), "\(faults)")
        let others = Self.faults(
            Self.small + """

                translations:
                  it: {title: Permesso}
                  fr: {types: {registratoin: Carte grise}}
                """)
        #expect(others.map { $0.prefix(10) } == ["p.yaml:11:", "p.yaml:12:"], "\(others)")
    }

    @Test func aPersonCanBeLedFromPageToPage() throws {
        func file(_ type: String, _ translation: String = "") -> String {
            "title: T\nguide: steps\ntypes:\n  card: {title: Card, \(type)}\n\(translation)"
        }
        let names = "pages: 2, pageNames: [Front, Back]"
        let journey = try Self.parse(
            file(names, "translations: {de: {types: {card: {pageNames: [Vorderseite, Rückseite]}}}}")
        ).journey
        #expect(journey.guide == .steps && journey.documentTypes[0].pageNames == ["Front", "Back"])
        #expect(journey.said(in: .german).documentTypes[0].pageNames == ["Vorderseite", "Rückseite"])
        #expect(journey.said(in: .german).said(in: .english).documentTypes[0].pageNames == ["Front", "Back"])
        #expect(try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(journey)) == journey)
        for (type, translation, words) in [
            ("pages: 1, pageNames: [Front, Back]", "", "more pages than there may be"),
            ("pageNames: [Front, \"\"]", "", "an empty name"), ("pageNames: Front", "", "is a list"),
            (names, "translations: {de: {types: {card: {pageNames: [Vorderseite]}}}}", "as many"),
        ] {
            let faults = Self.faults(file(type, translation))
            #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
        }
        #expect(Self.faults("title: T\nguide: quickly\ntypes:\n  a: {title: A}").count == 1)
    }

    @Test func aTypeCanAskUntilWhenADocumentIsValid() throws {
        func file(_ type: String, _ example: String) -> String {
            "title: T\ntypes:\n  card: {title: Card, \(type)}\nexamples:\n  - {type: card, \(example)}"
        }
        let parsed = try Self.parse(file("expires: required", "expires: in 1 day, expect: accepted"))
        #expect(parsed.journey.documentTypes[0].expires == .required && parsed.examples[0].documents[0].expiresInDays == 1)
        #expect(try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(parsed.journey)) == parsed.journey)
        for (type, example) in [
            ("expires: required", "expires: today, expect: accepted"),
            ("expires: required", "expires: 1 day ago, expect: document.not-expired"),
            ("expires: required", "expect: document.expiry-date-required"), ("expires: optional", "expect: accepted"),
            ("expires: none", "expires: 1 day ago, expect: accepted"),
        ] {
            #expect(Self.faults(file(type, example)) == [], "\(type) \(example)")
        }
        for (type, example) in [
            ("expires: never", "expect: accepted"), ("expires: required", "expires: soon, expect: accepted"),
            ("expires: required", "expires: in 3 days ago, expect: accepted"),
        ] {
            #expect(Self.faults(file(type, example)).count == 1, "\(type) \(example)")
        }
    }

    @Test func aTypeCanSayWhatItIsKnownBy() throws {
        func file(_ looksLike: String) -> String { "title: T\nreading: check\ntypes:\n  a: {title: A, looksLike: \(looksLike)}" }
        let journey = try Self.parse(file("{titles: [Impfpass, 予防接種証明書], words: [batch number], address: true}")).journey
        #expect(
            journey.documentTypes[0].looksLike
                == TellTaleWords(titles: ["Impfpass", "予防接種証明書"], words: ["batch number"], showsAddress: true))
        #expect(journey.reading == .check)
        #expect(try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(journey)) == journey)
        // What says nothing of it has the version that it had.
        let silent = try Self.parse(Self.small).journey
        #expect(!String(decoding: try CanonicalJSON.encode(silent), as: UTF8.self).contains("looksLike"))
        let long = String(repeating: "x", count: 81)
        for (looksLike, words) in [
            ("{words: [a]}", "“titles” is missing"), ("{titles: Impfpass}", "titles is a list"), ("{titles: []}", "is empty"),
            ("{titles: [x]}", "too short or too long"), ("{titles: [xx], words: [\(long)]}", "too short or too long"),
            ("{titles: [xx], address: home}", "true or false"), ("{titles: [xx], word: [a]}", "“word” is not known"),
            ("{titles: [\((0..<51).map { "title \($0)" }.joined(separator: ", "))]}", "at most 50"),
        ] {
            let faults = Self.faults(file(looksLike))
            #expect(faults.count == 1 && faults[0].hasPrefix("p.yaml:4:") && faults[0].contains(words), "\(faults)")
        }
    }

    @Test func aTypeCanRequireASignature() throws {
        func file(_ members: String) -> String { "title: T\ntypes:\n  a: {title: A, \(members)}" }
        let journey = try Self.parse(file("mediaTypes: [pdf], signed: trusted")).journey
        #expect(journey.documentTypes[0].signature == .trusted)
        #expect(try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(journey)) == journey)
        // What says nothing of it has the version that it had.
        let silent = try Self.parse(Self.small).journey
        #expect(!String(decoding: try CanonicalJSON.encode(silent), as: UTF8.self).contains("signature"))
        for (members, words) in [
            ("mediaTypes: [pdf, jpeg], signed: intact", "other types than PDF"), ("signed: trusted", "other types than PDF"),
            ("mediaTypes: [pdf], signed: by me", "none, intact, trusted"),
        ] {
            let faults = Self.faults(file(members))
            #expect(faults.count == 1 && faults[0].hasPrefix("p.yaml:3:") && faults[0].contains(words), "\(faults)")
        }
    }

    @Test func aRuleCanSendToAReviewer() throws {
        let journey = try Self.parse(Self.small + "\nreading: check\nrules: {document.kind: review, document.zone-valid: refuse}")
            .journey
        #expect(journey.rules == ["document.kind": .review, "document.zone-valid": .refuse])
    }

    @Test(arguments: [("30 minutes", 1800), ("24 h", 86_400), ("24 hours", 86_400), ("2 days", 172_800), ("1 day", 86_400)])
    func aJourneyPromisesATimeAndAsksForTwo(_ text: String, _ seconds: Int) throws {
        let journey = try Self.parse(Self.small + "\nreview: always\nreviewers: 2\nreviewWithin: \(text)").journey
        #expect(journey.reviewers == 2 && journey.reviewWithin == seconds)
        let read = try CanonicalJSON.decode(JourneyDefinition.self, from: try CanonicalJSON.encode(journey))
        #expect(read == journey)
        // What says nothing of it is what it was before that could be said.
        let plain = try Self.parse(Self.small).journey
        #expect(plain.reviewers == 1 && plain.reviewWithin == nil)
        #expect(!String(decoding: try CanonicalJSON.encode(plain), as: UTF8.self).contains("reviewers"))
    }

    @Test(arguments: [
        "reviewWithin: soon", "reviewWithin: 24", "reviewWithin: -1 hours", "reviewWithin: 1 minute ago", "reviewWithin: 0 days",
        "reviewWithin: 9999999999 days", "reviewWithin: 900000 days", "reviewers: 3", "reviewers: 0", "reviewers: two",
    ])
    func whatNobodyCanPromiseIsAFault(_ line: String) {
        #expect(Self.faults(Self.small + "\n" + line).count == 1, "\(line)")
    }

    @Test func everythingCanBeSaid() throws {
        let journey = try Self.parse(
            """
            id: loan
            title: Loan
            summary: What we need.
            documents: 1 to 9
            replacements: 5
            review: on_warning
            timeZone: Europe/Berlin
            retention: {draft: 10, accepted: 3650 days, rejected: 365, original: 400, minimum: 365}
            consent: {version: "2026-10", text: I agree., url: "https://example.org/terms"}
            rules: {file.not-known: refuse, file.no-active-content: strip, file.complete: warn}
            types:
              statement:
                title: Statement
                hint: All pages.
                icon: doc.text
                mediaTypes: [pdf, image/jpeg]
                pages: 1-50
                documents: 1 to 9
                size: {min: 1 kB, max: 2.5 MB}
                pixels: {minimumShortSide: 600, maximumLongSide: 9000}
                issued: {within: 120 days, notWithin: 2}
                duplicates: refuse
                covers: {months: 3, latestWithin: 40, tolerance: 2}
            """
        ).journey
        let type = journey.documentTypes[0]
        #expect(journey.id == "loan" && journey.replacements == 5 && journey.review == .onWarning)
        #expect(journey.timeZone == "Europe/Berlin" && journey.documents == CountRange(1...9))
        #expect(journey.retention == Retention(draft: 10, accepted: 3650, rejected: 365, original: 400, minimum: 365))
        #expect(journey.consent == ConsentText(version: "2026-10", text: "I agree.", url: "https://example.org/terms"))
        #expect(journey.rules == ["file.not-known": .refuse, "file.no-active-content": .allow, "file.complete": .warn])
        #expect(type.mediaTypes == [.pdf, .jpeg] && type.pages == CountRange(1...50))
        #expect(type.minimumBytes == 1000 && type.maximumBytes == 2_500_000)
        #expect(type.pixels == PixelLimits(minimumShortSide: 600, maximumLongSide: 9000))
        #expect(type.issueDate == .issuedBetween(minimumDays: 2, days: 120))
        #expect(type.duplicates == .refuse)
        #expect(type.coverage == CoverageRule(months: 3, latestWithinDays: 40, toleranceDays: 2))
    }

    @Test func namesAllFaultsWithTheirLines() {
        let text = """
            id: Not A Name
            titel: Typo
            documents: many
            review: perhaps
            timeZone: 7
            types:
              a:
                title: A
                mediaTypes: [jpeg, exe]
                issued: lately
              "B C":
                title: B
            """
        #expect(
            Self.faults(text).map { $0.split(separator: ":").prefix(3).joined(separator: ":") } == [
                "p.yaml:1:1", "p.yaml:1:5", "p.yaml:2:1", "p.yaml:3:12", "p.yaml:4:9", "p.yaml:5:11", "p.yaml:9:24",
                "p.yaml:10:13", "p.yaml:11:3",
            ])
        #expect(Self.faults(text)[0].hasSuffix("“title” is missing"))
    }

    @Test(arguments: ["3 to 1", "-1 to 2", "1 to 2 to 3", "a to 1 to 2", "1 to 99999999999999999999", "many"])
    func aRangeThatIsNoneIsSaidWithItsLine(_ range: String) {
        let faults = Self.faults("title: T\ndocuments: \(range)\ntypes:\n  a: {title: A}")
        #expect(faults == ["p.yaml:2:12: documents is a number such as 2, or a range such as “1 to 3”"])
    }

    @Test(arguments: ["1e300 MB", "inf MB", "nan kB", "10000000 MB", "-1 MB", "1 TB"])
    func aSizeThatIsNoneIsSaidWithItsLine(_ size: String) {
        let faults = Self.faults("title: T\ntypes:\n  a: {title: A, size: \(size)}")
        #expect(faults == ["p.yaml:3:23: a size is a number of bytes, or such as “25 MB” or “20 kB”"])
    }

    @Test func whatContradictsItselfIsSaidWithItsLine() {
        let text = """
            title: T
            documents: 3
            timeZone: Mars/Base
            retention: {accepted: 10, minimum: 30}
            rules:
              file.readable: warn
            types:
              a:
                title: A
                documents: 0-1
                pages: 0
                covers: 200
            """
        #expect(
            Self.faults(text) == [
                "p.yaml:2:1: documents asks for 3, but its types allow only 1",
                "p.yaml:3:1: timeZone is “Mars/Base”, which is no IANA time zone",
                "p.yaml:4:13: retention.accepted is 10 days, which is less than the minimum of 30",
            ] + Self.faults(text).filter { $0.hasPrefix("p.yaml:6:3: rules.file.readable cannot be changed by a journey") } + [
                "p.yaml:11:5: Document type “a”: pages is 0 to 0; wanted is 1 ≤ min ≤ max ≤ 1000",
                "p.yaml:12:5: Document type “a”: coverage.months is 200; allowed is 1 to 120",
            ])
    }

    @Test(arguments: [
        ("title: [", "p.yaml:2:1: "), ("- a", "p.yaml:1:1: the file is a mapping"), ("title: T\ntitle: T", "p.yaml:2:1: key"),
        ("a: &x 1\nb: *x", "p.yaml:2:4: aliases"), ("", "p.yaml:1:1: the file is a mapping"),
    ])
    func textThatIsNoYAMLSaysWhere(text: String, start: String) {
        let faults = Self.faults(text)
        #expect(faults.first?.hasPrefix(start) == true, "\(faults)")
    }

    @Test func anExampleThatFailsIsAFault() {
        let text = Self.small.replacing("91 days ago", with: "89 days ago")
        #expect(
            Self.faults(text) == [
                "p.yaml:9:5: this example expects document.issue-date-recent, and the rules say accepted"
            ])
        #expect(Self.faults(Self.small.replacing("expect: accepted", with: "expect: file.sharp")).count == 1)
    }
}

@Suite struct JourneyFolderTests {
    /// The files of this test's own folder are removed with it.
    private static func registry(_ files: [String: String]) throws -> JourneyRegistry {
        try ScratchFolder.with(files) { try JourneyFolder.registry($0) }
    }

    @Test func filesAddJourneysAndReplaceBuiltInOnes() throws {
        let registry = try Self.registry([
            "parking-permit.yaml": JourneyFileTests.small, "identity.yml": JourneyFileTests.small, "notes.txt": "no journey",
            ".hidden.yaml": "[",
        ])
        #expect(registry["parking-permit"]?.title == "Parking permit")
        #expect(registry["identity"]?.title == "Parking permit")
        #expect(registry["proof-of-address"] == JourneyRegistry.builtIn["proof-of-address"])
        #expect(registry.offered.count == 6)
    }

    @Test func faultsOfAllFilesComeTogether() throws {
        let faults = #expect(throws: JourneyFileFaults.self) {
            try Self.registry([
                "a.yaml": "title: [", "b.yaml": "types: {}", "c.yaml": "id: x\n" + JourneyFileTests.small,
                "d.yaml": "id: x\n" + JourneyFileTests.small,
            ])
        }
        #expect(
            Set(faults?.faults.map { $0.path.split(separator: "/").last.map(String.init) ?? "" } ?? []) == [
                "a.yaml", "b.yaml", "d.yaml",
            ])
        #expect(faults?.description.contains("is declared by") == true)
    }

    @Test func whatIsDeployedIsSound() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let files = try JourneyFolder.files("\(root)/deploy/journeys")
        #expect(!files.isEmpty && files.allSatisfy { !$0.examples.isEmpty })
    }

    @Test func aFolderThatIsNotThereIsAFault() {
        let faults = #expect(throws: JourneyFileFaults.self) { try JourneyFolder.registry("/does/not/exist") }
        #expect(faults?.description == "/does/not/exist: the folder cannot be read: No such file or directory")
    }
}

import Shared
import Testing

/// A check that somebody adds: this file is all of it.
private struct PhotosComeFromTheCamera: DocumentRule {
    let id: RuleID = "document.from-camera"
    let isNegotiable = true

    func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        document.source == .photoLibrary ? Finding("document.from-camera", ["type": .text(type.title)]) : nil
    }
}

@Suite struct NewCheckTests {
    private static let checks: RuleChecks = {
        var checks = RuleChecks.standard
        checks.add(
            PhotosComeFromTheCamera(), at: [.validation], for: ProcessorScope(journeys: ["test"], sources: [.photoLibrary]))
        return checks
    }()

    private static func facts(_ source: DocumentSource?, journey: JourneyDefinition = Fixture.journey()) -> SubmissionFacts {
        var document = Fixture.document()
        document.source = source
        return Fixture.facts([document], journey: journey)
    }

    @Test func aCheckIsAddedByRegisteringIt() {
        let engine = RuleEngine(Self.checks, at: .validation)
        #expect(engine.findings(for: Self.facts(.photoLibrary)).map(\.rule) == ["document.from-camera"])
        #expect(engine.findings(for: Self.facts(.camera)).isEmpty)
        #expect(RuleEngine.validation.findings(for: Self.facts(.photoLibrary)).isEmpty)
        // Without words of its own it says its name rather than nothing.
        #expect(engine.reasons(for: Self.facts(.photoLibrary)).first?.found == "document.from-camera")
        let other = JourneyDefinition(
            id: "other", title: "Other", summary: "", documentTypes: [Fixture.type()], documents: CountRange(1...1))
        #expect(engine.findings(for: Self.facts(.photoLibrary, journey: other)).isEmpty)
    }

    private static func rules(_ source: DocumentSource, _ mediaType: MediaType) -> [RuleID] {
        checks.checks(at: .validation).filter {
            $0.scope.admits(journey: "test", documentType: "letter", source: source, mediaType: mediaType)
        }.map(\.rule.rule.id)
    }

    @Test func theChecksSayWhatTheyAreFor() {
        let rules = Self.rules(.photoLibrary, .jpeg)
        #expect(rules.contains("document.from-camera") && rules.contains("file.pixels"))
        #expect(!rules.contains("file.no-active-content"))
        let rulesForPDF = Self.rules(.camera, .pdf)
        #expect(rulesForPDF.contains("file.no-active-content") && !rulesForPDF.contains("document.from-camera"))
        #expect(!rulesForPDF.contains("file.pixels"))
    }

    @Test func aRuleOfTheSameIdTakesThePlaceOfTheFirst() {
        var checks = RuleChecks.standard
        let count = checks.rules.count
        checks.add(FileNotEmpty(), at: [.validation], for: ProcessorScope(mediaTypes: [.pdf]))
        #expect(checks.rules.count == count)
        #expect(!checks.checks(at: .arrival).contains { $0.rule.rule.id == "file.not-empty" })
    }
}

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
    private static let factory: ProcessorFactory = {
        var factory = ProcessorFactory.standard
        factory.check(
            PhotosComeFromTheCamera(), at: [.validation], for: ProcessorScope(journeys: ["test"], sources: [.photoLibrary]))
        return factory
    }()

    private static func facts(_ source: DocumentSource?, journey: JourneyDefinition = Fixture.journey()) -> SubmissionFacts {
        var document = Fixture.document()
        document.source = source
        return Fixture.facts([document], journey: journey)
    }

    @Test func aCheckIsAddedByRegisteringIt() {
        let engine = RuleEngine(Self.factory, at: .validation)
        #expect(engine.findings(for: Self.facts(.photoLibrary)).map(\.rule) == ["document.from-camera"])
        #expect(engine.findings(for: Self.facts(.camera)).isEmpty)
        #expect(RuleEngine.validation.findings(for: Self.facts(.photoLibrary)).isEmpty)
        // Without words of its own it says its name rather than nothing.
        #expect(engine.reasons(for: Self.facts(.photoLibrary)).first?.found == "document.from-camera")
        let other = JourneyDefinition(
            id: "other", title: "Other", summary: "", documentTypes: [Fixture.type()], documents: CountRange(1...1))
        #expect(engine.findings(for: Self.facts(.photoLibrary, journey: other)).isEmpty)
    }

    @Test func theFactorySaysWhichChecksRun() {
        let request = ProcessorRequest(
            stage: .validation, journey: "test", documentType: "letter", source: .photoLibrary, mediaType: .jpeg)
        let rules = Self.factory.rules(at: .validation, for: request).map(\.id)
        #expect(rules.contains("document.from-camera") && rules.contains("file.pixels"))
        #expect(!rules.contains("file.no-active-content"))
        let pdf = ProcessorRequest(stage: .validation, journey: "test", source: .camera, mediaType: .pdf)
        let rulesForPDF = Self.factory.rules(at: .validation, for: pdf).map(\.id)
        #expect(rulesForPDF.contains("file.no-active-content") && !rulesForPDF.contains("document.from-camera"))
        #expect(!rulesForPDF.contains("file.pixels"))
    }

    @Test func aRuleOfTheSameIdTakesThePlaceOfTheFirst() {
        var factory = ProcessorFactory.standard
        let count = factory.rules.count
        factory.check(FileNotEmpty(), at: [.validation], for: ProcessorScope(mediaTypes: [.pdf]))
        #expect(factory.rules.count == count)
        #expect(!factory.checks(at: .arrival).contains { $0.rule.id == "file.not-empty" })
    }
}

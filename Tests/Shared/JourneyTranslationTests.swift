import Testing

@testable import Shared

/// A journey in other languages than its own.
@Suite struct JourneyTranslationTests {
    private static let journey = JourneyDefinition(
        id: "permit", title: "Permit", summary: "Show that it is yours.",
        documentTypes: [
            DocumentType(id: "registration", title: "Registration", hint: "Both sides.", icon: "car"),
            DocumentType(id: "letter", title: "Letter", hint: "Any.", icon: "doc"),
        ],
        documents: CountRange(1...2), consent: ConsentText(version: "1", text: "I agree.", url: "https://example.org"),
        translations: [
            "de": JourneyTranslation(
                title: "Ausweis", types: ["registration": .init("Zulassung", hint: "Beide Seiten.")], consent: "Ich stimme zu."),
            "en-US": JourneyTranslation(title: "License"),
        ])

    @Test func itIsSaidInTheLanguageUnderTheSameVersion() throws {
        let said = Self.journey.said(in: .german)
        #expect(said.title == "Ausweis" && said.summary == "Show that it is yours.")
        #expect(said.documentTypes.map(\.title) == ["Zulassung", "Letter"])
        #expect(said.documentTypes.map(\.hint) == ["Beide Seiten.", "Any."])
        #expect(said.consent == ConsentText(version: "1", text: "Ich stimme zu.", url: "https://example.org"))
        #expect(said.version == Self.journey.version)
        #expect(Self.journey.said(in: .americanEnglish).title == "License")
        #expect(Self.journey.said(in: .french) == Self.journey)
        #expect(Self.journey.said(in: .english) == Self.journey)
        // A language with a region has the words of the language.
        #expect(JourneyDefinition(ProofOfAddress.self).said(in: .americanEnglish).title == "Proof of address")
    }

    @Test func translationsAreDataAndPartOfTheVersion() throws {
        let copy = try CanonicalJSON.decode(JourneyDefinition.self, from: CanonicalJSON.encode(Self.journey))
        #expect(copy == Self.journey && copy.translations == Self.journey.translations)
        let plain = JourneyDefinition(
            id: "permit", title: "Permit", summary: "", documentTypes: Self.journey.documentTypes, documents: CountRange(1...2))
        // What says nothing in other languages is recorded as it was before there were any.
        let text = String(decoding: try CanonicalJSON.encode(plain), as: UTF8.self)
        #expect(!text.contains("translations"))
        #expect(plain.version != Self.journey.version)
    }

    @Test func reasonsNameThingsAsTheLanguageCallsThem() throws {
        let finding = Finding("document.issue-date-required", ["type": .text("Registration")])
        let reason = Reason(finding)
        #expect(reason.message.contains("Registration"))
        let german = reason.localized(in: .german, of: Self.journey)
        #expect(german.message.contains("Zulassung") && !german.message.contains("Registration"))
        // From wherever it comes: what was written in German is English again.
        #expect(german.localized(in: .english, of: Self.journey) == reason)
        #expect(reason.localized(in: .german).message.contains("Registration"))
        // And whichever language the journey itself is said in by then.
        #expect(reason.localized(in: .german, of: Self.journey.said(in: .german)) == german)
        #expect(german.localized(in: .english, of: Self.journey.said(in: .german)) == reason)
        #expect(Self.journey.said(in: .german).said(in: .english) == Self.journey)
        #expect(Self.journey.said(in: .german).said(in: .americanEnglish) == Self.journey.said(in: .americanEnglish))
        let list = Self.journey.said(
            ["accepted": .text("Registration, Letter"), "journey": .text("Permit"), "found": .text("Letter")], in: .german)
        #expect(list == ["accepted": .text("Zulassung, Letter"), "journey": .text("Ausweis"), "found": .text("Letter")])
    }

    @Test func whatIsWrongIsNamed() {
        let wrong = JourneyDefinition(
            id: "wrong", title: "T", summary: "", documentTypes: [DocumentType(id: "a", title: "A", hint: "", icon: "doc")],
            documents: CountRange(1...1),
            translations: [
                "de": JourneyTranslation(title: "", types: ["a": .init(""), "b": .init("B")], consent: "Ja."),
                "tlh": JourneyTranslation(title: "mIw"),
            ])
        #expect(
            wrong.faults.map(\.member) == [
                "translations.de.title", "translations.de.consent", "translations.de.types.a", "translations.de.types.b",
                "translations.tlh",
            ])
    }

    @Test(arguments: JourneyRegistry.builtIn.offered, ["de", "fr", "es", "ja"])
    func whatComesWithDocketSpeaksEveryLanguage(_ journey: JourneyDefinition, _ tag: String) throws {
        let said = journey.said(in: try #require(Language(tag: tag)))
        #expect(said.title != journey.title && said.summary != journey.summary)
        for (type, own) in zip(said.documentTypes, journey.documentTypes) {
            #expect(type.title != own.title, "\(own.id)")
            #expect(type.hint != own.hint, "\(own.id)")
        }
        #expect(Set(said.documentTypes.map(\.title)).count == said.documentTypes.count)
    }
}

import FoundationEssentials
import FoundationInternationalization
import Testing

@testable import Shared

@Suite struct ReasonTextTests {
    static let wordings = RuleChecks.standard.rules.flatMap(\.wordings)

    @Test(arguments: Language.all)
    func everyRuleSpeaksEveryLanguage(language: Language) {
        #expect(language.texts.faults == [])
        let others = ReviewReason.allCases.map(\.wording) + CallOutReasons.wordings + [ForcedOutcome.wording]
        #expect(Set(language.texts.entries.keys) == Set(Self.wordings + others))
        #expect(Set(language.ruleNames.keys) == Set((Self.wordings + others).map(\.rule)))
    }

    /// A text that is lost would leave a person with a key.
    @Test(
        arguments: [
            ("rule\nen  a\nen  b\nen  c", "a line that is missing"),
            ("rule\nen  a\nen  b\nen  c\nen  d\nwrapped", "a line without a tag"),
            ("rule\nen  a\nen  b\nen  c\nen  {d", "a message that cannot be read"),
            ("rule file.size\nen  a\nen  b", "a rule of two names"),
            ("rule file.size\nde  a", "a rule without a name"),
            ("rule\nen  a\nen  b\nen  c\nen  d\n\nrule\nen  a\nen  b\nen  c\nen  d", "one that is there twice"),
        ])
    func whatIsWrongWithATextIsTold(text: String, fault: String) {
        #expect(ReasonTexts(text, tag: "en").faults.count == 1, "\(fault)")
    }

    /// Every value that a rule gives has its name, and no text wants one that no rule gives.
    @Test(arguments: Language.all)
    func textsWantOnlyWhatTheRulesGive(language: Language) {
        for example in RuleExamples.all {
            for finding in example.engine.findings(for: example.facts) {
                let entry = language.texts.entries[finding.wording]
                let wanted = (entry?.all ?? []).reduce(into: Set<String>()) { $0.formUnion($1.names) }
                #expect(wanted.isSubset(of: finding.values.keys), "\(language) \(finding.wording)")
                let reason = Reason(finding, in: language)
                for text in [reason.found, reason.expected, reason.message, reason.remedy ?? ""] {
                    #expect(
                        !text.isEmpty && !text.contains("{") && !text.contains("#"), "\(language) \(finding.wording): \(text)")
                }
                #expect(reason.message.hasSuffix(reason.remedy ?? "-"))
            }
        }
    }

    /// No language borrows another's sentence.
    @Test func textsAreTranslated() {
        let messages = Language.all.filter { $0 != .americanEnglish }
        for wording in Self.wordings {
            #expect(Set(messages.map { $0.text(wording, [:]).message }).count == messages.count, "\(wording)")
        }
    }

    /// What a language tells apart, its plurals tell apart: CLDR's categories of that language and no others.
    @Test(arguments: [Language.english, .german, .french, .spanish, .japanese])
    func pluralsHaveTheCategoriesOfTheLanguage(language: Language) {
        let wanted = Set((0...2_000_000).filter { $0 < 100 || $0 % 1_000_000 == 0 }.map(language.conventions.pluralCategory))
        for (key, entry) in language.texts.entries {
            for categories in entry.all.flatMap(\.pluralCategories) {
                #expect(categories.isSubset(of: wanted) && categories.contains(.other), "\(language) \(key)")
            }
        }
    }

    @Test func aReasonIsSaidInAnotherLanguage() throws {
        let facts = Fixture.facts(
            [Fixture.document(date: RuleTests.day(-91))], journey: RuleTests.dated(.issuedWithin(days: 90)))
        let stored = try CanonicalJSON.encode(try #require(RuleEngine.validation.reasons(for: facts).first))
        let reason = try CanonicalJSON.decode(Reason.self, from: stored)
        #expect(try CanonicalJSON.encode(reason) == stored)
        let german = reason.localized(in: .german)
        #expect(
            german.message
                == "„Letter“ darf nicht älter als 90 Tage sein. Senden Sie ein Dokument, das am 2. August 2026 oder später ausgestellt wurde."
        )
        #expect(german.found == "ausgestellt am 1. August 2026, vor 91 Tagen")
        #expect(german.document == reason.document && german.severity == reason.severity && german.rule == reason.rule)
        #expect(reason.localized(in: .french).found == "émis le 1er août 2026, il y a 91 jours")
        #expect(reason.localized(in: .spanish).expected == "emitido el 2 de agosto de 2026 o después")
        #expect(reason.localized(in: .japanese).message == "「Letter」は発行から90日以内のものに限ります。2026年8月2日以降に発行された書類を送ってください。")
        #expect(reason.localized(in: .americanEnglish).expected == "issued on August 2, 2026 or later")
        #expect(german.localized(in: .english) == reason)
        // What was stored without its values, or by a check without words, stays as it was written.
        #expect(Fixture.reason().localized(in: .german) == Fixture.reason())
    }

    @Test(arguments: [
        (Language.english, [0: "0 pages", 1: "1 page", 2: "2 pages"]), (.german, [0: "0 Seiten", 1: "1 Seite", 2: "2 Seiten"]),
        (.french, [0: "0 page", 1: "1 page", 2: "2 pages", 1_000_000: "1\u{202f}000\u{202f}000 de pages"]),
        (.spanish, [0: "0 páginas", 1: "1 página", 2: "2 páginas", 3_000_000: "3.000.000 de páginas"]),
        (.japanese, [0: "0ページ", 1: "1ページ"]),
    ])
    func pluralsAreRight(language: Language, texts: [Int: String]) {
        for (count, text) in texts {
            #expect(language.text("document.page-count/too-few", ["count": .count(count)]).found == text)
        }
    }

    @Test func rangesSizesAndListsAreRight() {
        let range: [String: ReasonValue] = ["range": .range(CountRange(1...3))]
        #expect(
            Language.all.map { $0.text("document.page-count/too-few", range).expected } == [
                "1 to 3 pages", "1 to 3 pages", "1 bis 3 Seiten", "1 à 3 pages", "1 a 3 páginas", "1～3ページ",
            ])
        let size: [String: ReasonValue] = ["size": .bytes(1_250_000), "limit": .bytes(99_999)]
        #expect(
            Language.all.map { $0.text("file.size/too-large", size).found } == [
                "1.2 MB", "1.2 MB", "1,2 MB", "1,2\u{a0}Mo", "1,2 MB", "1.2 MB",
            ])
        #expect(
            Language.all.map { $0.text("file.size/too-large", size).expected } == [
                "at most 99,999 bytes", "at most 99,999 bytes", "höchstens 99.999 Byte", "99\u{202f}999\u{a0}octets au plus",
                "99.999 bytes como máximo", "99,999バイト以下",
            ])
        let list: [String: ReasonValue] = ["accepted": .alternatives([.jpeg, .png, .pdf]), "type": .text("X")]
        #expect(
            Language.all.map { $0.text("file.media-type/unknown", list).expected } == [
                "JPEG, PNG or PDF", "JPEG, PNG or PDF", "JPEG, PNG oder PDF", "JPEG, PNG ou PDF", "JPEG, PNG o PDF",
                "JPEG、PNGまたはPDF",
            ])
    }

    /// Dates and numbers are those of ICU, but for the ordinal of the first day in French.
    @Test(arguments: [
        (Language.english, "en_GB"), (.americanEnglish, "en_US"), (.german, "de_DE"), (.french, "fr_FR"), (.spanish, "es_ES"),
        (.japanese, "ja_JP"),
    ])
    func datesAndNumbersAreThoseOfICU(language: Language, locale: String) throws {
        var style = Date.FormatStyle(date: .long, time: .omitted, locale: Locale(identifier: locale), timeZone: .gmt)
        style.calendar = Calendar(identifier: .gregorian)
        for month in 1...12 {
            let day = try #require(CalendarDate(year: 2026, month: month, day: month + 1))
            let date = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
            #expect(language.conventions.text(.day(day)) == date.formatted(style))
        }
        for number in [0, 7, 999, 1000, 12_345, 1_234_567] {
            let text = number.formatted(IntegerFormatStyle<Int>(locale: Locale(identifier: locale)))
            #expect(language.conventions.number(number) == text)
        }
    }

    /// Journeys' words come from files: a mark on a brace does not hide it.
    @Test func aBraceIsOneWhateverStandsBesideIt() {
        #expect(MessageTemplate("\u{600}{a} {b}\u{301}")?.names == ["a", "b"])
        #expect(MessageTemplate("\u{600}{") == nil)
        #expect(MessageTemplate("}\u{301}") == nil)
    }

    @Test(arguments: ["{", "}", "{a", "{a, plural, one {x}}", "{a, plural, few {x} other {y}}", "{a, select, other {x}}", "{}"])
    func refusesTemplates(text: String) {
        #expect(MessageTemplate(text) == nil)
    }
}

@Suite struct LanguagePreferenceTests {
    @Test(arguments: [
        (nil as String?, "en"), ("", "en"), ("de", "de"), ("de-CH", "de"), ("de-DE-1996", "de"), ("DE", "de"),
        ("ja-JP,en;q=0.5", "ja"),
        ("en;q=0.5,fr;q=0.9", "fr"), ("en-US", "en-US"), ("en-GB", "en"), ("en-us;q=0.1", "en-US"), ("zh,ko", "en"),
        ("zh, es;q=0.1", "es"), ("fr;q=0, *", "en"), ("*;q=0.5, ja", "ja"), ("en;q=0, *;q=0.1", "de"), ("de;q=0", "en"),
        ("de;q=1.5, fr", "fr"), ("de;q=0.1234, fr", "fr"), ("de ; q=0.3 , fr;q=0.2", "de"), ("x-klingon, de", "de"),
        ("es-419", "es"), ("zh-Hant-CN-x-private1-private2, fr", "fr"), ("_, de", "de"), (",,,", "en"),
        ("fr;level=1;q=0.4,de;q=0.3", "fr"),
        ("de-", "en"), ("en-US;q=0, en", "en"),
    ])
    func choosesByTheHeader(header: String?, tag: String) {
        #expect(Language.choose(acceptLanguage: header).tag == tag)
    }

    @Test func aPersonsLocaleIsNext() {
        #expect(Language.choose(acceptLanguage: nil, locale: "fr-CA") == .french)
        #expect(Language.choose(acceptLanguage: "zh", locale: "fr") == .french)
        #expect(Language.choose(acceptLanguage: "de", locale: "fr") == .german)
        #expect(Language.choose(acceptLanguage: "zh", locale: "zh") == .english)
    }

    @Test func hostileHeadersAreBounded() {
        #expect(LanguagePreferences(String(repeating: "de,", count: 1_000_000)).ranges.count <= LanguagePreferences.maximumRanges)
        #expect(LanguagePreferences(String(repeating: "a-", count: 1_000_000)).ranges.isEmpty)
        #expect(Language.choose(acceptLanguage: String(repeating: "a-", count: 20) + "b, de") == .german)
    }
}

/// What the page and apps say by themselves.
@Suite struct PhraseTests {
    @Test(arguments: Language.all)
    func everyPhraseIsSaidInEveryLanguage(language: Language) {
        #expect(language.phrases.faults == [])
        #expect(Set(language.phrases.texts.keys) == Set(Phrase.allCases))
        for phrase in Phrase.allCases {
            let names = language.phrases.names(in: phrase)
            #expect(names == Language.english.phrases.names(in: phrase), "\(language) \(phrase.rawValue)")
            // The page puts in values by itself, and knows no plurals.
            #expect(!language.template(of: phrase).contains("plural"), "\(language) \(phrase.rawValue)")
        }
    }

    @Test func phrasesAreTranslated() {
        let languages = Language.all.filter { $0 != .americanEnglish }
        // Words that two languages share by chance.
        for phrase in Phrase.allCases where ![.onePage, .pages].contains(phrase) {
            #expect(Set(languages.map { $0.template(of: phrase) }).count == languages.count, "\(phrase.rawValue)")
        }
    }

    @Test func valuesAreWrittenAsTheLanguageWritesThem() {
        #expect(Language.german.say(.errTooLarge, ["size": .bytes(2_500_000)]).contains("2,5"))
        #expect(Language.french.say(.askPageText, ["n": .count(2), "type": .text("Facture")]).contains("« Facture »"))
        #expect(Language.english.pages(0) == "no pages yet" && Language.spanish.pages(1) == "1 página")
        #expect(Language.japanese.pages(3) == "3ページ")
        // A value is never looked into for places of its own.
        #expect(Language.english.say(.gone, ["name": .text("{name} #")]).contains("“{name} #”"))
    }
}

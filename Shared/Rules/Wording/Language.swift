/// A language in which reasons and phrases are written.
public struct Language: Sendable, Hashable, CustomStringConvertible {
    /// BCP 47, such as `de`. `Content-Language` has it.
    public let tag: String

    private let book: Book

    private final class Book: Sendable {
        let texts: ReasonTexts
        let phrases: Phrases
        let conventions: LanguageConventions

        init(_ tag: String, _ phrases: String, _ conventions: LanguageConventions) {
            texts = ReasonTexts(tag: tag)
            self.phrases = Phrases(phrases)
            self.conventions = conventions
        }
    }

    private init(_ tag: String, in texts: String? = nil, _ phrases: String, _ conventions: LanguageConventions) {
        self.tag = tag
        book = Book(texts ?? tag, phrases, conventions)
    }

    public static let english = Language("en", Phrases.english, .english)
    /// English with United States dates.
    public static let americanEnglish = Language("en-US", in: "en", Phrases.english, .americanEnglish)
    public static let german = Language("de", Phrases.german, .german)
    public static let french = Language("fr", Phrases.french, .french)
    public static let spanish = Language("es", Phrases.spanish, .spanish)
    public static let japanese = Language("ja", Phrases.japanese, .japanese)

    /// The first one is the fallback.
    public static let all: [Language] = [.english, .americanEnglish, .german, .french, .spanish, .japanese]

    /// One of `all`.
    public init?(tag: String) {
        guard let found = Self.all.first(where: { $0.tag == tag }) else { return nil }
        self = found
    }

    public var description: String { tag }

    public static func == (left: Self, right: Self) -> Bool { left.tag == right.tag }
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

// MARK: - Choosing one

extension Language {
    /// The language for a person: by the header `Accept-Language`, else by the submission's locale, else English.
    public static func choose(acceptLanguage: String?, locale: String? = nil) -> Language {
        if let acceptLanguage, let found = LanguagePreferences(acceptLanguage).lookup(among: all, tag: \.tag) { return found }
        return locale.flatMap { LanguagePreferences($0).lookup(among: all, tag: \.tag) } ?? .english
    }
}

// MARK: - Speaking it

/// A finding in words.
struct SpokenFinding: Sendable, Hashable {
    let found: String
    let expected: String
    let message: String
    let remedy: String
}

extension Language {
    var texts: ReasonTexts { book.texts }
    var phrases: Phrases { book.phrases }
    var conventions: LanguageConventions { book.conventions }

    /// The names of the rules for lists, in two or three words.
    public var ruleNames: [RuleID: String] { texts.names }

    /// Whether it has this wording.
    func says(_ wording: WordingKey) -> Bool { texts.entries[wording] != nil }

    /// An unknown wording (of a check that was added without words) yields only its name.
    func text(_ wording: WordingKey, _ values: [String: ReasonValue]) -> SpokenFinding {
        guard let entry = texts.entries[wording] else {
            return SpokenFinding(found: wording.rawValue, expected: wording.rule.rawValue, message: "\(wording).", remedy: "")
        }
        let remedy = entry.remedy.text(values, conventions)
        return SpokenFinding(
            found: entry.found.text(values, conventions), expected: entry.expected.text(values, conventions),
            message: entry.problem.text(values, conventions) + conventions.sentenceSeparator + remedy, remedy: remedy)
    }
}

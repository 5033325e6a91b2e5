import FoundationEssentials
import HTTPServer
import Shared

/// The texts of the page by key, in all languages: its own from its files, and the phrases that apps use as well.
struct BrowserWords: Sendable {
    static let languages = ["en", "de", "fr", "es", "ja"]
    /// The own name of each language.
    static let names = ["en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "ja": "日本語"]

    private let byLanguage: [String: [String: String]]

    /// An unreadable file leaves its language without texts. A test requires that all have the same keys.
    init(_ files: [String: BrowserFiles]) {
        var byLanguage: [String: [String: String]] = [:]
        for language in Self.languages {
            let bytes = files["words/\(language).json"]?.bytes ?? []
            let own = (try? JSONDecoder().decode([String: String].self, from: Data(bytes))) ?? [:]
            let spoken = Language.choose(acceptLanguage: language)
            let phrases = Phrase.allCases.filter(\.isOnPage).map { ($0.rawValue, spoken.template(of: $0)) }
            // Words of the page's own would stand in a phrase's place; a test holds that there are none.
            byLanguage[language] = own.isEmpty ? [:] : own.merging(phrases) { own, _ in own }
        }
        self.byLanguage = byLanguage
    }

    func all(in language: String) -> [String: String] { byLanguage[language] ?? [:] }

    func speak(_ language: Language) -> BrowserVoice {
        let base = language.tag.split(at: "-").first.map(String.init) ?? "en"
        return BrowserVoice(language: language, base: base, words: all(in: base))
    }
}

/// One language of the page.
struct BrowserVoice: Sendable {
    let language: Language
    /// Without a region: one of `BrowserWords.languages`.
    let base: String
    let words: [String: String]

    /// The same with a tenant's own texts.
    func replacing(_ own: [String: [String: String]]) -> BrowserVoice {
        BrowserVoice(language: language, base: base, words: words.merging(own[base] ?? [:]) { $1 })
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let pieces = (words[key] ?? key).split(at: "{", omittingEmptySubsequences: false)
        // In one pass: nothing that was put in is looked at again.
        return pieces.dropFirst().reduce(into: pieces.first.map { String($0) } ?? "") { text, piece in
            let halves = piece.split(at: "}", maxSplits: 1, omittingEmptySubsequences: false)
            if halves.count == 2, let value = values[String(halves[0])] {
                text += value + halves[1]
            } else {
                text += "{" + piece
            }
        }
    }

    func pages(_ count: Int) -> String {
        count == 0 ? self("noPages") : count == 1 ? self("onePage") : self("pages", ["n": String(count)])
    }

    /// The text of a problem for a person: the page's own, if it has one, or else the gateway's.
    func text(of problem: Problem) -> String {
        let known = "err.\(problem.type)"
        if let text = words[known], !text.contains("{") { return text }
        return self("err.other", ["detail": problem.detail ?? problem.title])
    }
}

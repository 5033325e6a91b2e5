extension JourneyDefinition {
    /// The titles of all built-in kinds and of this journey's types, by id.
    public func kindNames(in language: Language) -> [String: String] {
        let own = said(in: language).documentTypes.map { ($0.id.rawValue, $0.title) }
        let known = KindNames.names.keys.compactMap { id in KindNames.name(of: id, in: language).map { (id.rawValue, $0) } }
        return Dictionary(own + known) { own, _ in own }
    }
}

extension DocumentTypeID {
    /// The title of a built-in kind, in English, German, French, Spanish and Japanese; nil for any other kind.
    public func kindName(in language: Language) -> String? { KindNames.name(of: self, in: language) }
}

/// The titles of the built-in kinds: in English, German, French, Spanish and Japanese.
enum KindNames {
    /// Nil for a kind that is not built in.
    static func name(of kind: DocumentTypeID, in language: Language) -> String? {
        guard let names = names[kind] else { return nil }
        let tag = language.tag.split(at: "-").first.map(String.init) ?? ""
        return languages.firstIndex(of: tag).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }

    static let languages = ["en", "de", "fr", "es", "ja"]

    static let names = Dictionary(DocumentKind.builtIn.map { ($0.id, $0.names) }) { first, _ in first }
}

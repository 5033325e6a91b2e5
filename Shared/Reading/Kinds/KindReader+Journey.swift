extension KindReader {
    /// Reads the kinds of a journey: the built-in ones, and its types with words of their own. Such a type replaces a
    /// built-in kind of the same name, but keeps its layout: a zone is a zone whatever its title.
    public init(for journey: JourneyDefinition) {
        let own = journey.documentTypes.compactMap { type in
            type.looksLike.map { DocumentKind(id: type.id, $0, inPlaceOf: DocumentKind.named(type.id)) }
        }
        let named = Set(own.map(\.id))
        self.init(DocumentKind.builtIn.filter { !named.contains($0.id) } + own)
    }
}

extension DocumentKind {
    fileprivate init(id: DocumentTypeID, _ words: TellTaleWords, inPlaceOf builtIn: DocumentKind?) {
        self.init(
            id: id, titles: words.titles, words: words.words, layout: builtIn?.layout ?? [],
            isGeneral: builtIn?.isGeneral ?? false, passesFor: builtIn?.passesFor ?? [],
            showsAddress: words.showsAddress || builtIn?.showsAddress == true)
    }
}

/// The texts of a journey in one more language. A nil text falls back to the journey's own.
public struct JourneyTranslation: Sendable, Hashable, Codable {
    /// The texts of a document type.
    public struct Words: Sendable, Hashable, Codable {
        public let title: String?
        public let hint: String?
        /// All page names, or nil.
        public let pageNames: [String]?

        public init(_ title: String? = nil, hint: String? = nil, pageNames: [String]? = nil) {
            self.title = title
            self.hint = hint
            self.pageNames = pageNames
        }
    }

    public let title: String?
    public let summary: String?
    public let types: [DocumentTypeID: Words]
    /// The text of the consent. Its version is the same.
    public let consent: String?

    public init(
        title: String? = nil, summary: String? = nil, types: [DocumentTypeID: Words] = [:], consent: String? = nil
    ) {
        self.title = title
        self.summary = summary
        self.types = types
        self.consent = consent
    }
}

extension JourneyDefinition {
    /// The journey with the texts of a language, where it has any, under the same version. A language with a region falls
    /// back to the language alone.
    public func said(in language: Language) -> JourneyDefinition {
        let alone = language.tag.split(at: "-").first.map(String.init) ?? language.tag
        let base = inItsOwnWords
        guard let words = translations[language.tag] ?? translations[alone] else { return base }
        var journey = base.wearing(words)
        journey.ownWords = base.words
        return journey
    }

    /// The journey in its original language.
    private var inItsOwnWords: JourneyDefinition {
        guard let ownWords else { return self }
        var journey = wearing(ownWords)
        journey.ownWords = nil
        return journey
    }

    private var words: JourneyTranslation {
        JourneyTranslation(
            title: title, summary: summary,
            types: Dictionary(
                documentTypes.map { ($0.id, .init($0.title, hint: $0.hint, pageNames: $0.pageNames)) },
                uniquingKeysWith: { first, _ in first }),
            consent: consent?.text)
    }

    private func wearing(_ words: JourneyTranslation) -> JourneyDefinition {
        var journey = self
        journey.title = words.title ?? title
        journey.summary = words.summary ?? summary
        journey.documentTypes = documentTypes.map { type in
            guard let words = words.types[type.id] else { return type }
            var type = type
            type.title = words.title ?? type.title
            type.hint = words.hint ?? type.hint
            type.pageNames = words.pageNames ?? type.pageNames
            return type
        }
        journey.consent = consent.map { ConsentText(version: $0.version, text: words.consent ?? $0.text, url: $0.url) }
        return journey
    }

    /// Translates the values of a reason that name a part of the journey, from any of its languages into `language`.
    func said(_ values: [String: ReasonValue], in language: Language) -> [String: ReasonValue] {
        guard !translations.isEmpty else { return values }
        let wanted = said(in: language)
        let others = [inItsOwnWords] + translations.keys.sorted().compactMap { Language(tag: $0) }.map(said)
        var values = values
        for (name, value) in values {
            guard case .text(let text) = value else { continue }
            for other in others {
                guard let said = wanted.word(name, for: text, of: other) else { continue }
                values[name] = .text(said)
                break
            }
        }
        return values
    }

    /// Translates one value. `name` is the rules' name of the value.
    private func word(_ name: String, for text: String, of other: JourneyDefinition) -> String? {
        switch name {
        case "journey": return text == other.title ? title : nil
        case "type": return other.documentTypes.firstIndex { $0.title == text }.map { documentTypes[$0].title }
        case "accepted": return text == other.titlesOfTypes ? titlesOfTypes : nil
        default: return nil
        }
    }

    /// The titles of all accepted types, as the rules list them.
    var titlesOfTypes: String { documentTypes.map(\.title).joined(separator: ", ") }

    var translationFaults: [JourneyFault] {
        let languages = Language.all.map(\.tag)
        return translations.keys.sorted().flatMap { tag -> [JourneyFault] in
            guard let words = translations[tag] else { return [] }
            func fault(_ member: String, _ problem: String) -> JourneyFault {
                JourneyFault(documentType: nil, member: "translations.\(tag)\(member)", problem: problem)
            }
            guard languages.contains(tag) else {
                return [fault("", "is no language that Docket speaks; these are \(languages.joined(separator: ", "))")]
            }
            var faults: [JourneyFault] = []
            for (member, text) in [("title", words.title), ("consent", words.consent)] where text?.isEmpty == true {
                faults.append(fault(".\(member)", "is empty; leave it out, and it is said as the journey says it"))
            }
            if words.consent != nil, consent == nil {
                faults.append(fault(".consent", "translates a consent that is not asked for"))
            }
            for id in words.types.keys.sorted() {
                if documentType(id) == nil { faults.append(fault(".types.\(id)", "is no type of the journey")) }
                if let names = words.types[id]?.pageNames, names.count != documentType(id)?.pageNames.count {
                    faults.append(fault(".types.\(id)", "names other pages than the type: as many, in their order, are wanted"))
                }
                if words.types[id]?.title?.isEmpty == true {
                    faults.append(
                        fault(".types.\(id)", "has an empty title; leave it out, and it is said as the journey says it"))
                }
            }
            return faults
        }
    }
}

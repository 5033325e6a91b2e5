/// The signs of a kind of document: its words and its layout. Journeys declare kinds of their own.
public struct DocumentKind: Hashable, Sendable {
    public let id: DocumentTypeID
    /// Its names, in the languages of `KindNames`; empty for a kind that a journey declares, whose type has a title.
    private(set) var names: [String] = []
    /// Titles, each of which identifies the document alone, such as “Kontoauszug”.
    public let titles: [String]
    /// Words, several of which identify it together, such as “meter reading”.
    public let words: [String]
    public let layout: Set<Layout>
    /// Whether it includes documents of other kinds: an electricity bill is an invoice.
    public let isGeneral: Bool
    /// Other types that it satisfies: a statement satisfies a bank letter.
    public let passesFor: Set<DocumentTypeID>
    /// Whether the document is addressed to a person, and so shows their address.
    public let showsAddress: Bool

    public init(
        id: DocumentTypeID, titles: [String], words: [String] = [], layout: Set<Layout> = [], isGeneral: Bool = false,
        passesFor: Set<DocumentTypeID> = [], showsAddress: Bool = false
    ) {
        self.id = id
        self.titles = titles
        self.words = words
        self.layout = layout
        self.isGeneral = isGeneral
        self.passesFor = passesFor
        self.showsAddress = showsAddress
    }

    /// A built-in kind. Its names, titles and words are separated by vertical lines.
    static func kind(
        _ id: DocumentTypeID, names: String, titles: String, words: String, layout: Set<Layout> = [], isGeneral: Bool = false,
        passesFor: Set<DocumentTypeID> = [], showsAddress: Bool = false
    ) -> DocumentKind {
        var kind = DocumentKind(
            id: id, titles: PhraseBook<Bool>.list(titles), words: PhraseBook<Bool>.list(words), layout: layout,
            isGeneral: isGeneral, passesFor: passesFor, showsAddress: showsAddress)
        kind.names = PhraseBook<Bool>.list(names)
        return kind
    }

    public enum Layout: String, Hashable, Sendable, CaseIterable {
        /// A zone of two lines of 44 characters, as in passports.
        case passportZone = "passport-zone"
        /// A zone of a card.
        case cardZone = "card-zone"
        /// A zone of a card whose code marks a residence permit.
        case residenceZone = "residence-zone"
        /// A page with the proportions of a bank card.
        case card
        /// The code on the back of a licence.
        case licenceCode = "licence-code"
        /// Rows that begin with a date and end with an amount.
        case bookings
        /// A sum with a label.
        case total
        /// A strip, taller than a sheet.
        case strip
        /// A payment code.
        case paymentCode = "payment-code"
    }
}

/// The kind that a document looks like, with the evidence.
public struct KindReading: Hashable, Sendable {
    /// The most likely first. Only kinds with evidence.
    public let candidates: [Candidate]
    /// False for a photo of something else.
    public let hasText: Bool

    public struct Candidate: Hashable, Sendable {
        public let kind: DocumentTypeID
        /// As `DocumentKind` says.
        public let isGeneral: Bool
        /// As `DocumentKind` says.
        public let passesFor: Set<DocumentTypeID>
        /// Of 100.
        public let score: Int
        public let evidence: [ReadFact<Evidence>]
    }

    public enum Evidence: Hashable, Sendable {
        /// As the kind declares it.
        case title(String)
        case word(String)
        case layout(DocumentKind.Layout)
    }

    /// The kind that it looks like, if one stands out.
    public var looksLike: Candidate? {
        // What is of a special kind is of a general one, too.
        let isSpecial = candidates.contains { !$0.isGeneral && $0.score >= 60 }
        let meant = candidates.filter { !(isSpecial && $0.isGeneral) }
        guard let first = meant.first, first.score >= 60 else { return nil }
        return meant.dropFirst().contains { $0.score + 15 > first.score } ? nil : first
    }

    public enum Verdict: Hashable, Sendable {
        case fits(Candidate)
        case unclear
        /// It clearly is of another kind.
        case looksLike(Candidate)
        /// It has no text.
        case noText
    }

    /// Whether it is of the declared type.
    public func verdict(declared: DocumentTypeID) -> Verdict {
        guard hasText else { return .noText }
        if let looksLike, looksLike.passesFor.contains(declared) { return .fits(looksLike) }
        let own = candidates.first { $0.kind == declared }
        let ownScore = own?.score ?? 0
        // What is an invoice, too, does not contradict what it is said to be.
        if let looksLike, looksLike.kind != declared, looksLike.score >= ownScore + 30, !(looksLike.isGeneral && ownScore >= 40) {
            return .looksLike(looksLike)
        }
        if let own, own.score >= 40 { return .fits(own) }
        return .unclear
    }
}

/// What a kind of document is known by: words that stand on it, and how it is laid out. Journeys declare kinds of their own.
public struct DocumentKind: Hashable, Sendable {
    public let id: DocumentTypeID
    /// Each of them names the document by itself, such as “Kontoauszug”.
    public let titles: [String]
    /// Several of them together tell it, such as “meter reading”.
    public let words: [String]
    public let layout: Set<Layout>
    /// Whether documents of other kinds are of this kind, too: a bill for electricity is an invoice.
    public let isGeneral: Bool
    /// Other types that a document of this kind is good for: where a letter of the bank is asked for, a statement will do.
    public let passesFor: Set<DocumentTypeID>
    /// Whether it is sent to a person, so that their address stands on it.
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

    public enum Layout: String, Hashable, Sendable, CaseIterable {
        /// A zone of two lines of 44, as passports have it.
        case passportZone = "passport-zone"
        /// A zone of a card.
        case cardZone = "card-zone"
        /// A zone of a card whose code says that it permits to stay.
        case residenceZone = "residence-zone"
        /// A page of the proportions of a bank card.
        case card
        /// The code on the back of a licence.
        case licenceCode = "licence-code"
        /// Rows that begin with a day and end with an amount.
        case bookings
        /// A sum with a label.
        case total
        /// A strip that is higher than a sheet.
        case strip
        /// A code by which it is paid.
        case paymentCode = "payment-code"
    }
}

/// What a document looks like, with what speaks for it.
public struct KindReading: Hashable, Sendable {
    /// The likeliest first; those alone for which anything speaks.
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

    /// What it looks like, where one kind stands out.
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
        /// It says clearly that it is something else.
        case looksLike(Candidate)
        /// Nothing is written on it.
        case noText
    }

    /// Whether it is what it is said to be.
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

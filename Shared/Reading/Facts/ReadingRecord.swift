/// What was read of a submission: kept with the facts that its rules were checked on, so that other rules can be tried on it. Personal
/// data: never in an event or a log.
public struct ReadingRecord: Sendable, Hashable, Codable {
    public var documents: [ReadDocument]
    /// Versions of the models that read pictures, by language.
    public var models: [String: String]

    public init(documents: [ReadDocument] = [], models: [String: String] = [:]) {
        self.documents = documents
        self.models = models
    }

    public func document(_ id: DocumentID) -> ReadDocument? { documents.first { $0.document == id } }
}

/// What was read of one document.
public struct ReadDocument: Sendable, Hashable, Codable {
    public let document: DocumentID
    /// In their order; the numbers of facts and faults count them from 0.
    public var pages: [ReadPage]
    public var facts: [DocumentFact]
    /// Whether it is what it is said to be.
    public var kind: ReadKind
    /// Pages that do not belong together, as far as that can be told.
    public var faults: [PageFault]
    /// Whether two pages show both sides of a card.
    public var sides: CardSides
    /// What it was compared with: `expected-name` and its like; nil for nothing. A comparison that found nothing is no fact.
    public var expected: [DocumentFact.Name]?

    public init(
        document: DocumentID, pages: [ReadPage], facts: [DocumentFact] = [], kind: ReadKind = .unclear, faults: [PageFault] = [],
        sides: CardSides = .unclear, expected: [DocumentFact.Name]? = nil
    ) {
        self.document = document
        self.pages = pages
        self.facts = facts
        self.kind = kind
        self.faults = faults
        self.sides = sides
        self.expected = expected
    }

    public func facts(_ name: DocumentFact.Name) -> [DocumentFact] { facts.filter { $0.fact == name } }

    /// The one that may be told as what the document says.
    public func certain(_ name: DocumentFact.Name) -> DocumentFact? { facts.first { $0.fact == name && $0.isCertain } }
}

/// How well one page could be read.
public struct ReadPage: Sendable, Hashable, Codable {
    /// The file that it is a page of.
    public let page: PageID
    /// From 1, within its file.
    public let number: Int
    /// Nil for a page that could not be read.
    public let source: PageText.Source?
    public let words: Int
    /// Of its letters, from 0 to 100; 100 for a PDF's own.
    public let confidence: Int

    public init(page: PageID, number: Int, source: PageText.Source?, words: Int, confidence: Int) {
        self.page = page
        self.number = number
        self.source = source
        self.words = words
        self.confidence = confidence
    }
}

/// Whether a document is of the type that it is said to be.
public struct ReadKind: Sendable, Hashable, Codable {
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        case fits
        case unclear
        /// It says clearly that it is something else.
        case looksLike = "looks-like"
        /// Nothing is written on it.
        case noText = "no-text"
    }

    public static let unclear = ReadKind(verdict: .unclear)

    public let verdict: Verdict
    /// What it looks like; nil where nothing stands out.
    public let kind: DocumentTypeID?
    /// Of 100.
    public let score: Int
    /// What speaks for it, as its kind declares it: “Kontoauszug”, or the name of a layout.
    public let evidence: [String]

    public init(verdict: Verdict, kind: DocumentTypeID? = nil, score: Int = 0, evidence: [String] = []) {
        self.verdict = verdict
        self.kind = kind
        self.score = score
        self.evidence = evidence
    }
}

/// Something of the pages of one document that does not fit. What is not known is nil.
public struct PageFault: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A page is there twice; `other` is the first one.
        case twice
        /// A page stands behind one with a higher printed number.
        case order
        /// Pages are missing, by the printed numbers.
        case missing
        /// The pages say different numbers of pages.
        case counts
        /// A page has another number of the account, the customer or the document.
        case number
        /// A page is from another sender.
        case issuer
    }

    public let kind: Kind
    /// From 0.
    public let page: Int?
    public let other: Int?
    /// Printed numbers of pages, as `missing` and `counts` have them.
    public let numbers: [Int]

    public init(_ kind: Kind, page: Int? = nil, other: Int? = nil, numbers: [Int] = []) {
        self.kind = kind
        self.page = page
        self.other = other
        self.numbers = numbers
    }
}

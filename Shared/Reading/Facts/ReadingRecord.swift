#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The values read from a submission, stored with the facts that its rules checked, so that other rules can be tried on
/// them. Personal data: never in an event or a log.
public struct ReadingRecord: Sendable, Hashable, Codable {
    public var documents: [ReadDocument]
    /// Versions of the recognition models, by language.
    public var models: [String: String]
    /// Random: keeps the digest of the record from telling what it may say. Nil in records of earlier versions.
    public var salt: UUID?

    public init(documents: [ReadDocument] = [], models: [String: String] = [:], salt: UUID? = nil) {
        (self.documents, self.models, self.salt) = (documents, models, salt)
    }

    public func document(_ id: DocumentID) -> ReadDocument? { documents.first { $0.document == id } }
}

/// The values read from one document.
public struct ReadDocument: Sendable, Hashable, Codable {
    public let document: DocumentID
    /// In order. Facts and faults refer to them by numbers from 0.
    public var pages: [ReadPage]
    public var facts: [DocumentFact]
    /// Whether it is of the declared type.
    public var kind: ReadKind
    /// Pages that do not belong together, as far as known.
    public var faults: [PageFault]
    /// Whether two pages show both sides of a card.
    public var sides: CardSides
    /// The comparisons that were made, such as `expected-name`; nil if none. A comparison without a match makes no fact.
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

    /// The fact that counts as what the document says.
    public func certain(_ name: DocumentFact.Name) -> DocumentFact? { facts.first { $0.fact == name && $0.isCertain } }
}

/// How well a page could be read.
public struct ReadPage: Sendable, Hashable, Codable {
    /// The file of the page.
    public let page: PageID
    /// From 1, within its file.
    public let number: Int
    /// Nil for a page that could not be read.
    public let source: PageText.Source?
    public let words: Int
    /// The confidence of its letters, from 0 to 100; 100 for a PDF's own text.
    public let confidence: Int

    public init(page: PageID, number: Int, source: PageText.Source?, words: Int, confidence: Int) {
        self.page = page
        self.number = number
        self.source = source
        self.words = words
        self.confidence = confidence
    }
}

/// Whether a document is of its declared type.
public struct ReadKind: Sendable, Hashable, Codable {
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        case fits
        case unclear
        /// It clearly is of another type.
        case looksLike = "looks-like"
        /// It has no text.
        case noText = "no-text"
    }

    public static let unclear = ReadKind(verdict: .unclear)

    public let verdict: Verdict
    /// The kind that it looks like; nil if none stands out.
    public let kind: DocumentTypeID?
    /// Of 100.
    public let score: Int
    /// The evidence, as its kind declares it: “Kontoauszug”, or the name of a layout.
    public let evidence: [String]

    public init(verdict: Verdict, kind: DocumentTypeID? = nil, score: Int = 0, evidence: [String] = []) {
        self.verdict = verdict
        self.kind = kind
        self.score = score
        self.evidence = evidence
    }
}

/// A fault in the pages of one document. Unknown values are nil.
public struct PageFault: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A page occurs twice. `other` is the first one.
        case twice
        /// A page follows one with a higher printed number.
        case order
        /// Pages are missing, by the printed numbers.
        case missing
        /// The pages state different page counts.
        case counts
        /// A page has another account, customer or document number.
        case number
        /// A page is from another sender.
        case issuer
    }

    public let kind: Kind
    /// From 0.
    public let page: Int?
    public let other: Int?
    /// Printed page numbers, for `missing` and `counts`.
    public let numbers: [Int]

    public init(_ kind: Kind, page: Int? = nil, other: Int? = nil, numbers: [Int] = []) {
        self.kind = kind
        self.page = page
        self.other = other
        self.numbers = numbers
    }
}

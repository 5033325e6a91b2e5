/// A rule for the text of a document. Without a reading it passes.
///
/// It warns by default. Even under a stricter policy it refuses only what is proven, and warns of everything else: no one
/// is to be refused because of a misread letter.
public protocol ReadingRule: DocumentRule {
    /// Nil if the document satisfies it, or if that is unknown.
    func finding(in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate) -> Finding?
}

extension ReadingRule {
    public var isNegotiable: Bool { true }
    public var policy: RulePolicy { .warn }
    public var wordingsOfReading: [WordingKey] { wordings }

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        document.reading.flatMap { finding(in: $0, of: document, type, today: today) }
    }
}

extension ReadDocument {
    var hasText: Bool { kind.verdict != .noText && pages.contains { $0.words > 0 } }

    /// Whether all pages were read well: a value that was not found is then probably absent.
    var isReadWell: Bool { hasText && pages.allSatisfy { $0.source != nil && ($0.words == 0 || $0.isReadWell) } }

    func place(of fact: DocumentFact) -> ReasonPlace? { place(onPage: fact.page, fact.box) }

    /// `number` counts from 0.
    func place(onPage number: Int, _ box: PageBox = .whole) -> ReasonPlace? {
        guard pages.indices.contains(number) else { return nil }
        return ReasonPlace(page: pages[number].page, number: number + 1, box: box)
    }

    /// Whether the fact is in a zone whose check digits were valid as read. A correction may be wrong.
    func isProven(_ fact: DocumentFact) -> Bool {
        fact.source == .zone && facts(.zone).contains { $0.page == fact.page && $0.isProof }
    }
}

extension ReadPage {
    /// Below this, recognised letters are as often wrong as right.
    private static let leastConfidence = 60

    var isReadWell: Bool { confidence >= Self.leastConfidence }
}

extension DocumentFact {
    /// Whether this is a zone whose check digits were valid as read.
    var isProof: Bool { fact == .zone && holds == true && isMended != true }

    /// Whether it is that date, in one of its possible readings.
    func says(_ other: CalendarDate) -> Bool { day == other || end == other }
}

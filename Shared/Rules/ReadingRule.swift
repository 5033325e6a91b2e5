/// A rule for what stands on a document. Where nobody has read it, it says nothing.
///
/// A warning unless a journey minds more, and even then it refuses only what is proven: the rule itself says of all else that it is a
/// warning. Readers err, and nobody is to be turned away by a letter that was taken for another.
public protocol ReadingRule: DocumentRule {
    /// Nil if the document satisfies it, or nothing can be told.
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
    /// Whether anything is written on it.
    var hasText: Bool { kind.verdict != .noText && pages.contains { $0.words > 0 } }

    /// Whether all of its pages could be read, and well: what is not found is then hardly there.
    var isReadWell: Bool { hasText && pages.allSatisfy { $0.source != nil && ($0.words == 0 || $0.isReadWell) } }

    func place(of fact: DocumentFact) -> ReasonPlace? { place(onPage: fact.page, fact.box) }

    /// `number` counts from 0.
    func place(onPage number: Int, _ box: PageBox = .whole) -> ReasonPlace? {
        guard pages.indices.contains(number) else { return nil }
        return ReasonPlace(page: pages[number].page, number: number + 1, box: box)
    }

    /// Whether it stands in a zone whose check digits hold as they were read. A zone that was mended may be mended wrongly.
    func isProven(_ fact: DocumentFact) -> Bool {
        fact.source == .zone && facts(.zone).contains { $0.page == fact.page && $0.isProof }
    }
}

extension ReadPage {
    /// Below it, recognized letters are as often wrong as right.
    private static let leastConfidence = 60

    var isReadWell: Bool { confidence >= Self.leastConfidence }
}

extension DocumentFact {
    /// Whether this is a zone whose check digits hold as they were read.
    var isProof: Bool { fact == .zone && holds == true && isMended != true }

    /// Whether it is that day, in one of the ways in which it can be meant.
    func says(_ other: CalendarDate) -> Bool { day == other || end == other }
}

/// The signature of a code is valid, if the named certificate is known.
///
/// A code is read whole or not at all, so an invalid signature proves a change.
public struct CodeSigned: ReadingRule {
    public let id: RuleID = "document.code-signed"
    public let wordings: [WordingKey] = ["document.code-signed"]

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        guard let broken = reading.facts(.code).first(where: { $0.holds == false }) else { return nil }
        return Finding(wordings[0], ["type": .text(type.title)], severity: .refuse, place: reading.place(of: broken))
    }
}

/// The document names the expected person, if the submission has a name or a date of birth.
///
/// A name only warns: names have many spellings and no check digit. A date of birth in a zone with valid check digits is
/// proof.
public struct NamesPerson: ReadingRule {
    public let id: RuleID = "document.names-person"
    public let wordings: [WordingKey] = [
        "document.names-person/birth-date", "document.names-person/not-there", "document.names-person/differs",
    ]
    /// The score from which on a name is nearly the expected one.
    private static let nearly = 50

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        let values: [String: ReasonValue] = ["type": .text(type.title)]
        if let birth = reading.facts(.expectedBirthDate).first, birth.holds == false, birth.isCertain {
            return Finding(
                wordings[0], values, severity: reading.isProven(birth) ? .refuse : .warn, place: reading.place(of: birth))
        }
        guard let name = reading.facts(.expectedName).first else {
            return reading.expects(.expectedName) && reading.hasText ? Finding(wordings[1], values, severity: .warn) : nil
        }
        guard name.holds == false else { return nil }
        guard let score = name.score, score >= Self.nearly else { return Finding(wordings[1], values, severity: .warn) }
        return Finding(wordings[2], values, severity: .warn, place: reading.place(of: name))
    }
}

/// The document shows the expected address, if there is one and the document is a letter or a bill. A passport shows
/// none.
public struct ShowsAddress: ReadingRule {
    public let id: RuleID = "document.shows-address"
    public let wordings: [WordingKey] = ["document.shows-address/not-there", "document.shows-address/differs"]
    private static let nearly = 50

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        guard type.showsAddress else { return nil }
        let values: [String: ReasonValue] = ["type": .text(type.title)]
        guard let address = reading.facts(.expectedAddress).first else {
            return reading.expects(.expectedAddress) && reading.hasText ? Finding(wordings[0], values, severity: .warn) : nil
        }
        guard address.holds == false else { return nil }
        guard let score = address.score, score >= Self.nearly else { return Finding(wordings[0], values, severity: .warn) }
        return Finding(wordings[1], values, severity: .warn, place: reading.place(of: address))
    }
}

extension ReadDocument {
    fileprivate func expects(_ name: DocumentFact.Name) -> Bool { expected?.contains(name) ?? false }
}

extension DocumentType {
    /// As the journey says, or as the built-in kind of the same name does.
    fileprivate var showsAddress: Bool {
        looksLike?.showsAddress == true || DocumentKind.named(id)?.showsAddress == true
    }
}

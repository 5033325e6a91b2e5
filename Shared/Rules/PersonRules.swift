/// The document names the person who is expected, where a name or a day of birth was given with the submission.
///
/// Names are written in many ways, and no check digit covers them: they are never more than a warning. A day of birth in a zone
/// whose check digits hold is proof.
public struct NamesPerson: ReadingRule {
    public let id: RuleID = "document.names-person"
    public let wordings: [WordingKey] = [
        "document.names-person/birth-date", "document.names-person/not-there", "document.names-person/differs",
    ]
    /// Of a comparison, from which on it is a name that is nearly the expected one.
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

/// The document shows the address that is expected, where one was given and the document is a letter or a bill: a passport has none.
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
    /// As the journey says, or as it is known of the built-in kind of that name.
    fileprivate var showsAddress: Bool {
        looksLike?.showsAddress == true || DocumentKind.named(id)?.showsAddress == true
    }
}

import Domain
import HTTPServer
import Shared

// What requests say of documents. Pure.

extension NewDocument {
    /// `{"type", "issueDate"?, "expiryDate"?, "periodStart"?, "periodEnd"?, "source"?}`
    init(reading object: RequestObject, in journey: JourneyDefinition, today: CalendarDate) throws(Problem) {
        var object = object
        let type = object.requiredString("type", maximum: 64)
        let issueDate = object.calendarDate("issueDate")
        let expiryDate = object.calendarDate("expiryDate")
        let period = object.period()
        let source = object.choice("source", of: DocumentSource.self)
        try object.finish()
        let typeID = try journey.documentType(named: type)
        try requirePast(issueDate, today: today)
        self.init(type: typeID, issueDate: issueDate, period: period, source: source, expiryDate: expiryDate)
    }
}

extension DocumentPatch {
    /// Null takes a date or a source away, what is absent stays.
    init(reading object: RequestObject, in journey: JourneyDefinition, today: CalendarDate) throws(Problem) {
        var object = object
        let hasDate = object.contains("issueDate")
        let hasExpiry = object.contains("expiryDate")
        let hasPeriod = object.contains("periodStart") || object.contains("periodEnd")
        let hasSource = object.contains("source")
        let type = object.optionalString("type", maximum: 64)
        let issueDate = object.calendarDate("issueDate")
        let expiryDate = object.calendarDate("expiryDate")
        let period = object.period()
        let source = object.choice("source", of: DocumentSource.self)
        try object.finish()
        self.init()
        self.type = try type.map { name throws(Problem) in try journey.documentType(named: name) }
        try requirePast(issueDate, today: today)
        if hasDate { self.issueDate = .some(issueDate) }
        if hasExpiry { self.expiryDate = .some(expiryDate) }
        if hasPeriod { self.period = .some(period) }
        if hasSource { self.source = .some(source) }
    }
}

extension [PageID] {
    /// An order: `{"pages": [ids]}`.
    init(reading object: RequestObject) throws(Problem) {
        var object = object
        let pages = object.requiredIdentifiers("pages", of: Page.self, maximumCount: CountRange.limit)
        try object.finish()
        self = pages ?? []
    }
}

extension JourneyDefinition {
    fileprivate func documentType(named name: String?) throws(Problem) -> DocumentTypeID {
        guard let type = name.flatMap(DocumentTypeID.init(rawValue:)).flatMap(documentType) else {
            throw .unknownDocumentType(in: self)
        }
        return type.id
    }
}

/// Too old a date is for the rules to judge, when the documents are submitted; a future one is a slip of the finger.
private func requirePast(_ date: CalendarDate?, today: CalendarDate) throws(Problem) {
    if let date, date > today { throw .dateInFuture(today: today) }
}

import Domain
import HTTPServer
import Shared

// Parses requests about documents. It is pure.

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
    /// Null removes a date or a source; an absent member stays.
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

/// Refuses a future date as a mistake. The rules judge an old date at the submit.
private func requirePast(_ date: CalendarDate?, today: CalendarDate) throws(Problem) {
    if let date, date > today { throw .dateInFuture(today: today) }
}

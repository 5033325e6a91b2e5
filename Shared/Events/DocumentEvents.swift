/// A document was added, changed or removed.
public struct DocumentChanged: EventData {
    public static let eventTypes: Set<EventType> = [.documentAdded, .documentChanged, .documentRemoved]

    public var document: DocumentID
    public var documentType: DocumentTypeID
    public var issueDate: CalendarDate?
    public var expiryDate: CalendarDate?
    public var periodStart: CalendarDate?
    public var periodEnd: CalendarDate?
    public var source: DocumentSource?

    public init(
        document: DocumentID, documentType: DocumentTypeID, issueDate: CalendarDate? = nil, period: DatePeriod? = nil,
        source: DocumentSource? = nil, expiryDate: CalendarDate? = nil
    ) {
        periodStart = period?.start
        periodEnd = period?.end
        self.document = document
        self.documentType = documentType
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.source = source
    }

    public init(_ document: Document) {
        self.init(
            document: document.id, documentType: document.type, issueDate: document.issueDate, period: document.period,
            source: document.source, expiryDate: document.expiryDate)
    }
}

/// The pages of a document were put into another order.
public struct DocumentReordered: EventData {
    public static let eventTypes: Set<EventType> = [.documentReordered]

    public var document: DocumentID
    /// All pages, in their new order.
    public var pages: [PageID]

    public init(document: DocumentID, pages: [PageID]) {
        self.document = document
        self.pages = pages
    }
}

/// A page was removed, rotated or cropped. A replaced page has an upload event instead.
public struct PageChanged: EventData {
    public static let eventTypes: Set<EventType> = [.pageRemoved, .pageRotated, .pageCropped]

    public var document: DocumentID
    public var page: PageID
    public var rotation: Rotation
    /// Nil for all of the photo.
    public var crop: PageCrop?

    public init(document: DocumentID, page: PageID, rotation: Rotation, crop: PageCrop? = nil) {
        self.document = document
        self.page = page
        self.rotation = rotation
        self.crop = crop
    }
}

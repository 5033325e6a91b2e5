#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The stored facts of a submission, apart from their verdict, so that other rules can be tried on them later.
///
/// The form is tagged fields as in Protocol Buffers (number and kind, then the value): a million records must be readable
/// in a minute. Unknown fields are skipped, and a missing field means unknown. Whether a document was accepted before is
/// stored; the reasons of that verdict are not.
public struct FactsRecord: Sendable, Hashable {
    public let bytes: [UInt8]

    /// More bytes than any submission needs: 1000 documents with 1000 files.
    public static let maximumBytes = 256 << 20

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What is recorded: all but the journey.
    struct Content {
        var today: CalendarDate
        var consent: String?
        /// Random; nil in records of earlier versions.
        var salt: UUID?
        var documents: [DocumentFacts] = []
    }

    /// A random `salt` keeps the digest of the record from telling what it may say.
    public init(_ facts: SubmissionFacts, salt: UUID? = nil) {
        self.init(Content(today: facts.today, consent: facts.consent, salt: salt, documents: facts.documents))
    }

    init(_ content: Content) {
        var writer = FieldWriter()
        writer.number(1, FieldWriter.zigzag(content.today.daysSinceEpoch))
        if let consent = content.consent { writer.text(2, consent) }
        if let salt = content.salt { writer.uuid(4, salt) }
        for document in content.documents { writer.message(3) { Self.write(document, &$0) } }
        bytes = writer.bytes
    }

    public var digest: ContentDigest { ContentDigest(of: bytes) }

    /// The facts for the rules of a journey.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func facts(journey: JourneyDefinition) throws(FactsRecordError) -> SubmissionFacts {
        let content = try content()
        return SubmissionFacts(
            journey: journey, documents: content.documents, today: content.today, consent: content.consent)
    }

    func content() throws(FactsRecordError) -> Content {
        guard bytes.count <= Self.maximumBytes else { throw FactsRecordError() }
        var content = Content(today: CalendarDate(daysSinceEpoch: 0))
        var reader = FieldReader(bytes[...])
        var hasDay = false
        while let field = try reader.next() {
            switch field.number {
            case 1:
                content.today = try field.day()
                hasDay = true
            case 2: content.consent = try field.text()
            case 3: content.documents.append(try Self.document(try field.message()))
            case 4: content.salt = try field.uuid()
            default: break
            }
        }
        guard hasDay else { throw FactsRecordError() }
        return content
    }

    /// The files in which malware was found.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func infectedFiles() throws(FactsRecordError) -> [ContentDigest] {
        var digests: [ContentDigest] = []
        var reader = FieldReader(bytes[...])
        while let field = try reader.next() {
            guard field.number == 3 else { continue }
            for page in try Self.document(try field.message()).pages {
                if case .infected = page.malware, let digest = page.digest { digests.append(digest) }
            }
        }
        return digests
    }

    /// What is known of each file that was looked into: not of documents that were accepted before.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func files() throws(FactsRecordError) -> [PageID: PageFacts] {
        var found: [PageID: PageFacts] = [:]
        var reader = FieldReader(bytes[...])
        while let field = try reader.next() {
            guard field.number == 3 else { continue }
            let document = try Self.document(try field.message())
            guard document.settled == nil else { continue }
            for page in document.pages { found[page.id] = page }
        }
        return found
    }

    // MARK: - Documents

    private static func write(_ document: DocumentFacts, _ writer: inout FieldWriter) {
        writer.uuid(1, document.id.uuid)
        writer.text(2, document.type.rawValue)
        switch document.issueDate {
        case .absent: break
        case .day(let day): writer.number(3, FieldWriter.zigzag(day.daysSinceEpoch))
        case .unreadable: writer.number(4, 1)
        }
        if let period = document.period {
            writer.number(5, FieldWriter.zigzag(period.start.daysSinceEpoch))
            writer.number(6, FieldWriter.zigzag(period.end.daysSinceEpoch))
        }
        if let source = document.source { writer.text(7, source.rawValue) }
        for page in document.pages { writer.message(8) { write(page, &$0) } }
        if document.settled != nil { writer.number(9, 1) }
        if document.awaitsReplacement { writer.number(10, 1) }
        switch document.expiryDate {
        case .absent: break
        case .day(let day): writer.number(11, FieldWriter.zigzag(day.daysSinceEpoch))
        case .unreadable: writer.number(12, 1)
        }
    }

    private static func document(_ message: FieldReader) throws(FactsRecordError) -> DocumentFacts {
        var reader = message
        var (id, type): (DocumentID?, DocumentTypeID?)
        var (issueDate, expiryDate) = (StatedDate.absent, StatedDate.absent)
        var (start, end) = (CalendarDate?.none, CalendarDate?.none)
        var source: DocumentSource?
        var pages: [PageFacts] = []
        var (isSettled, awaitsReplacement) = (false, false)
        while let field = try reader.next() {
            switch field.number {
            case 1: id = DocumentID(try field.uuid())
            case 2: type = DocumentTypeID(rawValue: try field.text())
            case 3: issueDate = .day(try field.day())
            case 4: issueDate = .unreadable
            case 5: start = try field.day()
            case 6: end = try field.day()
            case 7: source = DocumentSource(rawValue: try field.text())
            case 8: pages.append(try page(try field.message()))
            case 9: isSettled = try field.integer() != 0
            case 10: awaitsReplacement = try field.integer() != 0
            case 11: expiryDate = .day(try field.day())
            case 12: expiryDate = .unreadable
            default: break
            }
        }
        guard let id, let type else { throw FactsRecordError() }
        var document = DocumentFacts(
            id: id, type: type, issueDate: issueDate, source: source, pages: pages, settled: isSettled ? [] : nil,
            awaitsReplacement: awaitsReplacement, expiryDate: expiryDate)
        if let start, let end { document.period = DatePeriod(start: start, end: end) }
        return document
    }

    // MARK: - Files

    /// Numbers are permanent: add new types at the end.
    private static let mediaTypes: [MediaType] = [
        .jpeg, .png, .webp, .heic, .heif, .avif, .gif, .tiff, .pdf, .octetStream, .bmp, .jp2, .jxl, .dng,
    ]
    private static let activeContents: [PageFacts.ActiveContent] = [
        .script, .automaticAction, .launch, .embeddedFile, .unexamined,
    ]
    private static let quantities: [PageFacts.Excess.Quantity] = [.bytes, .pages, .pixels, .memory, .work]

    private static func write(_ page: PageFacts, _ writer: inout FieldWriter) {
        writer.uuid(1, page.id.uuid)
        writer.integer(2, page.size)
        if let digest = page.digest { writer.data(3, digest.bytes) }
        write(4, page.mediaType, &writer)
        write(5, page.declaredMediaType, &writer)
        if let fileExtension = page.fileExtension { writer.text(6, fileExtension) }
        if let pageCount = page.pageCount { writer.integer(7, pageCount) }
        switch page.integrity {
        case .unknown: break
        case .intact: writer.number(8, 1)
        case .damaged: writer.number(8, 2)
        case .truncated: writer.number(8, 3)
        }
        switch page.protection {
        case .none: break
        case .ownerOnly: writer.number(9, 1)
        case .passwordRequired: writer.number(9, 2)
        }
        write(10, page.secondOpinion, &writer)
        if let excess = page.excess {
            writer.integer(11, quantities.firstIndex(of: excess.quantity) ?? 0)
            writer.integer(12, excess.found)
            writer.integer(13, excess.limit)
        }
        for picture in page.pictures {
            writer.message(14) { writer in
                writer.integer(1, picture.width)
                writer.integer(2, picture.height)
            }
        }
        if let blank = page.blankPages { writer.integer(16, blank) }
        if let trailing = page.trailing {
            writer.integer(17, trailing.bytes)
            write(18, trailing.mediaType, &writer)
        }
        if let active = page.activeContent {
            writer.integer(19, activeContents.enumerated().reduce(0) { active.contains($1.element) ? $0 | 1 << $1.offset : $0 })
        }
        if let seen = page.seenElsewhere { writer.integer(20, seen) }
        switch page.malware {
        case nil: break
        case .clean: writer.number(22, 1)
        case .infected(let name): writer.text(23, name)
        }
        if let structure = page.structure { writer.message(21) { write(structure, &$0) } }
        for signals in page.signals { writer.message(24) { write(signals, &$0) } }
        for repair in page.repairs { writer.message(25) { write(repair, &$0) } }
        if let origin = page.origin { writer.message(26) { write(origin, &$0) } }
    }

    static func write(_ number: Int, _ type: MediaType?, _ writer: inout FieldWriter) {
        guard let type else { return }
        if let index = mediaTypes.firstIndex(of: type) {
            writer.integer(number, index)
        } else {
            writer.text(number, type.essence)
        }
    }

    private static func page(_ message: FieldReader) throws(FactsRecordError) -> PageFacts {
        var reader = message
        var id: PageID?
        var page = PageFacts(id: Self.nobody, size: 0, mediaType: nil)
        var (quantity, found, limit): (Int?, Int, Int) = (nil, 0, 0)
        var (trailing, second): (Int?, MediaType?)
        while let field = try reader.next() {
            switch field.number {
            case 1: id = PageID(try field.uuid())
            case 2: page.size = try field.integer()
            case 3: page.digest = ContentDigest(bytes: Array(try field.data()))
            case 4: page.mediaType = try mediaType(field)
            case 5: page.declaredMediaType = try mediaType(field)
            case 6: page.fileExtension = try field.text()
            case 7: page.pageCount = try field.integer()
            case 8: page.integrity = try choice(field, [.unknown, .intact, .damaged, .truncated])
            case 9: page.protection = try choice(field, [.none, .ownerOnly, .passwordRequired])
            case 10: page.secondOpinion = try mediaType(field)
            case 11: quantity = try field.integer()
            case 12: found = try field.integer()
            case 13: limit = try field.integer()
            case 14: page.pictures.append(try picture(try field.message()))
            case 16: page.blankPages = try field.integer()
            case 17: trailing = try field.integer()
            case 18: second = try mediaType(field)
            case 19:
                let bits = try field.integer()
                page.activeContent = Set(activeContents.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
            case 20: page.seenElsewhere = try field.integer()
            case 22: page.malware = .clean
            case 23: page.malware = .infected(name: try field.text())
            case 21: page.structure = try structure(try field.message())
            case 24: page.signals.append(try signals(try field.message()))
            case 25: page.repairs.append(try repair(try field.message()))
            case 26: page.origin = try origin(try field.message())
            default: break
            }
        }
        guard let id else { throw FactsRecordError() }
        page.id = id
        if let trailing { page.trailing = PageFacts.Trailing(bytes: trailing, mediaType: second) }
        if let quantity {
            guard quantities.indices.contains(quantity) else { throw FactsRecordError() }
            page.excess = PageFacts.Excess(quantities[quantity], found: found, limit: limit)
        }
        return page
    }

    /// Stands for an id that has yet to be read.
    private static let nobody = PageID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    private static func picture(_ message: FieldReader) throws(FactsRecordError) -> PixelSize {
        var reader = message
        var (width, height) = (0, 0)
        while let field = try reader.next() {
            switch field.number {
            case 1: width = try field.integer()
            case 2: height = try field.integer()
            default: break
            }
        }
        return PixelSize(width: width, height: height)
    }

    static func mediaType(_ field: Field) throws(FactsRecordError) -> MediaType? {
        guard field.isNumber else { return MediaType(try field.text()) }
        let index = try field.integer()
        guard mediaTypes.indices.contains(index) else { throw FactsRecordError() }
        return mediaTypes[index]
    }

    static func choice<Value>(_ field: Field, _ values: [Value]) throws(FactsRecordError) -> Value {
        let index = try field.integer()
        guard values.indices.contains(index) else { throw FactsRecordError() }
        return values[index]
    }
}

/// Bytes that are no record of facts.
public struct FactsRecordError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String { "What was stored of a submission's facts cannot be read." }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Shared

public typealias DraftDocumentID = Identifier<DraftDocument>
public typealias DraftPageID = Identifier<DraftPage>

/// What a person has gathered for one submission, and how far it has got to the gateway. A value: what is done with it,
/// `DocumentController` does; where it lies meanwhile, a `DraftStorage` says.
public struct Draft: Sendable, Hashable {
    public let journey: JourneyID
    /// In the order in which they are shown.
    public internal(set) var documents: [DraftDocument] = []
    /// The version of the journey's terms that the person has agreed to.
    public internal(set) var consent: String?
    /// The gateway's submission; nil until there is one.
    public internal(set) var submission: SubmissionID?
    /// What the gateway has, and the person has removed.
    var removals: [DraftRemoval] = []
    /// Makes one request of the one that creates the submission, however often it is sent.
    let key: UUID
    public internal(set) var stamp: DraftStamp
    /// The stamp that it was loaded under; nil for a new one.
    var origin: DraftStamp?

    init(journey: JourneyID, writer: UUID = UUID(), submission: SubmissionID? = nil) {
        self.journey = journey
        self.submission = submission
        key = UUID()
        stamp = DraftStamp(writer: writer, revision: 0)
    }

    var keyText: String { key.uuidString.lowercased() }

    public func document(_ id: DraftDocumentID) -> DraftDocument? { documents.first { $0.id == id } }

    /// All pages, document by document.
    public var pages: [DraftPage] { documents.flatMap(\.pages) }

    public func page(_ id: DraftPageID) -> DraftPage? { pages.first { $0.id == id } }

    /// The document that a page is of.
    func owner(of page: DraftPageID) -> DraftDocument? {
        documents.first { $0.pages.contains { $0.id == page } }
    }

    mutating func update(_ id: DraftDocumentID, _ change: (inout DraftDocument) -> Void) {
        guard let index = documents.firstIndex(where: { $0.id == id }) else { return }
        change(&documents[index])
    }

    mutating func update(_ id: DraftPageID, _ change: (inout DraftPage) -> Void) {
        for (number, document) in documents.enumerated() {
            guard let index = document.pages.firstIndex(where: { $0.id == id }) else { continue }
            return change(&documents[number].pages[index])
        }
    }

    static func newWriter() -> UUID { UUID() }

    /// The same for another writer, who goes on with it.
    func taken(by writer: UUID) -> Draft {
        var draft = self
        draft.origin = stamp
        draft.stamp = DraftStamp(writer: writer, revision: stamp.revision)
        return draft
    }
}

/// Who wrote a draft last, and how often it was changed: by it a storage knows whether somebody else has written meanwhile.
public struct DraftStamp: Sendable, Hashable, Codable {
    public let writer: UUID
    public internal(set) var revision: Int
}

/// A document of a draft: a type, and pages in order.
public struct DraftDocument: Sendable, Hashable, Identifiable {
    public let id: DraftDocumentID
    public internal(set) var type: DocumentTypeID
    public internal(set) var issueDate: CalendarDate?
    public internal(set) var expiryDate: CalendarDate?
    public internal(set) var period: DatePeriod?
    public internal(set) var source: DocumentSource?
    public internal(set) var pages: [DraftPage]
    /// What the gateway knows of it; nil until it was told.
    public internal(set) var sent: SentDocument?
    /// How often it was removed elsewhere, and has to be told anew.
    var round = 0

    /// Makes one request of the one that tells the gateway of it, however often it is sent.
    var key: String { round == 0 ? id.description : "\(id)-\(round)" }

    /// Whether the gateway was told the same of it.
    func isDescribed(by sent: SentDocument) -> Bool {
        type == sent.type && issueDate == sent.issueDate && expiryDate == sent.expiryDate && period == sent.period
    }
}

/// A document as the gateway was told last.
public struct SentDocument: Sendable, Hashable, Codable {
    public let id: DocumentID
    /// Nil only in what an earlier version wrote down, until it is read: types did not change there.
    public internal(set) var type: DocumentTypeID?
    public internal(set) var issueDate: CalendarDate?
    public internal(set) var expiryDate: CalendarDate?
    public internal(set) var period: DatePeriod?
    /// Of the pages that the gateway has.
    public internal(set) var order: [PageID]
}

/// One file of a document.
public struct DraftPage: Sendable, Hashable, Identifiable {
    public let id: DraftPageID
    public let file: DraftFile
    /// What the person turned it by.
    public internal(set) var rotation: Rotation
    public internal(set) var transfer: PageTransfer
    /// Of the file as the gateway has it, once it has said so.
    public internal(set) var digest: ContentDigest?

    /// The bytes of it that the gateway has.
    public var sentBytes: Int {
        switch transfer {
        case .waiting, .refused, .cancelled: 0
        case .sending(_, let offset): offset
        case .sent: file.size
        }
    }
}

/// How far a file is.
public enum PageTransfer: Sendable, Hashable {
    case waiting
    /// The gateway had so many bytes of it when it was last heard of.
    case sending(UploadID, offset: Int)
    /// It has become a page, turned as the gateway was told last.
    case sent(PageID, Rotation)
    /// The gateway does not take it, or it cannot be read any more; the words say why, and what would help.
    case refused(String)
    /// The person stopped it; `retry` sends it.
    case cancelled

    public var pageID: PageID? { if case .sent(let id, _) = self { id } else { nil } }
}

/// Something that the gateway has, and must not keep.
struct DraftRemoval: Sendable, Hashable, Codable {
    let document: DocumentID
    /// Nil for the whole document.
    let page: PageID?
}

/// A file, and where its bytes are.
public struct DraftFile: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// In the draft's storage, under the page's id.
        case storage
        /// Where it was found. It is another file once somebody has written to it.
        case path(String, FileFingerprint)
        /// At the gateway alone: it was sent from elsewhere.
        case gateway
    }

    public let place: Place
    /// As the person knows it: for them alone, and never sent.
    public let name: String
    /// In bytes.
    public let size: Int
    /// By content; nil if nothing known was recognised.
    public let mediaType: MediaType?
    public let declaredMediaType: MediaType?
    /// Of a PDF or a TIFF; nil where it takes more than a look at its structure.
    public let pageCount: Int?
}

/// Which file a path stood for, and in which state.
public struct FileFingerprint: Sendable, Hashable, Codable {
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64
}

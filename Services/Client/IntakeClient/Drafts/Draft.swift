#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Shared

public typealias DraftDocumentID = Identifier<DraftDocument>
public typealias DraftPageID = Identifier<DraftPage>

/// A person's draft for one submission, and the state of its upload. It is a value: `DocumentController` operates on it,
/// and a `DraftStorage` stores it.
public struct Draft: Sendable, Hashable {
    public let journey: JourneyID
    /// In the order in which they are shown.
    public internal(set) var documents: [DraftDocument] = []
    /// The version of the journey's terms that the person agreed to.
    public internal(set) var consent: String?
    /// The gateway's submission; nil until there is one.
    public internal(set) var submission: SubmissionID?
    /// Removals by the person that the gateway has yet to carry out.
    var removals: [DraftRemoval] = []
    /// The idempotency key of the request that creates the submission.
    let key: UUID
    public internal(set) var stamp: DraftStamp
    /// The stamp at the time of loading; nil for a new draft.
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

    /// The document of a page.
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

    /// The same draft for another writer, which continues it.
    func taken(by writer: UUID) -> Draft {
        var draft = self
        draft.origin = stamp
        draft.stamp = DraftStamp(writer: writer, revision: stamp.revision)
        return draft
    }
}

/// The last writer of a draft, and the number of its changes. A storage detects concurrent writes by it.
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
    /// The gateway's knowledge of it; nil before it was sent.
    public internal(set) var sent: SentDocument?
    /// How often it was removed elsewhere, and has to be sent again.
    var round = 0

    /// The idempotency key of the request that adds the document.
    var key: String { round == 0 ? id.description : "\(id)-\(round)" }

    /// Whether the gateway received the same description.
    func isDescribed(by sent: SentDocument) -> Bool {
        type == sent.type && issueDate == sent.issueDate && expiryDate == sent.expiryDate && period == sent.period
    }
}

/// A document as the gateway last received it.
public struct SentDocument: Sendable, Hashable, Codable {
    public let id: DocumentID
    /// Nil only in the stored form of an earlier version, which could not change types; set on reading.
    public internal(set) var type: DocumentTypeID?
    public internal(set) var issueDate: CalendarDate?
    public internal(set) var expiryDate: CalendarDate?
    public internal(set) var period: DatePeriod?
    /// Of the pages at the gateway.
    public internal(set) var order: [PageID]
}

/// One file of a document.
public struct DraftPage: Sendable, Hashable, Identifiable {
    public let id: DraftPageID
    public let file: DraftFile
    /// The person's rotation.
    public internal(set) var rotation: Rotation
    public internal(set) var transfer: PageTransfer
    /// Of the file at the gateway, once reported.
    public internal(set) var digest: ContentDigest?

    /// The number of its bytes at the gateway.
    public var sentBytes: Int {
        switch transfer {
        case .waiting, .refused, .cancelled: 0
        case .sending(_, let offset): offset
        case .sent: file.size
        }
    }
}

/// The transfer of a file.
public enum PageTransfer: Sendable, Hashable {
    case waiting
    /// The gateway had this many bytes when it last answered.
    case sending(UploadID, offset: Int)
    /// It has become a page, with the last rotation that the gateway received.
    case sent(PageID, Rotation)
    /// The gateway refused it, or it can no longer be read. The text says why, and what to do.
    case refused(String)
    /// The person stopped it. `retry` sends it.
    case cancelled

    public var pageID: PageID? { if case .sent(let id, _) = self { id } else { nil } }
}

/// Something that the gateway must remove.
struct DraftRemoval: Sendable, Hashable, Codable {
    let document: DocumentID
    /// Nil for the whole document.
    let page: PageID?
}

/// A file, and the place of its bytes.
public struct DraftFile: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// In the draft's storage, under the page's id.
        case storage
        /// At its original path. It counts as another file once it was written to.
        case path(String, FileFingerprint)
        /// Only at the gateway: it was sent from elsewhere.
        case gateway
    }

    public let place: Place
    /// The name that the person knows. It is shown only to them, and never sent.
    public let name: String
    /// In bytes.
    public let size: Int
    /// By content; nil if not recognised.
    public let mediaType: MediaType?
    public let declaredMediaType: MediaType?
    /// Of a PDF or a TIFF; nil if its structure alone does not tell.
    public let pageCount: Int?
}

/// Identifies the file at a path, and its state.
public struct FileFingerprint: Sendable, Hashable, Codable {
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64
}

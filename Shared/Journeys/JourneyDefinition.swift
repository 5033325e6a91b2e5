#if canImport(FoundationInternationalization)
    // Without it Foundation on Linux knows no time zone but GMT.
    internal import FoundationInternationalization
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A process that needs documents: what it accepts, how many, and what happens afterwards.
///
/// Built-in journeys (from a `DocumentsScope`) and journeys from files are the same data. `version` is the digest of that data;
/// a submission pins the version that it was made under.
public struct JourneyDefinition: Sendable, Hashable, Identifiable {
    public let id: JourneyID
    public let title: String
    /// One or two sentences for the person who has to hand in the documents.
    public let summary: String
    public let documentTypes: [DocumentType]
    /// How many documents a submission needs and may have, of all types together.
    public let documents: CountRange
    /// How often a person may replace refused documents before the submission is rejected.
    public let replacements: Int
    public let review: ReviewPolicy
    /// Days without a change after which a draft, or a submission that waits for its person, expires.
    public let draftRetentionDays: Int
    /// IANA name of the zone whose calendar date rules follow.
    public let timeZone: String
    /// The SHA-256 of the canonical JSON form of everything above.
    public let version: ContentDigest

    public init(
        id: JourneyID, title: String, summary: String, documentTypes: [DocumentType], documents: CountRange,
        replacements: Int = 3, review: ReviewPolicy = .never, draftRetentionDays: Int = 30, timeZone: String = "UTC"
    ) {
        let content = Content(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            replacements: replacements, review: review, draftRetentionDays: draftRetentionDays, timeZone: timeZone)
        self.init(content)
    }

    public func documentType(_ id: DocumentTypeID) -> DocumentType? {
        documentTypes.first { $0.id == id }
    }

    /// The day that it is for this journey. A registry refuses a journey whose zone does not exist, so that GMT never stands in.
    public func day(at moment: Timestamp) -> CalendarDate {
        CalendarDate(moment.date, in: TimeZone(identifier: timeZone) ?? .gmt)
    }
}

/// Whether a person of the tenant looks at what the rules let pass.
public enum ReviewPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    case never
    case onWarning = "on_warning"
    case always
}

// MARK: - JSON

extension JourneyDefinition: Codable {
    /// What is written, and what the version is the digest of.
    fileprivate struct Content: Codable {
        let id: JourneyID
        let title: String
        let summary: String
        let documentTypes: [DocumentType]
        let documents: CountRange
        let replacements: Int
        let review: ReviewPolicy
        let draftRetentionDays: Int
        let timeZone: String

        var digest: ContentDigest {
            do {
                return ContentDigest(of: try CanonicalJSON.encode(self))
            } catch {
                // JSON can hold every string and every integer, and there is nothing else in here.
                preconditionFailure("A journey of strings and integers has no JSON form: \(error)")
            }
        }
    }

    private init(_ content: Content) {
        id = content.id
        title = content.title
        summary = content.summary
        documentTypes = content.documentTypes
        documents = content.documents
        replacements = content.replacements
        review = content.review
        draftRetentionDays = content.draftRetentionDays
        timeZone = content.timeZone
        version = content.digest
    }

    public init(from decoder: any Decoder) throws {
        self.init(try Content(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try Content(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            replacements: replacements, review: review, draftRetentionDays: draftRetentionDays, timeZone: timeZone
        ).encode(to: encoder)
    }
}

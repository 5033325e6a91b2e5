public import Shared

/// A submission of one document of a type that a journey file gives as an example, and what the rules are to say of it.
///
/// `journeys check` tries them, and so does whoever loads the file: a journey whose examples fail is not offered.
public struct JourneyExample: Sendable, Hashable {
    /// Each is a document of its own.
    public let documents: [Document]
    /// The rules that speak of it; none if it is accepted.
    public let expected: Set<RuleID>
    let line: Int

    public struct Document: Sendable, Hashable {
        public let type: DocumentTypeID
        /// Nil if it has no issue date.
        public var issuedDaysAgo: Int?
        /// Nil if it has no day of expiry; a day that has passed is less than 0.
        public var expiresInDays: Int?
        public var mediaType: MediaType
        public var pages: Int
        public var size: Int
    }

    /// The facts of it, as if it were submitted on a day.
    public func facts(of journey: JourneyDefinition, on today: CalendarDate) -> SubmissionFacts {
        let documents = documents.enumerated().map { index, document in
            let isPDF = document.mediaType == .pdf
            let files = (0..<(isPDF ? 1 : document.pages)).map { page in
                var file = PageFacts(
                    id: .random(), size: document.size,
                    digest: ContentDigest(of: [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: page)]),
                    mediaType: document.mediaType, pageCount: isPDF ? document.pages : 1, integrity: .intact)
                file.blankPages = 0
                return file
            }
            return DocumentFacts(
                id: .random(), type: document.type,
                issueDate: document.issuedDaysAgo.map { .day(today.adding(days: -$0)) } ?? .absent, pages: files,
                expiryDate: document.expiresInDays.map { .day(today.adding(days: $0)) } ?? .absent)
        }
        return SubmissionFacts(journey: journey, documents: documents, today: today, consent: journey.consent?.version)
    }

    /// What the rules say instead of what is expected; nil if they agree.
    public func failure(under journey: JourneyDefinition, on today: CalendarDate) -> Set<RuleID>? {
        let found = Set(RuleEngine.validation.findings(for: facts(of: journey, on: today)).map(\.rule))
        return found == expected ? nil : found
    }
}

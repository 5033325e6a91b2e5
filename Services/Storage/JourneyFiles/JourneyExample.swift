public import Shared

/// An example in a journey file: a submission of documents of one type, and the expected result of the rules.
///
/// Loading a file and `journeys check` try its examples: a journey with a failing example is not offered.
public struct JourneyExample: Sendable, Hashable {
    /// The documents, one for each element.
    public let documents: [Document]
    /// The rules that must have findings; empty if it is accepted.
    public let expected: Set<RuleID>
    let line: Int

    public struct Document: Sendable, Hashable {
        public let type: DocumentTypeID
        /// Nil without a date of issue.
        public var issuedDaysAgo: Int?
        /// Nil without a date of expiry; negative for a past one.
        public var expiresInDays: Int?
        public var mediaType: MediaType
        public var pages: Int
        public var size: Int
    }

    /// The facts of the example, as if it were submitted on that day.
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

    /// The actual result, if it is not the expected one; nil if they agree.
    public func failure(under journey: JourneyDefinition, on today: CalendarDate) -> Set<RuleID>? {
        let found = Set(RuleEngine.validation.findings(for: facts(of: journey, on: today)).map(\.rule))
        return found == expected ? nil : found
    }
}

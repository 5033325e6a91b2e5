import Shared

/// The body of a question: ids, the person's statements about the documents, and the verdict of the rules. It contains
/// personal data only if the journey says so. The same question always has the same bytes.
struct CallOutQuestion: Encodable {
    static let type = "com.docket.callout.v1"

    let type = Self.type
    let id: EventID
    let time: Timestamp
    let callOut: CallOutID
    let after: CallOut.Point
    let tenant: TenantID
    let journey: JourneyID
    let journeyVersion: ContentDigest
    let submission: SubmissionID
    let version: Int
    let attempt: Int
    let submittedAt: Timestamp?
    /// The requested language of texts for the person.
    let locale: String?
    let verdict: Verdict
    /// Of the submission as a whole.
    let reasons: [Reason]
    let documents: [QuestionDocument]
    let subject: String?
    let reference: String?
    let metadata: [String: String]?
    let expected: ExpectedPerson?

    /// `reading` has the values read from it; nil if there are none.
    init(_ callOut: CallOut, _ event: EventHeader, _ submission: Submission, reading: ReadingRecord?) {
        let sent = Set(callOut.send)
        let tellsValues = sent.contains(.values)
        func told(_ reasons: [Reason]) -> [Reason] {
            let verdict = SubmissionVerdict(documents: [], reasons: reasons)
            return tellsValues ? reasons : verdict.masked.reasons
        }
        id = event.id
        time = event.time
        self.callOut = callOut.name
        after = callOut.after
        tenant = submission.tenant
        journey = submission.journey
        journeyVersion = submission.journeyVersion
        self.submission = submission.id
        version = submission.version
        attempt = submission.attempt
        submittedAt = submission.submittedAt
        locale = submission.locale
        verdict = Verdict(submission.reasons + submission.documents.flatMap(\.reasons))
        reasons = told(submission.reasons)
        documents = submission.documents.filter { $0.state != .removed }.map { document in
            QuestionDocument(
                document, reasons: told(document.reasons), read: reading?.document(document.id), tellsValues: tellsValues)
        }
        subject = sent.contains(.subject) ? submission.subject : nil
        reference = sent.contains(.reference) ? submission.reference : nil
        metadata = sent.contains(.metadata) ? submission.metadata : nil
        expected = sent.contains(.expected) ? submission.expected : nil
    }

    func encoded() throws -> [UInt8] { try CanonicalJSON.encode(self) }
}

/// A document in a question.
struct QuestionDocument: Encodable {
    struct Page: Encodable {
        let page: PageID
        let digest: ContentDigest?
        /// In bytes.
        let size: Int?
        let mediaType: MediaType?
    }

    /// A value read from the document. The value itself is included only if the journey sends it.
    struct Fact: Encodable {
        let fact: DocumentFact.Name
        let page: Int
        let confidence: Int
        let certain: Bool
        let holds: Bool?
        let score: Int?
        let differences: [String]?
        let value: String?
        let day: CalendarDate?
        let end: CalendarDate?

        init(_ fact: DocumentFact, tellsValue: Bool) {
            self.fact = fact.fact
            page = fact.page
            confidence = fact.confidence
            certain = fact.isCertain
            holds = fact.holds
            score = fact.score
            differences = fact.differences
            value = tellsValue ? fact.value : nil
            day = tellsValue ? fact.day : nil
            end = tellsValue ? fact.end : nil
        }
    }

    struct Kind: Encodable {
        let verdict: ReadKind.Verdict
        let kind: DocumentTypeID?
        let score: Int
    }

    let document: DocumentID
    let documentType: DocumentTypeID
    let state: DocumentState
    let source: DocumentSource?
    let issueDate: CalendarDate?
    let expiryDate: CalendarDate?
    let periodStart: CalendarDate?
    let periodEnd: CalendarDate?
    let verdict: Verdict?
    let reasons: [Reason]
    let pages: [Page]
    /// Absent without a reading.
    let kind: Kind?
    let facts: [Fact]?

    init(_ document: Document, reasons: [Reason], read: ReadDocument?, tellsValues: Bool) {
        self.document = document.id
        documentType = document.type
        state = document.state
        source = document.source
        issueDate = document.issueDate
        expiryDate = document.expiryDate
        periodStart = document.period?.start
        periodEnd = document.period?.end
        verdict = document.verdict
        self.reasons = reasons
        pages = document.pages.map {
            Page(page: $0.id, digest: $0.original?.digest, size: $0.original?.size, mediaType: $0.original?.mediaType)
        }
        kind = read.map { Kind(verdict: $0.kind.verdict, kind: $0.kind.kind, score: $0.kind.score) }
        facts = read?.facts.map { Fact($0, tellsValue: tellsValues) }
    }
}

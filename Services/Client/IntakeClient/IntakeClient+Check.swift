public import Shared

/// A document for a check without a submission.
public struct DocumentToCheck: Sendable {
    /// May be nil if the journey has only one type.
    public var type: DocumentTypeID?
    public var issueDate: CalendarDate?
    public var expiryDate: CalendarDate?
    public var period: DatePeriod?
    public var source: DocumentSource?
    /// In reading order.
    public var files: [UploadFile]

    public init(
        type: DocumentTypeID? = nil, issueDate: CalendarDate? = nil, period: DatePeriod? = nil, source: DocumentSource? = nil,
        files: [UploadFile] = [], expiryDate: CalendarDate? = nil
    ) {
        self.type = type
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.period = period
        self.source = source
        self.files = files
    }
}

extension IntakeClient {
    /// Checks a draft as if it were submitted now, with the current facts of its files. Changes nothing.
    ///
    /// A file's first page is examined a moment after its upload: check again then. `language` as below.
    ///
    /// - Throws: `refused` after the submit.
    public func check(_ id: SubmissionID, language: String? = nil) async throws(IntakeClientError) -> DryRun {
        let headers = language.map { ["accept-language": $0] } ?? [:]
        return try await answer(request("GET", path(id) + "/check", headers: headers), as: DryRun.self)
    }

    /// Checks documents with the gateway's rules. The gateway stores nothing, and examines only the structure of files:
    /// `DryRun.undecided` has the rules that only a worker can decide.
    ///
    /// `consent` is the version of the terms that the person agrees to. `language` is the language of reasons, as in
    /// `Accept-Language`.
    ///
    /// - Throws: `refused` for a journey or a type that the gateway does not know, and for too many bytes.
    public func check(
        _ documents: [DocumentToCheck], for journey: JourneyID, consent: String? = nil, language: String? = nil
    ) async throws(IntakeClientError) -> DryRun {
        var form = try FormFile()
        if let consent { try form.add("consent", consent) }
        for document in documents {
            if let type = document.type { try form.add("type", type.rawValue) }
            if let day = document.issueDate { try form.add("issueDate", day.description) }
            if let day = document.expiryDate { try form.add("expiryDate", day.description) }
            if let period = document.period {
                try form.add("periodStart", period.start.description)
                try form.add("periodEnd", period.end.description)
            }
            if let source = document.source { try form.add("source", source.rawValue) }
            for file in document.files { try form.add("file", file) }
        }
        var headers = ["content-type": form.mediaType]
        if let language { headers["accept-language"] = language }
        var request = request("POST", "/v1/journeys/\(journey)/check", headers: headers)
        request.body = .file(try form.finish())
        return try await answer(request, as: DryRun.self)
    }
}

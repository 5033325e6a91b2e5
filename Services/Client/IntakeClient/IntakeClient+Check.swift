public import Shared

/// A document that is judged without being submitted.
public struct DocumentToCheck: Sendable {
    /// May be left out where the journey has one type.
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
    /// What the rules would say of a draft if it were submitted now, by what is known of its files so far. Nothing is changed.
    ///
    /// A moment after a file has come its first page has been looked at: ask again then. `language` as below.
    ///
    /// - Throws: `refused` once it has been submitted.
    public func check(_ id: SubmissionID, language: String? = nil) async throws(IntakeClientError) -> DryRun {
        let headers = language.map { ["accept-language": $0] } ?? [:]
        return try await answer(request("GET", path(id) + "/check", headers: headers), as: DryRun.self)
    }

    /// What the gateway's rules say of documents. It keeps nothing of them, and looks at the structure of files alone:
    /// `DryRun.undecided` names the rules that only a worker's look can decide on.
    ///
    /// `consent` is the version of the terms that the person agrees to; `language` is what reasons are wanted in, as in
    /// `Accept-Language`.
    ///
    /// - Throws: `refused` for a journey or a type that the gateway does not know, and for more bytes than it takes.
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

public import Shared

extension IntakeClient {
    /// Adds a document without pages. Repeated calls with the same `key` add only one.
    public func addDocument(
        _ new: NewDocument, to submission: SubmissionID, key: String? = nil
    ) async throws(IntakeClientError) -> DocumentView {
        try await answer(
            try request("POST", "\(path(submission))/documents", json: new).under(key), as: DocumentView.self)
    }

    /// Changes the document's type, within the journey.
    public func setType(
        _ type: DocumentTypeID, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> DocumentView {
        try await answer(try request("PATCH", path(submission, document), json: ["type": type]), as: DocumentView.self)
    }

    /// Sets the date of issue; nil removes it.
    public func setIssueDate(
        _ date: CalendarDate?, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> DocumentView {
        try await answer(
            try request("PATCH", path(submission, document), json: ["issueDate": date]), as: DocumentView.self)
    }

    /// Sets the last day of validity; nil removes it.
    public func setExpiryDate(
        _ date: CalendarDate?, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> DocumentView {
        try await answer(
            try request("PATCH", path(submission, document), json: ["expiryDate": date]), as: DocumentView.self)
    }

    /// Sets the period; nil removes it.
    public func setPeriod(
        _ period: DatePeriod?, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> DocumentView {
        let members = ["periodStart": period?.start, "periodEnd": period?.end]
        return try await answer(try request("PATCH", path(submission, document), json: members), as: DocumentView.self)
    }

    /// Prepares to remove a document with its pages.
    public func removeDocument(
        _ document: DocumentID, of submission: SubmissionID
    ) async throws(IntakeClientError) -> ConfirmationRequired<Void> {
        let resource = "submissions/\(submission)/documents/\(document)"
        let subject = ConfirmationSubject(action: "document.remove", resource: resource, version: 0)
        return try await confirmable(
            request("DELETE", path(submission, document)), subject, saying: (.askDocument, .lost, .remove)
        ) { _ in }
    }

    /// Sets the order of a document's pages. All of them must be named.
    public func orderPages(
        _ pages: [PageID], of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> DocumentView {
        try await answer(
            try request("PUT", "\(path(submission, document))/order", json: ["pages": pages]), as: DocumentView.self)
    }

    func path(_ submission: SubmissionID, _ document: DocumentID) -> String { "\(path(submission))/documents/\(document)" }
}

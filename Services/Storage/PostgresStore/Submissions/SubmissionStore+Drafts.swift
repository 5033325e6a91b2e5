public import Domain
public import Shared

/// A person's changes to a draft. `version` makes the change conditional (an `If-Match`); `keeping` stores the answer to
/// the request with the change.
extension SubmissionStore {
    public func addDocument(
        _ id: DocumentID, _ new: NewDocument, to submission: SubmissionID, tenant: TenantID, version: Int? = nil,
        traceparent: String? = nil, keeping: AnswerKeeping? = nil, forecast: QuotaForecast? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(
            submission, tenant: tenant, version: version, traceparent: traceparent, keeping: keeping, forecast: forecast
        ) { (editor) throws(EditStop) in try editor.addDocument(id, new) }
    }

    public func changeDocument(
        _ id: DocumentID, _ patch: DocumentPatch, of submission: SubmissionID, tenant: TenantID, version: Int? = nil,
        traceparent: String? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(submission, tenant: tenant, version: version, traceparent: traceparent) {
            (editor) throws(EditStop) in try editor.changeDocument(id, patch)
        }
    }

    /// Adds a page for a file that is durable in the blob store.
    public func addPage(
        _ page: PageID, _ file: OriginalFile, to document: DocumentID, of submission: SubmissionID, tenant: TenantID,
        version: Int? = nil, traceparent: String? = nil, keeping: AnswerKeeping? = nil, charge: QuotaCharge? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(
            submission, tenant: tenant, version: version, traceparent: traceparent, keeping: keeping, charge: charge
        ) { (editor) throws(EditStop) in try editor.addPage(page, file, to: document) }
    }

    /// Turns or crops a page.
    public func changePage(
        _ page: PageID, of document: DocumentID, _ patch: PagePatch, in submission: SubmissionID, tenant: TenantID,
        version: Int? = nil, traceparent: String? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(submission, tenant: tenant, version: version, traceparent: traceparent) {
            (editor) throws(EditStop) in try editor.changePage(page, of: document, patch)
        }
    }

    /// `order` names every page of the document once.
    public func reorderPages(
        of document: DocumentID, _ order: [PageID], in submission: SubmissionID, tenant: TenantID, version: Int? = nil,
        traceparent: String? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(submission, tenant: tenant, version: version, traceparent: traceparent) {
            (editor) throws(EditStop) in try editor.reorderPages(of: document, order)
        }
    }

    /// Submits the submission; `consent` is the version of the text that the person agrees to. If something is missing,
    /// the answer is a refusal with reasons.
    public func submit(
        _ submission: SubmissionID, tenant: TenantID, consent: String? = nil, version: Int? = nil, traceparent: String? = nil,
        keeping: AnswerKeeping? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        try await change(submission, tenant: tenant, version: version, traceparent: traceparent, keeping: keeping) {
            (editor) throws(EditStop) in try editor.submit(consent: consent)
        }
    }
}

/// Changes that destroy data. Each function only prepares its change.
extension SubmissionStore {
    public func removeDocument(
        _ document: DocumentID, of submission: SubmissionID, tenant: TenantID, version: Int? = nil, traceparent: String? = nil
    ) async throws(StoreError) -> Preparation {
        let prompt = ConfirmationPrompt(
            title: "Remove this document?", message: "The document and all of its pages will be deleted for good.",
            actionLabel: "Remove document")
        return try await prepare(
            submission, tenant: tenant, version: version, traceparent: traceparent, action: "document.remove",
            resource: "submissions/\(submission)/documents/\(document)", prompt: prompt
        ) { (editor) throws(EditStop) in try editor.removeDocument(document) }
    }

    public func removePage(
        _ page: PageID, of document: DocumentID, in submission: SubmissionID, tenant: TenantID, version: Int? = nil,
        traceparent: String? = nil
    ) async throws(StoreError) -> Preparation {
        let prompt = ConfirmationPrompt(
            title: "Remove this page?", message: "The page and its file will be deleted for good.", actionLabel: "Remove page")
        return try await prepare(
            submission, tenant: tenant, version: version, traceparent: traceparent, action: "page.remove",
            resource: "submissions/\(submission)/documents/\(document)/pages/\(page)", prompt: prompt
        ) { (editor) throws(EditStop) in try editor.removePage(page, of: document) }
    }

    /// Replaces the file of a page. The new file is durable in the blob store; the old one is destroyed.
    public func replacePage(
        _ page: PageID, of document: DocumentID, with file: OriginalFile, in submission: SubmissionID, tenant: TenantID,
        version: Int? = nil, traceparent: String? = nil, charge: QuotaCharge? = nil
    ) async throws(StoreError) -> Preparation {
        let prompt = ConfirmationPrompt(
            title: "Replace this page?", message: "The file that is there now will be deleted for good.",
            actionLabel: "Replace page")
        return try await prepare(
            submission, tenant: tenant, version: version, traceparent: traceparent, action: "page.replace",
            resource: "submissions/\(submission)/documents/\(document)/pages/\(page)/content", prompt: prompt, charge: charge
        ) { (editor) throws(EditStop) in try editor.replacePage(page, of: document, with: file) }
    }

    /// Withdraws the submission; its documents are destroyed.
    public func withdraw(
        _ submission: SubmissionID, tenant: TenantID, version: Int? = nil, traceparent: String? = nil
    ) async throws(StoreError) -> Preparation {
        let prompt = ConfirmationPrompt(
            title: "Withdraw this submission?",
            message: "It will not be processed any further, and its documents will be deleted for good.",
            actionLabel: "Withdraw")
        return try await prepare(
            submission, tenant: tenant, version: version, traceparent: traceparent, action: "submission.withdraw",
            resource: "submissions/\(submission)", prompt: prompt
        ) { (editor) throws(EditStop) in try editor.withdraw() }
    }
}

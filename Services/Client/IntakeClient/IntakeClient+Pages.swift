public import Shared

extension IntakeClient {
    /// Sends a file, which becomes the document's next page, or its next pages for a PDF. Repeated calls with the same
    /// `key` add it only once.
    @discardableResult
    public func addPage(
        _ file: UploadFile, to document: DocumentID, of submission: SubmissionID, key: String? = nil,
        progress: UploadProgressHandler? = nil
    ) async throws(IntakeClientError) -> PageView {
        let request = upload("POST", "\(path(submission, document))/pages", file, progress)
        return try await answer(request.under(key), as: PageView.self)
    }

    /// Prepares to replace a page's file. The file is sent on confirmation.
    public func replacePage(
        _ page: PageID, of document: DocumentID, in submission: SubmissionID, with file: UploadFile,
        progress: UploadProgressHandler? = nil
    ) async throws(IntakeClientError) -> ConfirmationRequired<PageView> {
        let path = "\(path(submission, document, page))/content"
        let subject = ConfirmationSubject(
            action: "page.replace", resource: "submissions/\(submission)/documents/\(document)/pages/\(page)", version: 0)
        return try await confirmable(
            upload("PUT", path, file, progress), subject, saying: (.askReplace, .lost, .replace)
        ) { response throws(IntakeClientError) in
            try Self.decode(PageView.self, from: response)
        }
    }

    /// Sets a page's rotation, clockwise from its file's orientation.
    public func rotatePage(
        _ page: PageID, of document: DocumentID, in submission: SubmissionID, to rotation: Rotation
    ) async throws(IntakeClientError) -> PageView {
        try await answer(
            try request("PATCH", path(submission, document, page), json: ["rotation": rotation]), as: PageView.self)
    }

    /// Sets the part of a photo that is the page and becomes a rectangle; nil takes the whole photo.
    public func cropPage(
        _ page: PageID, of document: DocumentID, in submission: SubmissionID, to crop: PageCrop?
    ) async throws(IntakeClientError) -> PageView {
        try await answer(try request("PATCH", path(submission, document, page), json: ["crop": crop]), as: PageView.self)
    }

    /// Prepares to remove a page.
    public func removePage(
        _ page: PageID, of document: DocumentID, in submission: SubmissionID
    ) async throws(IntakeClientError) -> ConfirmationRequired<Void> {
        let path = path(submission, document, page)
        let subject = ConfirmationSubject(
            action: "page.remove", resource: "submissions/\(submission)/documents/\(document)/pages/\(page)", version: 0)
        return try await confirmable(request("DELETE", path), subject, saying: (.askPage, .lost, .remove)) { _ in }
    }

    func path(_ submission: SubmissionID, _ document: DocumentID, _ page: PageID) -> String {
        "\(path(submission, document))/pages/\(page)"
    }

    private func upload(
        _ method: String, _ path: String, _ file: UploadFile, _ progress: UploadProgressHandler?
    ) -> GatewayRequest {
        var request = request(method, path, headers: file.headers)
        request.body = .file(file)
        request.progress = progress
        return request
    }
}

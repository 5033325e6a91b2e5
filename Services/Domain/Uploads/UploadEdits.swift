public import Shared

/// Changes of a submission by uploads: to its pages, or only to its history.
extension SubmissionEditor {
    /// The transfer of a file ended without a page.
    public func endUpload(
        _ upload: UploadID, of document: DocumentID, received: Int, _ ending: UploadEnding
    ) throws(EditStop) -> SubmissionEdit {
        // What has been submitted is not given another version: that would get in the way of its processing.
        guard submission.state.allowsChanges else { throw .notFound }
        guard submission.document(document) != nil else { throw .notFound }
        switch ending {
        case .refused(let reasons, _):
            return try refuseFile(UploadRefused(document: document, upload: upload, reasons: reasons))
        case .aborted(let cause):
            return edit(
                submission, .uploadAborted, UploadAborted(document: document, upload: upload, received: received, cause: cause))
        }
    }

    /// A file was refused, by any way of upload.
    public func refuseFile(_ refused: UploadRefused) throws(EditStop) -> SubmissionEdit {
        guard submission.state.allowsChanges else { throw .notFound }
        guard submission.document(refused.document) != nil else { throw .notFound }
        return edit(submission, .uploadRefused, refused)
    }
}

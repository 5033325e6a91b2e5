public import Domain
internal import Postgres
public import Shared

/// Changes of submissions by uploads. Each ends the upload in the transaction that records it, and only if the upload is
/// as it was read: `superseded` is thrown if another request has taken the upload over.
extension SubmissionStore {
    /// Makes the upload a page. Its file is durable in the blob store. A repetition finds the same page.
    public func completeUpload(
        _ upload: Upload, _ file: OriginalFile, parts: [Upload] = [], version: Int? = nil, traceparent: String? = nil,
        keeping: AnswerKeeping? = nil
    ) async throws(StoreError) -> ChangeAnswer {
        let ending: SQL = """
            update uploads set state = 'completed', digest = \(file.digest.bytes), length = received, is_writing = false,
                changed_at = now(), ended_at = now()
            where \(upload.isCurrent)
            """
        // What a part held lies in the joined file now.
        let used = parts.map { part -> SQL in
            """
            update uploads set state = 'aborted', changed_at = now(), ended_at = now()
            where id = \(part.id.uuid) and state = 'completed' and kind = 'part'
            """
        }
        return try await change(
            upload.submission, tenant: upload.tenant, version: version, traceparent: traceparent, guards: [ending] + used,
            keeping: keeping
        ) { (editor) throws(EditStop) in try editor.addPage(upload.page, file, to: upload.document, upload: upload.id) }
    }

    /// Ends the upload without a page. Only the upload is changed if the submission has moved on, or if its history holds
    /// the most refusals that it may.
    ///
    /// - Returns: false when the upload was no longer as it was read.
    public func endUpload(
        _ upload: Upload, _ ending: UploadEnding, traceparent: String? = nil
    ) async throws(StoreError) -> Bool {
        let row: SQL
        var bounds: [SQL] = []
        var deed: AuditedDeed?
        switch ending {
        case .refused(let reasons, let problem):
            bounds = [hasRoomForRefusal(upload.submission)]
            deed = Self.refusal(reasons)
            row = """
                update uploads set state = 'refused', problem = \(problem), is_writing = false, metadata = null,
                    metadata_sealed = null, changed_at = now(), ended_at = now()
                where \(upload.isCurrent)
                """
        case .aborted:
            row = """
                update uploads set state = 'aborted', is_writing = false, metadata = null, metadata_sealed = null,
                    changed_at = now(), ended_at = now()
                where \(upload.isCurrent)
                """
        }
        do throws(StoreError) {
            let answer = try await change(
                upload.submission, tenant: upload.tenant, version: nil, traceparent: traceparent, audited: deed,
                guards: [row] + bounds
            ) { (editor) throws(EditStop) in
                try editor.endUpload(upload.id, of: upload.document, received: upload.offset, ending)
            }
            if case .done = answer { return true }
        } catch  where error.code == .superseded {
            // Without bounds it can only be the upload itself.
            if bounds.isEmpty { return false }
        }
        return try await StoreError.wrapping("end an upload") { try await pool.execute(row) == 1 }
    }

    /// Records the refusal of a file that came without an upload, or before there was one.
    public func noteRefusal(
        _ refused: UploadRefused, of submission: SubmissionID, tenant: TenantID, traceparent: String?
    ) async throws(StoreError) -> RefusalTrace {
        do throws(StoreError) {
            let answer = try await change(
                submission, tenant: tenant, version: nil, traceparent: traceparent, audited: Self.refusal(refused.reasons),
                guards: [hasRoomForRefusal(submission)]
            ) { (editor) throws(EditStop) in try editor.refuseFile(refused) }
            if case .done(let changed) = answer { return .told(version: changed.version) }
            return .none
        } catch  where error.code == .superseded {
            return .full
        }
    }

    /// The refusal for the audit trail: its rule and what was found.
    private static func refusal(_ reasons: [Reason]) -> AuditedDeed {
        AuditedDeed(
            action: AuditedDeed.refusal, note: reasons.first.map { "\($0.rule): found \($0.found); expected \($0.expected)" })
    }

    /// Selects one row while the bounds hold. This refusal counts: its event was written before.
    private func hasRoomForRefusal(_ submission: SubmissionID) -> SQL {
        """
        select from (
            select count(*) as in_all, count(*) filter (where time > \(timestamp.adding(.seconds(-3600)).date)) as of_late
            from events where submission_id = \(submission.uuid) and type = \(EventType.uploadRefused.rawValue)
        ) told where in_all <= \(RefusalBounds.inAll) and of_late <= \(RefusalBounds.perHour)
        """
    }

    /// Erases the bytes of a file that became no page after the grace, unless a page refers to them by then.
    public func discard(
        _ digest: ContentDigest, of submission: SubmissionID, tenant: TenantID
    ) async throws(StoreError) {
        try await StoreError.wrapping("discard a file") {
            _ = try await pool.execute(
                """
                insert into blob_erasures (submission_id, digest, tenant, erase_after)
                values (\(submission.uuid), \(digest.bytes), \(tenant.rawValue),
                    \(timestamp.adding(SubmissionWriter.erasureGrace).date))
                on conflict do nothing
                """)
        }
    }
}

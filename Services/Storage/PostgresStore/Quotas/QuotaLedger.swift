import Domain
internal import Postgres
internal import Shared

/// The use of a budget, as SQL. The caller holds a lock on the submission's row while it decides: meanwhile nobody else
/// adds a file to the submission or to one of its links.
enum QuotaLedger {
    /// The budgets that are read.
    enum Extent {
        /// Those of the submission and the link: for a file that becomes a page at once.
        case page
        /// That of the tenant as well: for a new upload.
        case upload
    }

    /// Uploads that hold bytes and are not pages. The tenant's index has the same condition.
    private static let isUnfinished: SQL =
        "(state = 'open' or (state = 'completed' and kind = 'part' and segments <> '[]'::jsonb))"

    /// An open upload counts with the bytes that it has announced, or with the largest file that is allowed if it has
    /// announced none.
    private static let held: SQL = """
        count(*) as files, coalesce(sum(case state when 'open' then greatest(coalesce(length, reserved, 0), received)
            else received end), 0)::bigint as bytes
        """

    static func statement(
        _ submission: SubmissionID, of tenant: TenantID, _ terms: QuotaTerms, _ extent: Extent
    ) -> SQL {
        let ofTenant: SQL =
            switch extent {
            case .page: "select 0::bigint as files, 0::bigint as bytes"
            case .upload: "select \(held) from uploads where tenant = \(tenant.rawValue) and \(isUnfinished)"
            }
        return """
            select own.files + page.files as submission_files, own.bytes + page.bytes as submission_bytes,
                coalesce(link.uploads, 0) as link_files, coalesce(link.upload_bytes, 0) as link_bytes,
                of_tenant.files as tenant_uploads, of_tenant.bytes as tenant_bytes
            from (select \(held) from uploads where submission_id = \(submission.uuid) and \(isUnfinished)) own
                cross join (select count(*) as files, coalesce(sum(original_size), 0)::bigint as bytes from pages
                    where submission_id = \(submission.uuid) and original_digest is not null) page
                cross join (\(ofTenant)) of_tenant
                left join submission_links link on link.id = \(terms.link?.id.uuid)
            """
    }

    /// Reads the answer to ``statement(_:of:_:_:)``.
    static func usage(_ rows: PostgresRows, _ terms: QuotaTerms, _ extent: Extent) throws -> QuotaUsage {
        guard let row = rows.first else { throw StoreError.corrupt("the use of a budget") }
        func pair(_ files: Quota, _ bytes: Quota, _ budget: FileBudget) throws -> [QuotaUsage.Entry] {
            [
                .init(quota: files, limit: budget.files, used: try row.decode(column(files))),
                .init(quota: bytes, limit: budget.bytes, used: try row.decode(column(bytes))),
            ]
        }
        var entries = try pair(.submissionFiles, .submissionBytes, terms.submission)
        if let link = terms.link { entries += try pair(.linkFiles, .linkBytes, link.budget) }
        if extent == .upload { entries += try pair(.tenantUploads, .tenantBytes, terms.tenant) }
        return QuotaUsage(entries)
    }

    private static func column(_ quota: Quota) -> String {
        switch quota {
        case .submissionFiles: "submission_files"
        case .submissionBytes: "submission_bytes"
        case .linkFiles: "link_files"
        case .linkBytes: "link_bytes"
        case .tenantUploads: "tenant_uploads"
        case .tenantBytes: "tenant_bytes"
        }
    }

    /// Counts a file for the link that it came through; the count is never reset. The trigger `upload_settled` gives back
    /// announced bytes that did not arrive when the upload ends.
    static func counting(_ bytes: Int, for terms: QuotaTerms) -> [SQL] {
        guard let link = terms.link else { return [] }
        return [
            """
            update submission_links set uploads = uploads + 1, upload_bytes = upload_bytes + \(bytes)
            where id = \(link.id.uuid)
            """
        ]
    }
}

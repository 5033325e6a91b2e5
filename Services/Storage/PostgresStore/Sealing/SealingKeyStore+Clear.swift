internal import Postgres
internal import Sealing

/// What stands in rows in the clear, of what `docket seal` seals there.
extension SealingKeyStore {
    /// A kind of it. Files are counted by ``Progress``.
    public enum ClearKind: String, Sendable, CaseIterable {
        /// What was read of documents.
        case values
        /// What submissions say of their persons.
        case persons
        /// What is written about submissions.
        case words
        /// What reasons quote, and suggested values.
        case findings
        /// Whom mail is from.
        case senders
        /// Who signed files.
        case signers
        /// What tus clients tell of uploads.
        case uploads
        /// Whom legal holds are on, and why.
        case holds
        /// Who is told of webhook endpoints.
        case contacts
        /// What endpoints have answered.
        case answers
        /// What signs webhooks.
        case webhookKeys
        /// Secrets of the installation.
        case secrets
    }

    /// The kinds of which some row is not sealed, of submissions only those whose files are. In a sandbox subjects and references stay as
    /// they are, and are not told.
    func kindsInClear() async throws(SealingError) -> [ClearKind] {
        let kinds = ClearKind.allCases.filter { Self.inClear($0) != nil }
        let columns = kinds.map { kind -> SQL in "exists (\(Self.inClear(kind) ?? "")) as \(raw: kind.rawValue.lowercased())" }
        var found = try await asking("look what is stored in the clear") { () -> Set<ClearKind> in
            guard let row = try await pool.query("select \(SQL.joined(columns, separator: ", "))").first else { return [] }
            return Set(try kinds.filter { try row.decode($0.rawValue.lowercased()) })
        }
        if try await hasFindingsInClear() { found.insert(.findings) }
        return ClearKind.allCases.filter(found.contains)
    }

    /// The rows of a kind; nil where a row does not tell it by its columns.
    private static func inClear(_ kind: ClearKind) -> SQL? {
        func isSealed(_ submission: SQL) -> SQL {
            "exists (select from sealed_submissions x where x.submission_id = \(submission))"
        }
        switch kind {
        case .values: return "select from inspections i where i.reading is not null and \(isSealed("i.submission_id"))"
        case .persons: return "select from submissions s where \(PersonalValues.isThere) and \(isSealed("s.id"))"
        case .words: return "select from (\(StoredWords.inClear)) w where \(isSealed("w.submission_id"))"
        case .findings: return nil
        case .senders: return "select from mails m where m.sender is not null"
        case .signers: return "select from inspections i where i.signers_sealed is null and \(isSealed("i.submission_id"))"
        case .uploads: return "select from uploads u where u.metadata is not null and \(isSealed("u.submission_id"))"
        case .holds:
            return "select from legal_holds h where h.reason is not null or h.subject is not null and h.tenant not like '%.test'"
        case .contacts:
            return """
                select from webhook_endpoints where contact is not null
                union all select from endpoint_notices where contact is not null
                """
        case .answers:
            return """
                select from delivery_tries t join deliveries d using (event_id, channel, endpoint)
                where t.response ->> 'excerpt' <> '' and \(isSealed("d.submission_id"))
                """
        case .webhookKeys: return "select from webhook_keys where not is_sealed"
        case .secrets: return "select from keys where not is_sealed"
        }
    }
}

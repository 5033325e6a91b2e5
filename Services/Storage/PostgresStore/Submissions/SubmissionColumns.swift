internal import Postgres
internal import Shared

extension Submission {
    /// The columns beside the key.
    static let columns = Columns(given) + changingColumns

    private static let given: [Column<Submission>] = [
        Column("tenant") { $0.tenant.rawValue },
        Column("journey") { $0.journey.rawValue },
        Column("journey_version") { Bytes($0.journeyVersion.bytes) },
        Column("created_at") { $0.createdAt.date },
        Column("email") { $0.contact?.email },
        Column("push_token") { $0.contact?.pushToken },
        Column("expected") { try $0.expected.map { try JSONText(encoding: $0) } },
        Column("metadata") { try JSONText(encoding: $0.metadata) },
        Column("subject", at: \.subject),
        Column("locale", at: \.locale),
        Column("reference", at: \.reference),
        Column("return_url") { $0.returnUrl },
    ]

    /// The columns that can change.
    static let changingColumns = Columns<Submission>([
        Column("state") { $0.state.rawValue },
        Column("version") { $0.version },
        Column("attempt") { $0.attempt },
        Column("reasons") { try JSONText(encoding: $0.reasons) },
        Column("changed_at") { $0.changedAt.date },
        Column("submitted_at") { $0.submittedAt?.date },
        Column("expires_at") { $0.expiresAt?.date },
        Column("consent_version") { $0.consent?.version },
        Column("consent_at") { $0.consent?.at.date },
        Column("fact_digests") { try $0.factDigests.map { try JSONText(encoding: $0) } },
    ])
}

extension Document {
    /// The columns beside the key and the position.
    static let columns = Columns<Document>([
        Column("type") { $0.type.rawValue },
        Column("state") { $0.state.rawValue },
        Column("issue_date", as: "date") { $0.issueDate?.description },
        Column("expiry_date", as: "date") { $0.expiryDate?.description },
        Column("period_start", as: "date") { $0.period?.start.description },
        Column("period_end", as: "date") { $0.period?.end.description },
        Column("source") { $0.source?.rawValue },
        Column("verdict") { $0.verdict?.rawValue },
        Column("reasons") { try JSONText(encoding: $0.reasons) },
        Column("pdf_digest") { $0.pdf.map { Bytes($0.digest.bytes) } },
        Column("pdf_size") { $0.pdf?.size },
        Column("pdf_media_type") { $0.pdf?.mediaType.essence },
    ])
}

extension Page {
    /// The columns beside the key, the position and the suggestion.
    static let columns = Columns<Page>([
        Column("rotation") { $0.rotation.rawValue },
        Column("crop") { try $0.crop.map { try JSONText(encoding: $0) } },
        Column("original_digest") { $0.original.map { Bytes($0.digest.bytes) } },
        Column("original_size") { $0.original?.size },
        Column("media_type") { $0.original?.mediaType?.essence },
        Column("declared_media_type") { $0.original?.declaredMediaType?.essence },
        Column("file_extension") { $0.original?.fileExtension },
        Column("received_at") { $0.original?.receivedAt.date },
        Column("preview_digest") { $0.preview.map { Bytes($0.file.digest.bytes) } },
        Column("preview_size") { $0.preview?.file.size },
        Column("preview_media_type") { $0.preview?.file.mediaType.essence },
        Column("preview_width") { $0.preview?.size.width },
        Column("preview_height") { $0.preview?.size.height },
        Column("look") { try $0.look.map { try JSONText(encoding: $0) } },
        Column("making") { try $0.making.map { try JSONText(encoding: $0) } },
    ])
}

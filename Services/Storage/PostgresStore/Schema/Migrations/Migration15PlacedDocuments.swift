extension Migration {
    static let placedDocuments = Migration(
        version: 15, name: "documents know where their submission is listed",
        sql: """
            -- Whose it is and where it stands among the others, as its submission says; neither ever changes. So an index can
            -- give the submissions that have such a document in the order of a listing.
            alter table documents add column tenant text, add column created_at timestamptz;
            """)
}

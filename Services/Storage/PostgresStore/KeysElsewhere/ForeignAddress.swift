internal import Postgres

/// How the server of the submissions reaches the database of the keys: the options of `postgres_fdw`.
struct ForeignAddress: Sendable {
    /// The name of the foreign server.
    static let server = "docket_keys"
    /// What belongs to a user and not to the server.
    private static let personal: Set<String> = ["user", "password", "sslcert", "sslkey", "sslpassword"]

    private let ofServer: [String: String]
    private let ofUser: [String: String]

    init(connectionString: String) throws(PostgresError) {
        let keywords = try PostgresConfiguration.keywords(ofConnectionString: connectionString).map { ($0.keyword, $0.value) }
        let (personal, general) = (
            keywords.filter { Self.personal.contains($0.0) }, keywords.filter { !Self.personal.contains($0.0) }
        )
        ofUser = Dictionary(personal) { first, _ in first }
        // A row is sent at a time otherwise.
        ofServer = ["connect_timeout": "5", "batch_size": "1000", "fetch_size": "1000"]
            .merging(Dictionary(general) { first, _ in first }) { _, given in given }
    }

    /// What the catalogues say of it, as `listed`; null where there is none.
    static let known: SQL = """
        (select concat_ws(chr(10),
                (select string_agg(o, chr(10) order by o collate "C") from unnest(s.srvoptions) o),
                (select string_agg(o, chr(10) order by o collate "C") from unnest(m.umoptions) o))
            from pg_foreign_server s join pg_user_mappings m on m.srvid = s.oid and m.usename = current_user
            where s.srvname = \(server))
        """

    var listed: String {
        [ofServer, ofUser].flatMap { options in
            options.map { "\($0)=\($1)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }.joined(separator: "\n")
    }

    /// Makes the server anew, and with it goes each table of the one before.
    func create(over transaction: PostgresTransaction) async throws {
        try await transaction.script(
            """
            create extension if not exists postgres_fdw;
            drop server if exists \(Self.server) cascade;
            create server \(Self.server) foreign data wrapper postgres_fdw \(Self.text(ofServer))
            """)
        // By itself, since it waits for nothing: the server logs a statement that fails, and this one has the password.
        try await transaction.script("create user mapping for current_user server \(Self.server) \(Self.text(ofUser))")
    }

    private static func text(_ options: [String: String]) -> String {
        guard !options.isEmpty else { return "" }
        let texts = options.sorted { $0.key < $1.key }.map { "\($0) \(quoted($1))" }
        return "options (\(texts.joined(separator: ", ")))"
    }

    /// As a literal, whatever `standard_conforming_strings` says.
    private static func quoted(_ value: String) -> String {
        var text = "E'"
        for scalar in value.unicodeScalars {
            // Doubled, either stands for itself.
            if scalar == "'" || scalar == "\\" { text.unicodeScalars.append(scalar) }
            text.unicodeScalars.append(scalar)
        }
        return text + "'"
    }
}

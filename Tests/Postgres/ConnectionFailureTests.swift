import EventLoop
import Support
import Telemetry
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(1))) struct ConnectionFailureTests {
    @Test func theServersWordsAndItsStateAreKept() {
        let failure = ConnectionFailure(
            message: """
                connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed for user "docket"
                LOCATION:  auth_failed, auth.c:338

                """)
        #expect(failure.sqlState == "28P01")
        #expect(
            failure.words
                == #"connection to server at "127.0.0.1", port 5432 failed: FATAL: password authentication failed for user "docket" "#
                + "(SQLSTATE 28P01)")
        #expect(failure.description == "The database refused the user or the password.")
    }

    @Test func whereNoServerSpokeThereIsNoState() {
        let failure = ConnectionFailure(
            message: "connection to server at \"db\" (10.0.0.1), port 54321 failed: Connection refused\n"
                + "\tIs the server running on that host and accepting TCP/IP connections?\n")
        #expect(failure.sqlState == nil)
        #expect(failure.words.contains("Connection refused; Is the server running"))
        #expect(failure.description == "The database cannot be reached.")
    }

    @Test func eachOfSeveralServersHasItsWords() {
        let failure = ConnectionFailure(
            message: """
                connection to server at "one", port 5432 failed: Connection refused
                connection to server at "two", port 5432 failed: FATAL:  3D000: database "x" does not exist
                LOCATION:  InitPostgres, postinit.c:1003
                """)
        #expect(failure.sqlState == "3D000")
        #expect(failure.words.contains("refused; connection to server at \"two\""))
        #expect(!failure.words.contains("LOCATION"))
    }

    @Test func aServerThatTakesNoChangesIsNoDeadOne() {
        let failure = ConnectionFailure(message: "connection to server at \"one\", port 5432 failed: session is read-only\n")
        #expect(failure.description == "The database takes no changes now.")
    }

    @Test(arguments: [
        ("postgresql://docket:hush@db:5433/papers?sslmode=require", "db:5433 (database papers, user docket)"),
        ("postgresql://docket:hush@one,two:5433/papers", "one:5432, two:5433 (database papers, user docket)"),
        ("postgresql://docket:hush@[::1]/", "[::1]:5432 (database docket, user docket)"),
        ("host=/run/postgresql user=docket password=hush", "/run/postgresql:5432 (database docket, user docket)"),
    ])
    func thePlaceNamesEverythingButThePassword(_ url: String, _ place: String) {
        let configuration = PostgresConfiguration(connectionString: url)
        #expect(configuration.place == place)
        #expect(!String(reflecting: configuration.place).contains("hush"))
    }

    @Test func aPasswordThatIsReadAsAHostIsNotTaken() {
        let fault = PostgresConfiguration.fault(inConnectionString: "postgresql://docket:hu@sh@db/docket")
        #expect(fault?.contains("%40") == true && fault?.contains("sh@db") == false)
        #expect(PostgresConfiguration.fault(inConnectionString: "postgresql://docket:hu%40sh@db/docket") == nil)
    }

    // MARK: - At a server

    /// What one attempt to connect comes to.
    private func error(_ connectionString: String) async throws -> PostgresError? {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "test")
        let loop = group.next()
        let connector = Connector(
            configuration: PostgresConfiguration(connectionString: connectionString, connectTimeout: .seconds(30)),
            blocking: group.blocking)
        let error = await #expect(throws: PostgresError.self) {
            try await loop.run { try await connector.connect(on: loop, attempt: 0).close() }
        }
        await group.shutdown()
        return error
    }

    @Test func eachThingThatIsWrongSaysSo() async throws {
        let cluster = try await TemporaryPostgres.start()
        do {
            try await cluster.administer("create role clerk login password 'right'")
            try await cluster.requirePasswords()
            let (port, base) = (cluster.port, "postgresql://clerk")
            let wrong: [(String, state: String?, words: String)] = [
                ("\(base):hush@127.0.0.1:\(port)/postgres", "28P01", "password authentication failed for user \"clerk\""),
                ("postgresql://nobody:hush@127.0.0.1:\(port)/postgres", "28P01", "for user \"nobody\""),
                ("\(base):right@127.0.0.1:\(port)/nowhere", "3D000", "database \"nowhere\" does not exist"),
                ("\(base):hush@127.0.0.1:1/postgres", nil, "Connection refused"),
                ("\(base):hush@does-not-exist.invalid:\(port)/postgres", nil, "does-not-exist.invalid"),
                (cluster.connectionString() + " user=ghost", "28000", "role \"ghost\" does not exist"),
            ]
            for (url, state, words) in wrong {
                let error = try await error(url)
                #expect(error?.code == .connectionFailed && error?.sqlState == state, "\(url): \(String(reflecting: error))")
                #expect(error?.detail.contains(words) == true, "\(url): \(error?.detail ?? "")")
                #expect(!String(reflecting: error).contains("hush"))
                if let state { #expect(error?.detail.contains("SQLSTATE \(state)") == true) }
            }
        } catch {
            await cluster.stop()
            throw error
        }
        await cluster.stop()
    }
}

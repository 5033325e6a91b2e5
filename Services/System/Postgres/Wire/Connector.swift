internal import CLibpq
internal import EventLoop
internal import Glibc

/// Makes connections.
struct Connector: Sendable {
    let configuration: PostgresConfiguration
    let blocking: BlockingPool

    /// One attempt over all hosts. `attempt` counts failures in a row, so that each attempt begins with another host.
    /// Runs on `loop`.
    func connect(on loop: EventLoop, attempt: Int) async throws(PostgresError) -> WireConnection {
        do {
            let (parameters, isPooled) = (try await resolvedParameters(attempt: attempt), configuration.pooling == .transaction)
            let (first, takesAny) = (isPooled ? Self.look : settings, try takesAnyServer)
            return try await withDeadline(configuration.connectTimeout, on: loop) {
                let wire = try await Self.establish(parameters, isPooled: isPooled, on: loop)
                do throws(PostgresError) {
                    let answers = try await wire.perform([first]).get()
                    if isPooled, !takesAny { try Self.checkTakesChanges(answers) }
                    return wire
                } catch {
                    wire.close()
                    throw error
                }
            }
        } catch let error as PostgresError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw PostgresError(
                code: .connectionFailed, description: "The database did not answer in time.",
                detail: "no connection to \(configuration.place) after \(configuration.connectTimeout): \(error)")
        }
    }

    private func resolvedParameters(attempt: Int) async throws -> [(keyword: String, value: String)] {
        let connectionString = configuration.connectionString
        var overrides: [String: String] = ["client_encoding": "UTF8"]
        // A pooler answers from memory whether its server is the primary: that of a failover past.
        if configuration.pooling == .transaction { overrides["target_session_attrs"] = "any" }
        let fallbacks = [
            "application_name": configuration.applicationName,
            // A look at Kerberos would block, and nobody asked for it.
            "gssencmode": "disable",
            // Of several hosts the primary; a standby alone is refused.
            "target_session_attrs": configuration.prefersStandby ? "prefer-standby" : "read-write",
            "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "30000",
        ]
        return try await blocking.run { [overrides] in
            var parameters = try ConnectionParameters(connectionString: connectionString)
            try parameters.lookUpNames()
            parameters.rotateHosts(by: attempt)
            return parameters.assembled(overrides: overrides, fallbacks: fallbacks)
        }
    }

    /// The limits that the server enforces, for the session.
    private var settings: SQL { configuration.limits(isLocal: false) }

    /// Behind a pooler it leads to the server, so that a log-in says more than that there is a pooler.
    private static let look: SQL = "select current_setting('transaction_read_only') = 'on' as is_read_only"

    private static func checkTakesChanges(_ answers: [PostgresRows]) throws(PostgresError) {
        guard try answers.first?.first?.decode("is_read_only", as: Bool.self) ?? false else { return }
        throw PostgresError(
            code: .connectionFailed, description: "The database takes no changes now.",
            detail: "the pooler leads to a server that is read-only")
    }

    private var takesAnyServer: Bool {
        get throws(PostgresError) {
            if configuration.prefersStandby { return true }
            return try ConnectionParameters(connectionString: configuration.connectionString).takesAnyServer
        }
    }

    /// Owns a connection in progress, so that it is finished exactly once on every path.
    private final class Attempt {
        private var connection: OpaquePointer?
        init(_ connection: OpaquePointer) { self.connection = connection }
        deinit { if let connection { PQfinish(connection) } }
        func handOver() { connection = nil }
    }

    private static func establish(
        _ parameters: [(keyword: String, value: String)], isPooled: Bool, on loop: EventLoop
    ) async throws -> WireConnection {
        loop.preconditionOnLoop()
        guard let connection = start(parameters) else {
            throw PostgresError(code: .connectionFailed, description: "The database client is out of memory.")
        }
        let attempt = Attempt(connection)
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        // The only way by which libpq tells the SQLSTATE of a server that lets nobody in.
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        guard PQstatus(connection) != CONNECTION_BAD else { throw failure(of: connection) }
        var interest = Interest.write
        while true {
            // libpq may close the socket and open another one for the next host or after a refused TLS: watch it anew each time.
            let watch = try DescriptorWatch(descriptor: PQsocket(connection), on: loop)
            defer { watch.cancel() }
            _ = try await watch.wait(for: interest)
            watch.cancel()
            switch PQconnectPoll(connection) {
            case PGRES_POLLING_READING: interest = .read
            case PGRES_POLLING_WRITING: interest = .write
            case PGRES_POLLING_OK:
                PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
                attempt.handOver()
                return try WireConnection(connection: connection, isPooled: isPooled, on: loop)
            default: throw failure(of: connection)
            }
        }
    }

    private static func start(_ parameters: [(keyword: String, value: String)]) -> OpaquePointer? {
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for pointer in keywords + values { free(pointer) } }
        var keywordPointers: [UnsafePointer<CChar>?] = keywords.map { $0.map { UnsafePointer($0) } }
        var valuePointers: [UnsafePointer<CChar>?] = values.map { $0.map { UnsafePointer($0) } }
        keywordPointers.append(nil)
        valuePointers.append(nil)
        return PQconnectStartParams(&keywordPointers, &valuePointers, 0)
    }

    private static func failure(of connection: OpaquePointer) -> PostgresError {
        let failure = ConnectionFailure(message: PQerrorMessage(connection).map { String(cString: $0) } ?? "")
        let description = PQconnectionNeedsPassword(connection) == 1 ? "The database wants a password." : failure.description
        return PostgresError(
            code: .connectionFailed, sqlState: failure.sqlState, description: description, detail: failure.words)
    }
}

extension PostgresConfiguration {
    /// Sets the limits that the server enforces: for the session, or for the transaction in progress.
    func limits(isLocal: Bool) -> SQL {
        """
        select set_config('statement_timeout', \(milliseconds(statementTimeout)), \(isLocal)),
            set_config('idle_in_transaction_session_timeout', \(milliseconds(idleInTransactionTimeout)), \(isLocal))
        """
    }

    private func milliseconds(_ duration: Duration) -> String { String(max(1, duration.wholeMilliseconds)) }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

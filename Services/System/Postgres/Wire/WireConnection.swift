internal import CLibpq
internal import EventLoop

/// One libpq connection, used without blocking and always in pipeline mode. Every batch is sent as a whole and ends with
/// one sync. Outside of an explicit transaction a batch is executed as a whole or not at all.
///
/// `@unchecked Sendable`: everything runs on the loop's thread, which each method checks. Only `CancelHandle` is used by
/// other threads.
final class WireConnection: @unchecked Sendable {
    let loop: EventLoop
    let cancelHandle: CancelHandle
    /// Never changes, and stays open while this object lives and `isOpen` is true.
    let descriptor: CInt
    let connection: OpaquePointer
    private var watch: DescriptorWatch?
    var statements = StatementCache(capacity: 256)
    /// Whether each transaction may be carried out by another session of the server: no statement has a name then.
    let isPooled: Bool
    /// The process of the server that was named at log-in. A pooler makes the number up.
    let namedProcess: Int32
    /// The server refused a statement because of this connection: it should not be used again.
    private(set) var isStale = false

    /// Takes over an established connection.
    init(connection: OpaquePointer, isPooled: Bool, on loop: EventLoop) throws(PostgresError) {
        guard let cancel = PQgetCancel(connection) else { throw .lost("no cancel handle") }
        self.connection = connection
        self.isPooled = isPooled
        namedProcess = PQbackendPID(connection)
        self.loop = loop
        cancelHandle = CancelHandle(cancel)
        descriptor = PQsocket(connection)
        guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
            throw .lost("pipeline mode was refused")
        }
        do {
            watch = try DescriptorWatch(descriptor: descriptor, on: loop)
        } catch {
            throw .lost("the socket cannot be watched: \(error)")
        }
    }

    var isOpen: Bool {
        loop.preconditionOnLoop()
        return watch != nil && PQstatus(connection) == CONNECTION_OK
    }

    var isInTransaction: Bool {
        loop.preconditionOnLoop()
        return PQtransactionStatus(connection) != PQTRANS_IDLE
    }

    /// Closes the connection; a waiting caller gets `connectionLost`.
    func close() {
        loop.preconditionOnLoop()
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
    }

    deinit {
        // The last reference may go anywhere, but nobody uses the connection any more. PQfinish says good-bye and closes.
        PQfinish(connection)
    }

    // MARK: - Notifications

    /// The next notification; waits for one. Cancelling the wait leaves the connection usable.
    func nextNotification() async throws -> PostgresNotification {
        loop.preconditionOnLoop()
        while true {
            if let found = PQnotifies(connection) {
                defer { PQfreemem(found) }
                return PostgresNotification(
                    channel: String(cString: found.pointee.relname), payload: String(cString: found.pointee.extra))
            }
            guard let watch else { throw PostgresError.lost("closed") }
            _ = try await watch.wait(for: .read)
            guard PQconsumeInput(connection) == 1 else {
                close()
                throw PostgresError.lost(lastMessage)
            }
        }
    }

    // MARK: - Waiting

    /// The next result; nil at the end of a command.
    func nextResult() async throws(PostgresError) -> OpaquePointer? {
        while true {
            let unsent = PQflush(connection)
            guard unsent >= 0 else { throw .lost(lastMessage) }
            guard PQisBusy(connection) == 1 else { return PQgetResult(connection) }
            guard let watch else { throw .lost("closed") }
            let ready: Interest
            do {
                ready = try await watch.wait(for: unsent == 1 ? [.read, .write] : .read)
            } catch {
                throw .lost("the wait for the server ended")
            }
            if ready.contains(.read), PQconsumeInput(connection) != 1 { throw .lost(lastMessage) }
        }
    }

    var lastMessage: String { trimmedMessage(of: connection) }

    func serverError(of result: OpaquePointer) -> PostgresError {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        guard let state = field("C") else { return .lost(lastMessage) }
        let error = PostgresError(
            sqlState: state, message: field("M") ?? "", constraint: field("n"), table: field("t"), column: field("c"))
        if error.isOfConnection { isStale = true }
        return error
    }
}

/// The last line of libpq's message about a connection. It names hosts and states, never values.
func trimmedMessage(of connection: OpaquePointer) -> String {
    guard let message = PQerrorMessage(connection) else { return "" }
    return String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ")
}

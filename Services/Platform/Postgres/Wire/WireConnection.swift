internal import CLibpq
internal import EventLoop

/// One libpq connection, driven without blocking, always in pipeline mode: every batch, of one statement or of many, is sent
/// whole and ends with one sync. Outside an explicit transaction a batch is carried out whole or not at all.
///
/// `@unchecked Sendable`: everything here happens on the loop's thread, which each method checks; `CancelHandle` is the one
/// part that other threads use.
final class WireConnection: @unchecked Sendable {
    let loop: EventLoop
    let cancelHandle: CancelHandle
    /// Does not change any more, and stays open as long as this object lives and `isOpen` is true.
    let descriptor: CInt
    private let connection: OpaquePointer
    private var watch: DescriptorWatch?
    private var statements = StatementCache(capacity: 256)
    /// A statement whose plan no longer fits the schema: the connection should not be used again.
    private(set) var isStale = false

    /// Takes over an established connection.
    init(connection: OpaquePointer, on loop: EventLoop) throws(PostgresError) {
        guard let cancel = PQgetCancel(connection) else { throw .lost("no cancel handle") }
        self.connection = connection
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

    /// Ends the connection; whoever waits on it gets `connectionLost`.
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

    // MARK: - Batches

    private enum Expectation {
        case prepared(StatementCache.Key)
        case deallocated
        case answer
        case sync
    }

    /// Sends the statements as one pipeline and reads all answers. The first error stands for the batch.
    func perform(_ batch: [SQL]) async -> Result<[PostgresRows], PostgresError> {
        loop.preconditionOnLoop()
        guard isOpen else { return .failure(.lost("closed")) }
        do {
            let expectations = try send(batch)
            return try await receive(expectations, count: batch.count)
        } catch {
            close()
            return .failure(error)
        }
    }

    private func send(_ batch: [SQL]) throws(PostgresError) -> [Expectation] {
        var expectations: [Expectation] = []
        expectations.reserveCapacity(batch.count + 2)
        let keys = batch.map { StatementCache.Key(text: $0.text, types: $0.parameters.map(\.type)) }
        let pinned = Set(keys)
        for (sql, key) in zip(batch, keys) {
            let entry = statements.entry(for: key, pinned: pinned)
            if let evicted = entry.evicted {
                try check(PQsendQueryParams(connection, "deallocate \(evicted)", 0, nil, nil, nil, nil, 1))
                expectations.append(.deallocated)
            }
            if entry.isNew {
                let types = key.types.map(\.rawValue)
                try check(PQsendPrepare(connection, entry.name, key.text, Int32(types.count), types))
                expectations.append(.prepared(key))
            }
            try check(sendExecution(of: entry.name, sql.parameters))
            expectations.append(.answer)
        }
        try check(PQpipelineSync(connection))
        expectations.append(.sync)
        return expectations
    }

    private func check(_ accepted: Int32) throws(PostgresError) {
        guard accepted == 1 else { throw .lost("libpq did not accept a command") }
    }

    /// libpq copies the values before it returns.
    private func sendExecution(of name: String, _ parameters: [PostgresParameter]) -> Int32 {
        let count = parameters.count
        guard count > 0 else { return PQsendQueryPrepared(connection, name, 0, nil, nil, nil, 1) }
        var flat: [UInt8] = []
        flat.reserveCapacity(parameters.reduce(1) { $0 + ($1.bytes?.count ?? 0) })
        for parameter in parameters { flat.append(contentsOf: parameter.bytes ?? []) }
        flat.append(0)
        let lengths = parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: count)
        return flat.withUnsafeBytes { buffer in
            var offset = 0
            let values: [UnsafePointer<CChar>?] = parameters.map { parameter in
                guard let bytes = parameter.bytes else { return nil }
                defer { offset += bytes.count }
                return buffer.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
            }
            return PQsendQueryPrepared(connection, name, Int32(count), values, lengths, formats, 1)
        }
    }

    private func receive(
        _ expectations: [Expectation], count: Int
    ) async throws(PostgresError) -> Result<[PostgresRows], PostgresError> {
        var answers: [PostgresRows] = []
        answers.reserveCapacity(count)
        var failure: PostgresError?
        for expectation in expectations {
            guard let first = try await nextResult() else { throw .lost(lastMessage) }
            let status = PQresultStatus(first)
            switch status {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                if case .answer = expectation { answers.append(PostgresRows(ResultStorage(first))) } else { PQclear(first) }
            case PGRES_PIPELINE_SYNC:
                PQclear(first)
                guard case .sync = expectation else { throw .lost("answers are out of step") }
                continue
            default:
                if case .prepared(let key) = expectation { statements.forget(key) }
                if status == PGRES_FATAL_ERROR, failure == nil { failure = serverError(of: first) }
                PQclear(first)
                guard status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED else {
                    throw .misuse("COPY is not supported.")
                }
                if PQstatus(connection) != CONNECTION_OK { throw failure ?? .lost(lastMessage) }
            }
            // Each command's results end with a null; there is one result, for rows are never asked for one by one.
            while let more = try await nextResult() { PQclear(more) }
        }
        if let failure { return .failure(failure) }
        return .success(answers)
    }

    // MARK: - Scripts

    /// Several statements in one text, without parameters or rows, by the simple protocol: for migrations.
    func performScript(_ text: String) async -> Result<Void, PostgresError> {
        loop.preconditionOnLoop()
        guard isOpen else { return .failure(.lost("closed")) }
        do {
            guard PQexitPipelineMode(connection) == 1, PQsendQuery(connection, text) == 1 else {
                throw PostgresError.lost(lastMessage)
            }
            var failure: PostgresError?
            while let result = try await nextResult() {
                if PQresultStatus(result) == PGRES_FATAL_ERROR, failure == nil { failure = serverError(of: result) }
                PQclear(result)
                guard PQstatus(connection) == CONNECTION_OK else { throw failure ?? .lost(lastMessage) }
            }
            guard PQenterPipelineMode(connection) == 1 else { throw PostgresError.lost("pipeline mode was refused") }
            return failure.map { .failure($0) } ?? .success(())
        } catch {
            close()
            return .failure(error as? PostgresError ?? .lost("\(error)"))
        }
    }

    // MARK: - Notifications

    /// The next notification; waits for one. The wait can be cancelled, and the connection stays usable.
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
    private func nextResult() async throws(PostgresError) -> OpaquePointer? {
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

    private var lastMessage: String { trimmedMessage(of: connection) }

    private func serverError(of result: OpaquePointer) -> PostgresError {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        guard let state = field("C") else { return .lost(lastMessage) }
        // 0A000: the plan no longer fits the schema; 26000: the server forgot a statement. A new connection knows better.
        if state == "0A000" || state == "26000" { isStale = true }
        return PostgresError(
            sqlState: state, message: field("M") ?? "", constraint: field("n"), table: field("t"), column: field("c"))
    }
}

/// A notification that arrived.
public struct PostgresNotification: Hashable, Sendable {
    public let channel: String
    public let payload: String

    public init(channel: String, payload: String) {
        self.channel = channel
        self.payload = payload
    }
}

/// Asks the server to stop what a connection is doing.
///
/// `@unchecked Sendable`: libpq allows `PQcancel` from any thread, and the object does not change; it is freed when nobody holds
/// it any more.
final class CancelHandle: @unchecked Sendable {
    private let cancel: OpaquePointer

    init(_ cancel: OpaquePointer) { self.cancel = cancel }

    deinit { PQfreeCancel(cancel) }

    /// Blocks until the server has taken the request: for the pool of threads. A failed request is no error of anybody's: the
    /// query then simply goes on.
    func request() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
    }
}

/// The last line of libpq's words about a connection. They name hosts and states, never values.
func trimmedMessage(of connection: OpaquePointer) -> String {
    guard let message = PQerrorMessage(connection) else { return "" }
    return String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ")
}

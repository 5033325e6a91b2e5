internal import CLibpq
internal import EventLoop

/// Sending statements and reading results.
extension WireConnection {
    private enum Expectation {
        case prepared(StatementCache.Key)
        case deallocated
        case answer
        case sync
    }

    /// Sends the statements as one pipeline and reads all results. The first error is returned for the batch.
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
        isPooled ? try sendUnnamed(batch) : try sendNamed(batch)
    }

    /// Parses each statement anew. One sync ends the batch, so that a pooler has one session carry it out.
    private func sendUnnamed(_ batch: [SQL]) throws(PostgresError) -> [Expectation] {
        for sql in batch { try check(sendExecution(.unnamed(sql.text, sql.parameters.map(\.type.rawValue)), sql.parameters)) }
        try check(PQpipelineSync(connection))
        return [Expectation](repeating: .answer, count: batch.count) + [.sync]
    }

    private func sendNamed(_ batch: [SQL]) throws(PostgresError) -> [Expectation] {
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
            try check(sendExecution(.named(entry.name), sql.parameters))
            expectations.append(.answer)
        }
        try check(PQpipelineSync(connection))
        expectations.append(.sync)
        return expectations
    }

    private func check(_ accepted: Int32) throws(PostgresError) {
        guard accepted == 1 else { throw .lost("libpq did not accept a command") }
    }

    private enum Statement {
        case named(String)
        /// With the types of its parameters.
        case unnamed(String, [UInt32])
    }

    private func sendExecution(
        _ statement: Statement, _ count: Int, _ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]
    ) -> Int32 {
        switch statement {
        case .named(let name): PQsendQueryPrepared(connection, name, Int32(count), values, lengths, formats, 1)
        case .unnamed(let text, let types):
            PQsendQueryParams(connection, text, Int32(count), types, values, lengths, formats, 1)
        }
    }

    /// libpq copies the values before it returns.
    private func sendExecution(_ statement: Statement, _ parameters: [PostgresParameter]) -> Int32 {
        let count = parameters.count
        guard count > 0 else { return sendExecution(statement, 0, [], [], []) }
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
            return sendExecution(statement, count, values, lengths, formats)
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

    /// Runs several statements in one text by the simple protocol, without parameters or rows: for migrations.
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
}

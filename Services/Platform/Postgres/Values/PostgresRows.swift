internal import CLibpq

/// What one statement answered: its rows, and how many rows it changed.
public struct PostgresRows: RandomAccessCollection, Sendable {
    private let result: ResultStorage

    init(_ result: ResultStorage) { self.result = result }

    public var startIndex: Int { 0 }
    public var endIndex: Int { result.rowCount }
    public subscript(index: Int) -> Row {
        precondition(indices.contains(index), "row out of range")
        return Row(result: result, index: index)
    }

    /// For INSERT, UPDATE, DELETE and SELECT the number of rows; 0 for other commands.
    public var affectedRows: Int { result.affectedRows }
}

/// One row. Columns are found by name or by position, and decoded when asked.
public struct Row: Sendable {
    let result: ResultStorage
    let index: Int

    /// Throws `.decoding` for a column that does not exist, is NULL, or is not of this type.
    public func decode<Value: PostgresDecodable>(_ column: String, as type: Value.Type = Value.self) throws(PostgresError)
        -> Value
    {
        try decode(result.index(ofColumn: column), as: type)
    }

    /// Nil for NULL.
    public func decodeIfPresent<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        try decodeIfPresent(result.index(ofColumn: column), as: type)
    }

    public func decode<Value: PostgresDecodable>(_ column: Int, as type: Value.Type = Value.self) throws(PostgresError) -> Value {
        guard let value = try decodeIfPresent(column, as: type) else {
            throw .decoding("Column \(result.name(ofColumn: column)) is NULL where \(type) was asked for.")
        }
        return value
    }

    public func decodeIfPresent<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard column >= 0, column < result.columnCount else { throw .decoding("There is no column \(column) in the row.") }
        guard let bytes = result.bytes(row: index, column: column) else { return nil }
        guard let value = Value(postgres: bytes, type: result.type(ofColumn: column)) else {
            throw .decoding("Column \(result.name(ofColumn: column)) of \(result.type(ofColumn: column)) is no \(type).")
        }
        return value
    }
}

/// Owns a `PGresult`.
///
/// `@unchecked Sendable`: a `PGresult` does not change once it has been received, and libpq allows any thread to read it; it is
/// freed when the last row that refers to it is gone.
final class ResultStorage: @unchecked Sendable {
    private let result: OpaquePointer
    let rowCount: Int
    let columnCount: Int
    let affectedRows: Int

    /// Takes over the result.
    init(_ result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columnCount = Int(PQnfields(result))
        affectedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    deinit { PQclear(result) }

    func index(ofColumn name: String) throws(PostgresError) -> Int {
        for column in 0..<Int32(columnCount) {
            guard let found = PQfname(result, column) else { continue }
            if name.withCString({ compareNames($0, found) }) { return Int(column) }
        }
        throw .decoding("There is no column \(name) in the row.")
    }

    func name(ofColumn column: Int) -> String { PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)" }

    func type(ofColumn column: Int) -> PostgresType { PostgresType(rawValue: PQftype(result, Int32(column))) }

    /// The bytes live as long as this object.
    func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, Int32(row), Int32(column)) == 0 else { return nil }
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        return UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: length)
    }

    private func compareNames(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool {
        var index = 0
        while left[index] == right[index] {
            if left[index] == 0 { return true }
            index += 1
        }
        return false
    }
}

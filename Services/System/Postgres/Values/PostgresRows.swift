internal import CLibpq
internal import FoundationEssentials
internal import Synchronization

/// The result of one statement: its rows, and the number of changed rows.
public struct PostgresRows: RandomAccessCollection, Sendable {
    private let result: ResultStorage

    init(_ result: ResultStorage) { self.result = result }

    public var startIndex: Int { 0 }
    public var endIndex: Int { result.rowCount }
    public subscript(index: Int) -> Row {
        precondition(indices.contains(index), "row out of range")
        return Row(result: result, index: index)
    }

    /// The number of rows of an INSERT, UPDATE, DELETE or SELECT; 0 for other commands.
    public var affectedRows: Int { result.affectedRows }
}

/// One row. Columns are found by name or by position, and are decoded on demand.
///
/// Decoding is specialized for the usual types, because a batch of rows decodes thousands of values. It is not inlinable:
/// the optimizer fails on coroutines that throw typed errors at that depth.
public struct Row: Sendable {
    let result: ResultStorage
    let index: Int

    /// Throws `.decoding` if the column does not exist, is NULL, or has another type.
    @_specialize(where Value == UUID)
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Date)
    @_specialize(where Value == [UInt8])
    @_specialize(where Value == JSONText)
    @_specialize(where Value == Bool)
    public func decode<Value: PostgresDecodable>(_ column: String, as type: Value.Type = Value.self) throws(PostgresError)
        -> Value
    {
        try decode(result.index(ofColumn: column), as: type)
    }

    /// Nil for NULL.
    @_specialize(where Value == UUID)
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Date)
    @_specialize(where Value == [UInt8])
    @_specialize(where Value == JSONText)
    @_specialize(where Value == Bool)
    public func decodeIfPresent<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        try decodeIfPresent(result.index(ofColumn: column), as: type)
    }

    @_specialize(where Value == UUID)
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Date)
    @_specialize(where Value == [UInt8])
    @_specialize(where Value == JSONText)
    @_specialize(where Value == Bool)
    public func decode<Value: PostgresDecodable>(_ column: Int, as type: Value.Type = Value.self) throws(PostgresError) -> Value {
        guard let value = try decodeIfPresent(column, as: type) else {
            throw result.isNull(column, where: "\(type)")
        }
        return value
    }

    @_specialize(where Value == UUID)
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Date)
    @_specialize(where Value == [UInt8])
    @_specialize(where Value == JSONText)
    @_specialize(where Value == Bool)
    public func decodeIfPresent<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard column >= 0, column < result.columnCount else { throw result.isMissing("\(column)") }
        guard let bytes = result.bytes(row: index, column: column) else { return nil }
        guard let value = Value(postgres: bytes, type: result.type(ofColumn: column)) else {
            throw result.isNo("\(type)", column)
        }
        return value
    }
}

/// Owns a `PGresult`.
///
/// `@unchecked Sendable`: a received `PGresult` does not change, and libpq allows any thread to read it. It is freed with
/// the last row that refers to it.
final class ResultStorage: @unchecked Sendable {
    private let result: OpaquePointer
    let rowCount: Int
    let columnCount: Int
    let affectedRows: Int
    /// Where the search for the next name begins: after the last column found, because the columns of each row are read
    /// in the same order.
    private let guess = Atomic(0)

    /// Takes over the result.
    init(_ result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columnCount = Int(PQnfields(result))
        affectedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    deinit { PQclear(result) }

    func index(ofColumn name: String) throws(PostgresError) -> Int {
        var name = name
        let first = guess.load(ordering: .relaxed)
        let found = name.withUTF8 { wanted in
            (0..<columnCount).lazy.map { ($0 + first) % self.columnCount }.first { self.hasName($0, wanted) }
        }
        guard let found else { throw isMissing(name) }
        guess.store(found + 1, ordering: .relaxed)
        return found
    }

    private func hasName(_ column: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let name = PQfname(result, Int32(column)) else { return false }
        for (index, byte) in wanted.enumerated() where UInt8(bitPattern: name[index]) != byte { return false }
        return name[wanted.count] == 0
    }

    func name(ofColumn column: Int) -> String { PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)" }

    func type(ofColumn column: Int) -> PostgresType { PostgresType(rawValue: PQftype(result, Int32(column))) }

    /// The bytes live as long as this object.
    func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, Int32(row), Int32(column)) == 0 else { return nil }
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        return UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: length)
    }

    // MARK: - What can be wrong

    func isMissing(_ column: String) -> PostgresError { .decoding("There is no column \(column) in the row.") }

    func isNull(_ column: Int, where type: String) -> PostgresError {
        .decoding("Column \(name(ofColumn: column)) is NULL where \(type) was asked for.")
    }

    func isNo(_ type: String, _ column: Int) -> PostgresError {
        .decoding("Column \(name(ofColumn: column)) of \(self.type(ofColumn: column)) is no \(type).")
    }
}

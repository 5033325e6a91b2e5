internal import Postgres

/// A column that holds a part of a `Record`.
struct Column<Record>: Sendable {
    let name: String
    /// The type that its text is cast to; nil where the values have the column's own type.
    let type: String?
    let value: @Sendable (Record) throws -> SQL
    let values: @Sendable ([Record]) throws -> SQL
    let read: @Sendable (Row, inout Record) throws -> Void

    /// A column that is written from a `Record`. The code that creates the `Record` of a row reads it.
    init<Value: PostgresEncodable>(
        _ name: String, as type: String? = nil, _ part: @escaping @Sendable (Record) throws -> Value?
    ) {
        self.init(name, type, part) { _, _ in }
    }

    /// A nullable column that holds a property as it is.
    init<Value: PostgresCodable>(_ name: String, at path: any WritableKeyPath<Record, Value?> & Sendable) {
        self.init(name, nil, { $0[keyPath: path] }) { $1[keyPath: path] = try $0.decodeIfPresent(name) }
    }

    private init<Value: PostgresEncodable>(
        _ name: String, _ type: String?, _ part: @escaping @Sendable (Record) throws -> Value?,
        read: @escaping @Sendable (Row, inout Record) throws -> Void
    ) {
        self.name = name
        self.type = type
        value = { "\(try part($0))\(raw: type.map { "::\($0)" } ?? "")" }
        values = { "\(OptionalArray(try $0.map(part)))\(raw: type.map { "::\($0)[]" } ?? "")" }
        self.read = read
    }
}

/// The list of a record's columns. All statements take their columns from it, in the same order.
struct Columns<Record>: Sendable {
    private let columns: [Column<Record>]
    let names: SQL
    /// The columns for a SELECT.
    let selection: SQL

    init(_ columns: [Column<Record>]) {
        self.columns = columns
        names = Self.list(columns) { $0.name }
        selection = Self.list(columns) { $0.type == nil ? $0.name : "\($0.name)::text as \($0.name)" }
    }

    static func + (left: Self, right: Self) -> Self { Self(left.columns + right.columns) }

    /// The assignments of an UPDATE, from the columns of the same names in another table.
    func assignments(from other: String) -> SQL { Self.list(columns) { "\($0.name) = \(other).\($0.name)" } }

    func values(of record: Record) throws -> SQL { .joined(try columns.map { try $0.value(record) }, separator: ", ") }

    /// One array for each column, for `unnest`.
    func arrays(of records: [Record]) throws -> SQL { .joined(try columns.map { try $0.values(records) }, separator: ", ") }

    func read(_ row: Row, into record: inout Record) throws {
        for column in columns { try column.read(row, &record) }
    }

    private static func list(_ columns: [Column<Record>], _ item: (Column<Record>) -> String) -> SQL {
        "\(raw: columns.map(item).joined(separator: ", "))"
    }
}

/// A statement whose interpolations bind parameters: `"select … where id = \(id)"` sends the value beside the text, never
/// in it. `\(raw:)` inserts constants into the text. Another `SQL` is interpolated as a fragment with its own parameters.
public struct SQL: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text between the parameters: one piece more than there are parameters.
    private(set) var pieces: [String]
    private(set) var parameters: [PostgresParameter]

    public init(stringLiteral value: String) {
        pieces = [value]
        parameters = []
    }

    public init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
        parameters = stringInterpolation.parameters
    }

    /// The text with `$1`, `$2` … for the parameters.
    var text: String {
        guard pieces.count > 1 else { return pieces[0] }
        var text = ""
        text.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count + 3 })
        for (index, piece) in pieces.enumerated() {
            if index > 0 {
                text += "$"
                text += String(index)
            }
            text += piece
        }
        return text
    }

    /// The text without values.
    public var description: String { text }

    public mutating func append(_ other: SQL) {
        pieces[pieces.count - 1] += other.pieces[0]
        pieces.append(contentsOf: other.pieces.dropFirst())
        parameters.append(contentsOf: other.parameters)
    }

    public static func + (left: SQL, right: SQL) -> SQL {
        var result = left
        result.append(right)
        return result
    }

    /// The fragments with `separator` between them, for example for a list of conditions.
    public static func joined(_ fragments: [SQL], separator: SQL) -> SQL {
        guard var result = fragments.first else { return "" }
        for fragment in fragments.dropFirst() {
            result.append(separator)
            result.append(fragment)
        }
        return result
    }

    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [String] = [""]
        var parameters: [PostgresParameter] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            parameters.append(PostgresParameter(value))
            pieces.append("")
        }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            parameters.append(value.map { PostgresParameter($0) } ?? PostgresParameter(nullOf: Value.self))
            pieces.append("")
        }

        /// Bytes for a `bytea`.
        public mutating func appendInterpolation(_ value: [UInt8]) { appendInterpolation(Bytes(value)) }

        /// An array whose length the planner cannot see. Otherwise it would find a plan for each length better than a
        /// common one, and would plan at each execution, which mostly takes longer than the execution. Within `any(…)` it
        /// needs a cast behind it.
        public mutating func appendInterpolation<Value: PostgresEncodable>(unseen value: Value) {
            pieces[pieces.count - 1] += "(select "
            parameters.append(PostgresParameter(value))
            pieces.append(")")
        }

        /// A constant text of the program, such as the name of a column or a sort order. Never pass text from outside.
        public mutating func appendInterpolation(raw text: String) { pieces[pieces.count - 1] += text }

        public mutating func appendInterpolation(_ fragment: SQL) {
            pieces[pieces.count - 1] += fragment.pieces[0]
            pieces.append(contentsOf: fragment.pieces.dropFirst())
            parameters.append(contentsOf: fragment.parameters)
        }
    }
}

/// The decoded parameters of a query, in order; a name may repeat.
public struct QueryParameters: Hashable, Sendable {
    public struct Item: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public let items: [Item]
    /// The query as sent, without the question mark.
    public let rawValue: String

    /// The most parameters; more are an error of the client.
    public static let limit = 256

    /// - Throws: ``Problem`` 400 for bad percent-encoding or too many parameters.
    public init(_ query: String?) throws(Problem) {
        guard let query, !query.isEmpty else {
            (items, rawValue) = ([], "")
            return
        }
        rawValue = query
        var items: [Item] = []
        for part in rawValue.utf8.split(separator: UInt8(ascii: "&")) {
            let pair = Substring(part)
            guard items.count < Self.limit else {
                throw Problem(status: 400, type: "malformed-query", detail: "There are more than \(Self.limit) query parameters.")
            }
            let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = equals < pair.endIndex ? pair[pair.utf8.index(after: equals)...] : ""
            guard let name = PercentEncoding.decode(pair[..<equals], plusIsSpace: true),
                let value = PercentEncoding.decode(value, plusIsSpace: true)
            else {
                throw Problem(
                    status: 400, type: "malformed-query", detail: "A query parameter is not percent-encoded UTF-8.")
            }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    /// The first value of the name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Every value of the name.
    public func values(for name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// A whole number within bounds; nil if the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 that names the parameter and its bounds.
    public func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                status: 400, type: "invalid-parameter", detail: "The query parameter “\(name)” cannot be used.",
                errors: [
                    ProblemItem(
                        parameter: name, detail: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
                ])
        }
        return number
    }

    /// A value from a fixed set; nil if the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 that names the parameter and the values.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Choice.Type
    ) throws(Problem) -> Choice? {
        let values = values(for: name)
        guard let text = values.first else { return nil }
        guard values.count == 1, let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                status: 400, type: "invalid-parameter", detail: "The query parameter “\(name)” cannot be used.",
                errors: [ProblemItem(parameter: name, detail: "This must be one of \(known), once.", rule: "choice")])
        }
        return choice
    }
}

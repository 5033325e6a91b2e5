import HTTPServer
import Shared

/// Collects the faults of a listing's filters, so that all are named at once.
struct QueryFaults {
    private let query: QueryParameters
    private var items: [ProblemItem] = []

    /// Begins with unknown and repeated parameters.
    init(_ query: QueryParameters, known names: Set<String>) {
        self.query = query
        for (index, item) in query.items.enumerated() {
            if !names.contains(item.name) {
                note(item.name, "is not known; known are \(names.sorted().joined(separator: ", "))")
            }
            if query.items.prefix(index).contains(where: { $0.name == item.name }) { note(item.name, "is given twice") }
        }
    }

    /// The value of a parameter; nil if it is absent or invalid. An invalid one is a fault that names `expected`.
    mutating func read<Value>(_ name: String, _ expected: String, _ read: (String) -> Value?) -> Value? {
        guard let text = query[name] else { return nil }
        let value = read(text)
        if value == nil { note(name, "must be \(expected)") }
        return value
    }

    mutating func note(_ name: String, _ problem: String) {
        items.append(ProblemItem(parameter: String(name.prefix(64)), detail: "This \(problem).", rule: "filter"))
    }

    /// - Throws: A problem with all faults, if there are any.
    func check(_ detail: String) throws(Problem) {
        guard items.isEmpty else { throw Problem(.invalidParameter, detail: detail, errors: items) }
    }
}

extension QueryFaults {
    mutating func moment(_ name: String) -> Timestamp? { read(name, "a moment such as 2026-10-31T09:05:07Z") { Timestamp($0) } }
}

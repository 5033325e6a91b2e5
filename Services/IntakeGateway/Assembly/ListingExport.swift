import FoundationEssentials
import HTTPServer
import Shared

/// A whole listing in one streamed answer: CSV, or a line of JSON for each item.
enum ListingExport: String, CaseIterable, Sendable {
    case csv = "text/csv"
    case lines = "application/x-ndjson"

    /// The format that the request prefers to parts in JSON (RFC 9110, 12.5.1); nil for parts.
    static func wanted(by request: HTTPRequest) -> ListingExport? {
        var best: (form: ListingExport?, weight: Double) = (nil, 0)
        for range in request.headers.list("Accept") {
            let parts = range.split(at: ";").map(\.trimmed)
            guard let name = parts.first?.lowercased() else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            let form = ListingExport(rawValue: name)
            guard form != nil || name == "application/json" || name.hasSuffix("/*"), weight > best.weight else { continue }
            best = (form, weight)
        }
        return best.form
    }

    /// Reads part after part, at the client's pace. A failure before the first part becomes a problem. A later failure
    /// aborts the answer, so that it cannot pass for complete.
    func answer<Item: Resource, Place: Sendable>(
        from start: Place?, read: @escaping @Sendable (Place?) async throws -> (items: [Item], next: Place?)
    ) async throws -> HTTPResponse {
        let first = try await read(start)
        let columns = Item.shape.columns
        return .stream(contentType: contentType, headers: ["Vary": "Accept"]) { writer in
            if self == .csv { try await writer.write(CSV.row(columns)) }
            var part = first
            while true {
                if !part.items.isEmpty { try await writer.write(part.items.flatMap { self.bytes(of: $0, columns) }) }
                guard let next = part.next else { return }
                part = try await read(next)
            }
        }
    }

    static let hasNoLimit = Problem(
        .invalidParameter, detail: "A listing as CSV or as lines is always whole.",
        errors: [ProblemItem(parameter: "limit", detail: "Leave this out, or ask for application/json.")])

    private var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .lines: rawValue
        }
    }

    private func bytes(of item: some Resource, _ columns: [String]) -> [UInt8] {
        let json = JSON.written(item)
        switch self {
        case .lines: return json + [UInt8(ascii: "\n")]
        case .csv:
            let members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json))
            return CSV.row(columns.map { Self.cell(members?[$0]) })
        }
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text)?: text
        case nil, .null?: ""
        case let value?: String(decoding: JSON.bytes(of: value), as: UTF8.self)
        }
    }
}

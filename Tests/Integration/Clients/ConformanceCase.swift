import FoundationEssentials
import Shared
import Support
import Testing

/// What a person does with a client, what goes wrong meanwhile, and what each step has to come to: the same for every client.
struct ConformanceCase: Sendable, Decodable, CustomTestStringConvertible {
    /// What the way to the gateway does.
    struct Fault: Sendable, Decodable {
        enum Kind: String, Sendable, Decodable {
            /// Cuts the connection of a request once so many bytes of it have passed.
            case cut
            /// Kills the gateway then.
            case kill
            /// Cuts the connection in place of the answer.
            case loseReply
            /// Cuts the connection in the middle of an event.
            case cutStream
            /// Says in place of the answer that the quota of the month is used up, and cuts the connection.
            case useUpQuota
        }

        let does: Kind
        /// A part of the request's first line.
        let on: String
        var after: Int?
        /// Which event of the connection, counted from 1.
        var events: Int?
        let times: Int
    }

    let name: String
    /// What there is before: `draft` (with a document), `accepted`, `link` and whether it has `expired`.
    var given: [String]?
    var fault: Fault?
    let steps: [JSONValue]
    let expect: [JSONValue]
    /// Whom it is for; nil for all.
    var clients: [String]?

    var testDescription: String { name }

    static let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Drivers"

    /// All of them; none where the file cannot be read, which a test tells.
    static let all: [ConformanceCase] = {
        let text = try? Data(contentsOf: URL(filePath: "\(folder)/cases.json"))
        return text.flatMap { try? JSONDecoder().decode([ConformanceCase].self, from: $0) } ?? []
    }()

    func isFor(_ driver: ConformanceDriver) -> Bool { clients?.contains(driver.client) ?? true }

    /// What of the results is not as expected; empty when nothing is.
    func faults(in results: [JSONValue], _ variables: [String: JSONValue]) -> [String] {
        guard results.count == expect.count else { return ["\(results.count) steps of \(expect.count) were told"] }
        return zip(expect, results).enumerated().flatMap { index, pair -> [String] in
            guard case .object(let wanted) = pair.0 else { return ["step \(index + 1) expects nothing"] }
            return wanted.compactMap { name, value in
                let right = value.replaced(by: variables)
                return pair.1[name] == right ? nil : "step \(index + 1): \(name) is not \(right.written), of \(pair.1.written)"
            }
        }
    }
}

extension JSONValue {
    /// `$name` stands for a variable.
    func replaced(by variables: [String: JSONValue]) -> JSONValue {
        guard case .string(let text) = self, text.hasPrefix("$") else { return self }
        return variables[String(text.dropFirst())] ?? self
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// As JSON.
    var written: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
    var isTrue: Bool { self == .boolean(true) }
}

import CommandLine
import Operations
import Shared

/// The value of `--format`: text with fields in braces, such as `{time} {type} {data.attempt}`. `{{` is a brace; `\\t`
/// and `\\n` are a tab and the end of a line.
struct EventTemplate: ArgumentValue {
    private enum Part {
        case text(String)
        case field([String])
    }

    static var completion: Completion { .none }
    private static let maximumLength = 4_000

    private let parts: [Part]

    init(argument: String) throws(InvalidValue) {
        guard argument.utf8.count <= Self.maximumLength else {
            throw InvalidValue(expected: "a template of at most \(Self.maximumLength) bytes")
        }
        var parts: [Part] = []
        var text = ""
        var rest = Substring(argument)
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("{", "{"?), ("}", "}"?), ("\\", "\\"?): text.append(rest.removeFirst())
            case ("\\", "t"?), ("\\", "n"?): text.append(rest.removeFirst() == "t" ? "\t" : "\n")
            case ("{", _):
                let name = rest.prefix { $0 != "}" }
                rest = rest.dropFirst(name.count)
                let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                guard rest.popFirst() != nil, path.allSatisfy({ !$0.isEmpty }) else {
                    throw InvalidValue(expected: "text with fields in braces, such as '{time} {type} {data.attempt}'")
                }
                if let fault = TailField.fault(path) { throw InvalidValue(expected: "text with fields in braces; \(fault)") }
                parts += [.text(text), .field(path)]
                text = ""
            default: text.append(character)
            }
        }
        self.parts = parts + [.text(text)]
    }

    /// A field that the event does not have is `-`, and one that cannot be read is `?`. Several values are separated by
    /// commas.
    func text(of event: WatchedEvent) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let path): Self.text(of: event, at: path)
            }
        }.joined()
    }

    private static func text(of event: WatchedEvent, at path: [String]) -> String {
        // Both names of a topic and of a type can be compared with; one of them is shown.
        if path == ["topic"] { return EventLine.shortTopic(event.topic) }
        if path == ["type"], let header = event.header { return EventLine.shortType(header.type.rawValue) }
        if path == TailField.latency, event.header?.step == .unknown { return "?" }
        let values = event.values(at: path).map { value -> String in
            if case .string(let text) = value { return text }
            return JSONText.of(value)
        }
        return values.isEmpty ? "-" : values.joined(separator: ",")
    }
}

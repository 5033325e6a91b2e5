/// The help of one command.
struct HelpText {
    let path: CommandPath
    let width: Int

    var text: String {
        var sections: [[String]] = [TextLayout.wrap(command.summary, width: width), usage]
        if !command.discussion.isEmpty { sections.append(TextLayout.wrap(command.discussion, width: width)) }
        if !command.subcommands.isEmpty {
            sections.append(section("Commands", command.subcommands.map { ($0.name, $0.summary) }))
        }
        if !command.arguments.isEmpty {
            sections.append(section("Arguments", command.arguments.map { (Self.term($0), Self.explanation($0)) }))
        }
        let help = (term: "-h, --help", text: "Show this help")
        sections.append(section("Options", path.options.map { (Self.term($0), Self.explanation($0)) } + [help]))
        if !command.examples.isEmpty {
            let lines = command.examples.flatMap { example in
                ["  \(example.line)"] + TextLayout.wrap(example.meaning, width: width - 6).map { "      \($0)" }
            }
            sections.append(["Examples:"] + lines)
        }
        return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var command: Command { path.command }

    private var usage: [String] {
        let required = path.options.filter { $0.arity.minimum > 0 }.map(Self.usageTerm)
        let arguments = command.arguments.map { argument in
            let name = argument.arity.isRepeated ? "\(argument.name)…" : argument.name
            return argument.arity.minimum == 0 ? "[\(name)]" : name
        }
        let words = [path.text] + required + ["[options]"] + arguments + (command.subcommands.isEmpty ? [] : ["COMMAND"])
        let lines = TextLayout.wrap("Usage: " + words.joined(separator: " "), width: width)
        return lines.enumerated().map { $0 == 0 ? $1 : "       \($1)" }
    }

    private func section(_ title: String, _ rows: [(String, String)]) -> [String] {
        ["\(title):"] + TextLayout.table(rows.map { (term: $0.0, text: $0.1) }, width: width)
    }

    private static func usageTerm(_ option: ErasedParameter) -> String {
        if case .option(_, let placeholder) = option.form { "--\(option.name) \(placeholder)" } else { "--\(option.name)" }
    }

    private static func term(_ parameter: ErasedParameter) -> String {
        if parameter.isArgument { return parameter.arity.isRepeated ? "\(parameter.name)…" : parameter.name }
        let short = parameter.short.map { "-\($0), " } ?? "    "
        return short + usageTerm(parameter)
    }

    private static func explanation(_ parameter: ErasedParameter) -> String {
        var remarks: [String] = []
        if case .words(let words) = parameter.completion { remarks.append("one of " + words.joined(separator: ", ")) }
        if let shown = parameter.shownDefault { remarks.append("default: \(shown)") }
        if parameter.arity.isRepeated, !parameter.isArgument { remarks.append("can be given several times") }
        return parameter.help + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
    }
}

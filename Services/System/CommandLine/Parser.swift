/// What a command line asks for.
enum Invocation: Sendable {
    case run(Command.Body, ParsedArguments)
    case help(CommandPath)
    case version
}

/// Parses words by a command tree. Pure: prints nothing, runs nothing.
struct Parser {
    private var path: CommandPath
    private var words: ArraySlice<String>
    private var texts: [String: [String]] = [:]
    private var positional: [String] = []
    private var wantsHelp = false
    private var wantsVersion = false
    private var onlyArguments = false

    private init(root: Command, words: [String]) {
        path = CommandPath(root: root)
        self.words = words[...]
    }

    static func parse(_ words: [String], root: Command) throws(UsageError) -> Invocation {
        var parser = Parser(root: root, words: words)
        return try parser.parse()
    }

    private mutating func parse() throws(UsageError) -> Invocation {
        while let word = words.popFirst() {
            if onlyArguments || word == "-" || !word.hasPrefix("-") {
                try takeWord(word)
            } else if word == "--" {
                onlyArguments = true
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2))
            } else {
                try takeShort(word.dropFirst())
            }
        }
        if wantsHelp { return .help(path) }
        if wantsVersion { return .version }
        guard let body = path.command.body else {
            throw error("a command is missing; it is one of \(subcommandNames.joined(separator: ", "))")
        }
        return .run(body, try values())
    }

    private var subcommandNames: [String] { path.command.subcommands.map(\.name) }

    private mutating func takeWord(_ word: String) throws(UsageError) {
        guard path.command.body == nil else {
            positional.append(word)
            return
        }
        // “docket help upload” is the other customary spelling of “docket upload --help”.
        if word == "help", !subcommandNames.contains("help"), !onlyArguments {
            wantsHelp = true
            return
        }
        guard let subcommand = path.command.subcommands.first(where: { $0.name == word }) else {
            let suggestion = Suggestion.phrase(Suggestion.nearest(to: word, among: subcommandNames))
            throw error("there is no command “\(word)”\(suggestion)")
        }
        path = path.descending(to: subcommand)
    }

    private mutating func takeLong(_ text: Substring) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        let value = parts.count > 1 ? String(parts[1]) : nil
        if name == "help" || name == "version" && path.names.count == 1 {
            guard value == nil else { throw error("option --\(name) takes no value") }
            if name == "help" { wantsHelp = true } else { wantsVersion = true }
            return
        }
        guard let option = path.options.first(where: { $0.name == name }) else {
            let suggestion = Suggestion.nearest(to: name, among: path.options.map(\.name) + ["help"]).map { "--\($0)" }
            throw error("there is no option --\(name)\(Suggestion.phrase(suggestion))")
        }
        try take(option, spelled: "--\(name)", attached: value)
    }

    /// `-f`, several flags in one word, and a value attached to the last one.
    private mutating func takeShort(_ text: Substring) throws(UsageError) {
        var rest = text
        while let letter = rest.popFirst() {
            if letter == "h" {
                wantsHelp = true
                continue
            }
            guard let option = path.options.first(where: { $0.short == letter }) else {
                throw error("there is no option -\(letter)")
            }
            if option.takesValue {
                try take(option, spelled: "-\(letter)", attached: rest.isEmpty ? nil : String(rest))
                return
            }
            try take(option, spelled: "-\(letter)", attached: nil)
        }
    }

    private mutating func take(_ option: ErasedParameter, spelled: String, attached: String?) throws(UsageError) {
        guard option.takesValue else {
            guard attached == nil else { throw error("option \(spelled) takes no value") }
            texts[option.label, default: []].append("")
            return
        }
        // A word that looks like an option is one: a value that begins with a dash is attached with “=”.
        if let attached {
            texts[option.label, default: []].append(attached)
        } else if let next = words.first, next == "-" || !next.hasPrefix("-") || isNegativeNumber(next) {
            words.removeFirst()
            texts[option.label, default: []].append(next)
        } else if !wantsHelp, !words.contains("--help"), !words.contains("-h") {
            throw error("option \(spelled) needs a value")
        }
    }

    private func isNegativeNumber(_ word: String) -> Bool { word.count > 1 && Int(word) != nil }

    private mutating func values() throws(UsageError) -> ParsedArguments {
        try assignArguments()
        var values: [String: any Sendable] = [:]
        for parameter in path.command.parameters + path.inherited {
            let given = texts[parameter.label] ?? []
            guard given.count >= parameter.arity.minimum else {
                let thing = parameter.isArgument ? "argument" : "option"
                throw error(
                    given.isEmpty
                        ? "\(thing) \(parameter.label) is missing: \(parameter.help)"
                        : "\(thing) \(parameter.label) is needed at least \(parameter.arity.minimum) times")
            }
            do {
                values[parameter.label] = try parameter.read(given)
            } catch {
                throw self.error(invalid(parameter, given, error))
            }
        }
        return ParsedArguments(values: values, given: Set(texts.keys), commandPath: path.names)
    }

    /// Assigns the words without a dash to the arguments in order. A repeated last argument takes all that remain.
    private mutating func assignArguments() throws(UsageError) {
        var rest = positional[...]
        for argument in path.command.arguments where !rest.isEmpty {
            let taken = argument.arity.isRepeated ? rest : rest.prefix(1)
            texts[argument.label] = Array(taken)
            rest = rest.dropFirst(taken.count)
        }
        if let extra = rest.first { throw error("“\(extra)” is one argument too many") }
    }

    private func invalid(_ parameter: ErasedParameter, _ given: [String], _ cause: InvalidValue) -> String {
        // The first one that is refused by itself is the culprit.
        let culprit = given.first { text in
            do {
                _ = try parameter.read(Array(repeating: text, count: max(1, parameter.arity.minimum)))
                return false
            } catch {
                return true
            }
        }
        let thing = parameter.isArgument ? "argument" : "option"
        var message = "\(thing) \(parameter.label) must be \(cause.expected), not “\(culprit ?? given.last ?? "")”"
        if case .words(let words) = parameter.completion {
            message += Suggestion.phrase(Suggestion.nearest(to: culprit ?? "", among: words))
        }
        return message
    }

    private func error(_ message: String) -> UsageError {
        UsageError(commandPath: path.text, message: message)
    }
}

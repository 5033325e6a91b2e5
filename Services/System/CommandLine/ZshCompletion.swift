/// Writes a completion script for zsh: a function for each command, over zsh's own `_arguments`.
struct ZshCompletion {
    let root: Command

    var script: String {
        let functions = CommandPath(root: root).all.map { $0.command.subcommands.isEmpty ? leaf($0) : group($0) }
        return """
            #compdef \(root.name)
            # zsh completion for \(root.name). Save it as _\(root.name) in a folder of $fpath.

            \(functions.joined(separator: "\n\n"))

            if [ "$funcstack[1]" = \(shellQuoted(function(CommandPath(root: root)))) ]; then
                \(function(CommandPath(root: root))) "$@"
            else
                compdef \(function(CommandPath(root: root))) \(root.name)
            fi

            """
    }

    private func leaf(_ path: CommandPath) -> String {
        let specifications = optionSpecifications(path) + path.command.arguments.map(argumentSpecification)
        return """
            \(function(path))() {
                _arguments -s -S \\
                    \(specifications.joined(separator: " \\\n        "))
            }
            """
    }

    private func group(_ path: CommandPath) -> String {
        let commands = path.command.subcommands.map { shellQuoted("\(escaped($0.name)):\($0.summary)") }
        let cases = path.command.subcommands.map { "            \($0.name)) \(function(path.descending(to: $0))) ;;" }
        return """
            \(function(path))() {
                local context state line
                typeset -A opt_args
                local -a commands=(
                    \(commands.joined(separator: "\n        "))
                )
                _arguments -C -s -S \\
                    \(optionSpecifications(path).joined(separator: " \\\n        ")) \\
                    '1: :->command' \\
                    '*:: :->rest'
                case $state in
                    command) _describe command commands ;;
                    rest)
                        case $line[1] in
            \(cases.joined(separator: "\n"))
                        esac ;;
                esac
            }
            """
    }

    private func optionSpecifications(_ path: CommandPath) -> [String] {
        path.options.map(optionSpecification) + [shellQuoted("(-h --help)") + "{-h,--help}" + shellQuoted("[Show this help]")]
    }

    private func optionSpecification(_ option: ErasedParameter) -> String {
        var tail = "[\(escaped(option.help))]"
        if case .option(_, let placeholder) = option.form {
            tail += ":\(escaped(placeholder)):\(action(option.completion))"
        }
        let long = option.takesValue ? "--\(option.name)=" : "--\(option.name)"
        let repeated = option.arity.isRepeated
        guard let short = option.short else { return shellQuoted((repeated ? "*" : "") + long + tail) }
        let spellings = "{-\(short)\(option.takesValue ? "+" : ""),\(long)}"
        return repeated
            ? shellQuoted("*") + spellings + shellQuoted(tail)
            : shellQuoted("(-\(short) --\(option.name))") + spellings + shellQuoted(tail)
    }

    private func argumentSpecification(_ argument: ErasedParameter) -> String {
        let prefix = argument.arity.isRepeated ? "*:" : argument.arity.minimum == 0 ? "::" : ":"
        return shellQuoted("\(prefix)\(escaped(argument.name)):\(action(argument.completion))")
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .none: ""
        case .files: "_files"
        case .directories: "_files -/"
        case .words(let words): "(\(words.map(escaped).joined(separator: " ")))"
        }
    }

    private func function(_ path: CommandPath) -> String { "_" + path.names.map(identifier).joined(separator: "_") }

    /// A text with a backslash before each character that `_arguments` takes for syntax.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]():\\".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}

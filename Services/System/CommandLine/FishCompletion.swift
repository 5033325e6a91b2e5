/// Writes a completion script for fish 3.1 and later.
///
/// A function walks the words before the cursor. It finds the command that they name and counts its arguments. Each
/// command, option and value has a `complete` line with a condition that calls this function.
struct FishCompletion {
    let root: Command

    var script: String {
        let paths = CommandPath(root: root).all
        let walk = "__\(identifier(root.name))"
        return """
            # fish completion for \(root.name). Load it with: \(root.name) completion fish | source

            # The options of the command in $argv[1] that take a value.
            function \(walk)_valued
                switch $argv[1]
            \(paths.map(valued).joined(separator: "\n"))
                end
            end

            # The commands of the group in $argv[1].
            function \(walk)_commands
                switch $argv[1]
            \(paths.filter { !$0.command.subcommands.isEmpty }.map(commands).joined(separator: "\n"))
                end
            end

            # Says where the cursor is: the command, and how many arguments lie before it.
            function \(walk)_place
                set -l words (commandline -opc)
                set -l path \(quoted(root.name))
                set -l argument 0
                set -l only_arguments 0
                set -l skip 0
                for word in $words[2..-1]
                    if test $skip = 1
                        set skip 0
                    else if test $only_arguments = 0; and string match -q -- '-*' $word
                        if test "$word" = --
                            set only_arguments 1
                        else if contains -- $word (\(walk)_valued "$path")
                            set skip 1
                        end
                    else if contains -- $word (\(walk)_commands "$path")
                        set path "$path $word"
                    else
                        set argument (math $argument + 1)
                    end
                end
                echo $path
                echo $argument
            end

            # Whether the command is $argv[1], and the next argument one of $argv[2] to $argv[3], where these are given.
            function \(walk)_at
                set -l place (\(walk)_place)
                test "$place[1]" = "$argv[1]"; or return 1
                test (count $argv) = 1; and return 0
                test $place[2] -ge $argv[2]; and test $place[2] -le $argv[3]
            end

            complete -c \(root.name) -f
            \(paths.flatMap(completions).joined(separator: "\n"))

            """
    }

    private func valued(_ path: CommandPath) -> String {
        let names = path.options.filter(\.takesValue).flatMap { option in
            ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        }
        return one(path, names)
    }

    private func commands(_ path: CommandPath) -> String { one(path, path.command.subcommands.map(\.name)) }

    private func one(_ path: CommandPath, _ words: [String]) -> String {
        let said = words.isEmpty ? "true" : "printf '%s\\n' " + words.map(quoted).joined(separator: " ")
        return "        case \(quoted(path.text))\n            \(said)"
    }

    private func completions(_ path: CommandPath) -> [String] {
        let walk = "__\(identifier(root.name))"
        let here = "complete -c \(root.name) -n \(quoted("\(walk)_at \(quoted(path.text))"))"
        let subcommands = path.command.subcommands.map { "\(here) -a \(quoted($0.name)) -d \(quoted($0.summary))" }
        let options = path.options.map { option in
            var line = "\(here) -l \(option.name)"
            if let short = option.short { line += " -s \(short)" }
            if option.takesValue { line += " " + value(option.completion, isRequired: true) }
            return line + " -d \(quoted(option.help))"
        }
        let arguments = path.command.arguments.enumerated().compactMap { index, argument -> String? in
            if argument.completion == .none { return nil }
            let last = argument.arity.isRepeated ? 9_999 : index
            let turn = "\(walk)_at \(quoted(path.text)) \(index) \(last)"
            return "complete -c \(root.name) -n \(quoted(turn)) \(value(argument.completion, isRequired: false))"
        }
        return subcommands + options + ["\(here) -l help -s h -d \(quoted("Show this help"))"] + arguments
    }

    private func value(_ completion: Completion, isRequired: Bool) -> String {
        let required = isRequired ? "r" : ""
        return switch completion {
        case .none: "-x"
        // fish reads what is proposed as it reads a command line: each word is quoted once more.
        case .words(let words): "-f\(required) -a \(quoted(words.map(quoted).joined(separator: " ")))"
        case .files: "-F\(required)"
        case .directories: "-f\(required) -a '(__fish_complete_directories)'"
        }
    }

    /// A text as one word of fish. Only these two characters have a meaning between single quotes.
    private func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
    }
}

/// Writes a completion script for bash 3.2 and later.
///
/// The script holds two tables (the words of each command, the possible values) and one function that walks the words.
struct BashCompletion {
    let root: Command

    var script: String {
        let paths = CommandPath(root: root).all
        let function = "_" + identifier(root.name)
        return """
            # bash completion for \(root.name). Load it with: source <(\(root.name) completion bash)

            # Sets commands, options, and valued (the options that take a value) of the command in $1.
            \(function)_command() {
                case "$1" in
            \(paths.map(commandCase).joined(separator: "\n"))
                *) commands= options= valued= ;;
                esac
            }

            # Completes a value: $1 is the command, $2 an option or the number of an argument.
            \(function)_value() {
                case "$1 $2" in
            \(paths.flatMap(valueCases).joined(separator: "\n"))
                esac
            }

            \(function)_propose() {
                local line
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$current")
            }

            \(function)() {
                COMPREPLY=()
                local current=${COMP_WORDS[COMP_CWORD]} path=\(quoted(root.name)) commands options valued
                local index=1 word option= argument=0 only_arguments=
                \(function)_command "$path"
                while [ "$index" -lt "$COMP_CWORD" ]; do
                    word=${COMP_WORDS[index]}
                    index=$((index + 1))
                    if [ -n "$option" ]; then
                        # bash gives “--name=value” as three words.
                        [ "$word" = "=" ] || option=
                    elif [ -z "$only_arguments" ] && [[ $word == -* ]]; then
                        if [ "$word" = "--" ]; then only_arguments=1
                        elif [[ " $valued " == *" $word "* ]]; then option=$word
                        fi
                    elif [[ " $commands " == *" $word "* ]]; then
                        path="$path $word"
                        \(function)_command "$path"
                    else
                        argument=$((argument + 1))
                    fi
                done
                if [ -n "$option" ]; then
                    [ "$current" = "=" ] && current=
                    \(function)_value "$path" "$option"
                elif [ -z "$only_arguments" ] && [[ $current == -* ]]; then
                    \(function)_propose -W "$options"
                elif [ -n "$commands" ]; then
                    \(function)_propose -W "$commands"
                else
                    \(function)_value "$path" "$argument"
                fi
            }

            complete -F \(function) \(root.name)

            """
    }

    private func commandCase(_ path: CommandPath) -> String {
        let options = path.options.flatMap(spellings) + ["--help", "-h"]
        let valued = path.options.filter(\.takesValue).flatMap(spellings)
        return "    \(quoted(path.text))) commands=\(list(path.command.subcommands.map(\.name)))"
            + " options=\(list(options)) valued=\(list(valued)) ;;"
    }

    private func valueCases(_ path: CommandPath) -> [String] {
        let options = path.options.filter(\.takesValue).flatMap { option in
            spellings(option).map { "    \(quoted("\(path.text) \($0)"))) \(action(option.completion)) ;;" }
        }
        let arguments = path.command.arguments.enumerated().map { index, argument in
            // A repeated argument takes every number from its own on.
            let key = argument.arity.isRepeated ? quoted("\(path.text) ") + "*" : quoted("\(path.text) \(index)")
            return "    \(key)) \(action(argument.completion)) ;;"
        }
        return options + arguments
    }

    private func action(_ completion: Completion) -> String {
        let propose = "_\(identifier(root.name))_propose"
        return switch completion {
        case .none: ":"
        case .words(let words): "\(propose) -W \(list(words))"
        case .files: "compopt -o filenames 2> /dev/null; \(propose) -f"
        case .directories: "compopt -o filenames 2> /dev/null; \(propose) -d"
        }
    }

    private func spellings(_ option: ErasedParameter) -> [String] {
        ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    }

    private func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }
    private func quoted(_ text: String) -> String { shellQuoted(text) }
}

/// A name that shells accept for a function.
func identifier(_ name: String) -> String { String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }

/// A text as one word of a shell, between single quotes.
func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}

/// A variable that was read, for tables in `--help` and in the manual.
public struct ConfigurationVariable: Sendable, Hashable {
    public let name: String
    /// The allowed values: "a whole number from 1 to 65535".
    public let allowed: String
    /// The default as a person would write it; nil if there is none.
    public let defaultValue: String?
    public let isRequired: Bool
    /// A secret can also come from the file that `NAME_FILE` names.
    public let isSecret: Bool
    public let help: String
}

extension Sequence<ConfigurationVariable> {
    /// A Markdown table, one row for each variable.
    public var markdownTable: String {
        let rows = map { variable in
            let value = variable.defaultValue.map { "`\($0)`" } ?? (variable.isRequired ? "required" : "")
            let name = variable.isSecret ? "`\(variable.name)`, `\(variable.name)_FILE`" : "`\(variable.name)`"
            let cells = [name, value, "\(variable.help) (\(variable.allowed))"]
            return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        return (["| variable | default | meaning |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }
}

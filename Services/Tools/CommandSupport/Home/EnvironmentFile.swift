import Shared

/// The KEY=VALUE lines that `docket up` writes to its home for scripts and other subcommands. A shell reads them with
/// `set -a; . .docket/environment`.
package struct EnvironmentFile: Sendable, Equatable {
    /// In the order of writing.
    private(set) var entries: [(key: String, value: String)] = []

    package init() {}

    package subscript(key: String) -> String? {
        get { entries.last { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append((key, newValue)) }
        }
    }

    package static func == (left: EnvironmentFile, right: EnvironmentFile) -> Bool {
        left.entries.elementsEqual(right.entries) { $0.key == $1.key && $0.value == $1.value }
    }

    // MARK: - Text

    /// The text of the file. Values that a shell would split or expand are in single quotes.
    package var text: String {
        var text = "# Written by `docket up` when everything was ready; removed when it stops.\n"
        for (key, value) in entries { text += "\(key)=\(Self.quoted(value))\n" }
        return text
    }

    /// Parses the output of `text`, and plain KEY=VALUE lines. Other lines are skipped.
    package init(parsing text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            guard let separator = line.firstIndex(of: "=") else { continue }
            let key = line[..<separator]
            guard !key.isEmpty, key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { continue }
            self[String(key)] = Self.unquoted(line[line.index(after: separator)...])
        }
    }

    private static func quoted(_ value: String) -> String {
        let plain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./:@,+%".contains($0)) }
        return plain
            ? value : "'" + value.split(at: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.count >= 2, value.hasPrefix("'"), value.hasSuffix("'") else { return String(value) }
        var result = ""
        var rest = value.dropFirst().dropLast()
        while let quote = rest.firstIndex(of: "'") {
            result += rest[..<quote]
            guard rest[quote...].hasPrefix("'\\''") else { return String(value) }
            result += "'"
            rest = rest[rest.index(quote, offsetBy: 4)...]
        }
        return result + rest
    }
}

import CommandSupport

/// Findings as lines of a terminal. Pure.
enum DoctorScreen {
    static func lines(_ findings: [Finding], width: Int, style: Style) -> [String] {
        let column = findings.map(\.check.count).max() ?? 0
        let indent = column + 4
        var lines: [String] = []
        for finding in findings {
            let name = finding.check + String(repeating: " ", count: column - finding.check.count)
            let what = wrap(finding.what, width: width - indent)
            for (index, line) in what.enumerated() {
                lines.append(index == 0 ? "\(mark(finding.state, style)) \(name)  \(line)" : blanks(indent) + line)
            }
            for (index, line) in wrap(finding.advice ?? "", width: width - indent - 2).enumerated() {
                lines.append(blanks(indent) + style.accent((index == 0 ? "→ " : "  ") + line))
            }
        }
        return lines + ["", summary(findings, style)]
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static func mark(_ state: Finding.State, _ style: Style) -> String {
        switch state {
        case .well: style.good("✓")
        case .attention: style.warning("!")
        case .wrong: style.bad("✗")
        case .unknown: style.faint("?")
        }
    }

    private static func summary(_ findings: [Finding], _ style: Style) -> String {
        let wrong = findings.count { $0.state == .wrong }
        let attention = findings.count { $0.state == .attention }
        let unknown = findings.count { $0.state == .unknown }
        var parts: [String] = []
        if wrong > 0 { parts.append(style.bad(wrong == 1 ? "1 thing is wrong" : "\(wrong) things are wrong")) }
        if attention > 0 { parts.append(style.warning("\(attention) to look at")) }
        if unknown > 0 { parts.append(style.faint("\(unknown) not known")) }
        if wrong + attention == 0 { parts.insert(style.good("All is well"), at: 0) }
        return parts.joined(separator: ", ")
    }

    /// Breaks at blanks. A word that is longer than a line is broken at the end of the line.
    static func wrap(_ text: String, width: Int) -> [String] {
        let width = max(10, width)
        var (lines, line): ([String], Substring) = ([], "")
        for word in text.split(whereSeparator: \.isWhitespace) {
            var rest = word
            if !line.isEmpty, line.count + 1 + rest.count <= width {
                line += " " + rest
                continue
            }
            if !line.isEmpty { lines.append(String(line)) }
            while rest.count > width {
                lines.append(String(rest.prefix(width)))
                rest = rest.dropFirst(width)
            }
            line = rest
        }
        return line.isEmpty ? lines : lines + [String(line)]
    }
}

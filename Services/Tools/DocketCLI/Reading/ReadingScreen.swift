import CommandSupport
import Operations
import Shared

/// The reading, for a person.
enum ReadingScreen {
    static func show(_ file: FileReading, today: CalendarDate, _ terminal: Terminal) {
        for page in file.pages {
            terminal.line(terminal.style.bold(heading(file, page.number, page.text)))
            for line in lines(of: page.text) { terminal.line("  \(line)") }
            for code in page.text.codes { terminal.line("  \(code.symbology.rawValue): \(words(of: code))") }
            terminal.line()
        }
        let facts = facts(ReadingFacts.lines(of: file, today: today), isLong: file.pages.count > 1)
        guard !facts.isEmpty else { return }
        terminal.line(terminal.style.bold("what \(file.path) says"))
        for line in facts { terminal.line(line) }
        terminal.line()
    }

    /// Uncertain facts are marked.
    static func facts(_ facts: [ReadingFacts.Line], isLong: Bool) -> [String] {
        var table = Table()
        for fact in facts {
            let value = "\(shown(fact.value) ?? "not shown")\(isLong ? ", page \(fact.page)" : "")"
            table.row(fact.fact, fact.isCertain ? "certain" : "perhaps (\(fact.confidence))", value)
        }
        return table.lines()
    }

    static func heading(_ file: FileReading, _ number: Int, _ text: PageText) -> String {
        let place = file.pages.count > 1 ? "\(file.path), page \(number)" : file.path
        guard !text.words.isEmpty else { return "\(place): no words" }
        let origin =
            switch text.source {
            case .layer: "the PDF's own letters"
            case .recognized: "recognized, mean confidence \(text.meanConfidence)"
            }
        return "\(place): \(text.words.count) \(text.words.count == 1 ? "word" : "words"), \(origin)"
    }

    static func lines(of text: PageText) -> [String] {
        var lines: [[String]] = []
        var last: Int?
        for word in text.words {
            if word.line == last { lines[lines.count - 1].append(word.text) } else { lines.append([word.text]) }
            last = word.line
        }
        return lines.map { $0.joined(separator: " ") }
    }

    /// The text of a code, without control characters that a terminal would act on.
    static func words(of code: PageCode) -> String {
        guard let text = String(validating: code.bytes, as: UTF8.self) else { return "\(code.bytes.count) bytes" }
        let line = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " | ")
        return shown(line) ?? "\(code.bytes.count) bytes"
    }

    /// Nil if the text has control characters.
    private static func shown(_ text: String) -> String? { text.allSatisfy(ByteDump.isShown) ? text : nil }
}

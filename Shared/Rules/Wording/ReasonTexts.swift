/// What the rules say, in one language: data, read once.
///
/// The text has a block for each wording, and empty lines between them: the wording's key, what was found, what is expected,
/// what is wrong, and what to do; see `MessageTemplate` for the values in there. Messages consist of the last two.
struct ReasonTexts: Sendable {
    struct Entry: Sendable {
        let found: MessageTemplate
        let expected: MessageTemplate
        let problem: MessageTemplate
        let remedy: MessageTemplate

        var all: [MessageTemplate] { [found, expected, problem, remedy] }
    }

    let entries: [WordingKey: Entry]
    /// What could not be read, each in words; none, as a test holds.
    let faults: [String]

    init(_ text: String) {
        var entries: [WordingKey: Entry] = [:]
        var faults: [String] = []
        for block in Self.blocks(text) {
            guard block.count == 5, let key = WordingKey(rawValue: block[0]) else {
                faults.append("“\(block.first ?? "")” has \(block.count) lines; wanted are a key and four.")
                continue
            }
            let templates = block.dropFirst().compactMap(MessageTemplate.init)
            guard templates.count == 4 else {
                faults.append("\(key) has a message that cannot be read.")
                continue
            }
            let entry = Entry(found: templates[0], expected: templates[1], problem: templates[2], remedy: templates[3])
            if entries.updateValue(entry, forKey: key) != nil { faults.append("\(key) is there twice.") }
        }
        self.entries = entries
        self.faults = faults
    }

    private static func blocks(_ text: String) -> [[String]] {
        var blocks: [[String]] = [[]]
        for line in text.split(at: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(String(line)) }
        }
        return blocks.filter { !$0.isEmpty }
    }
}

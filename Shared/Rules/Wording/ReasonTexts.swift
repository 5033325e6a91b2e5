/// The rules' texts in one language, parsed once.
///
/// A text has a block for each wording, separated by empty lines. A block begins with the wording's key. For each
/// language four lines follow, which begin with its tag: what was found, what is expected, what is wrong, and what to do.
/// See `MessageTemplate` for the values. A message consists of the last two lines. A block that begins with `rule` and a
/// rule's id has one line for each language: the rule's name in two or three words. French has no-break spaces before `:
/// ; ! ?` and inside « »; Japanese has one plural category.
struct ReasonTexts: Sendable {
    struct Entry: Sendable {
        let found: MessageTemplate
        let expected: MessageTemplate
        let problem: MessageTemplate
        let remedy: MessageTemplate

        var all: [MessageTemplate] { [found, expected, problem, remedy] }
    }

    let entries: [WordingKey: Entry]
    let names: [RuleID: String]
    /// The unreadable lines, in words. A test requires that there are none.
    let faults: [String]

    private static let all = [
        counts, periods, issueDates, fileDates, expiry, reading, printedDates, persons, pagesBelong, files, mediaTypes,
        readability,
        legibility, signatures, editing, duplicates, reviews, callOuts, sandbox,
    ]

    /// `tag`: `en`, `de`, `fr`, `es` or `ja`.
    init(tag: String) {
        self.init(Self.all.joined(separator: "\n\n"), tag: tag)
    }

    init(_ text: String, tag: String) {
        var entries: [WordingKey: Entry] = [:]
        var names: [RuleID: String] = [:]
        var faults: [String] = []
        for block in Self.blocks(text) {
            let lines = block.dropFirst().filter { $0.hasBytes(atStart: "\(tag)  ") }.map { String($0.dropFirst(tag.count + 2)) }
            if let rule = Self.ruleNamed(by: block[0]) {
                if lines.count != 1 || names.updateValue(lines[0], forKey: rule) != nil {
                    faults.append("\(rule) has not one name in “\(tag)”.")
                }
                continue
            }
            guard lines.count == 4, block.count % 4 == 1, let key = block.first.flatMap(WordingKey.init(rawValue:)) else {
                faults.append(
                    "“\(block.first ?? "")” has \(lines.count) lines in “\(tag)”; wanted are a key and four for each language.")
                continue
            }
            let templates = lines.compactMap(MessageTemplate.init)
            guard templates.count == 4 else {
                faults.append("\(key) has a message that cannot be read.")
                continue
            }
            let entry = Entry(found: templates[0], expected: templates[1], problem: templates[2], remedy: templates[3])
            if entries.updateValue(entry, forKey: key) != nil { faults.append("\(key) is there twice.") }
        }
        self.entries = entries
        self.names = names
        self.faults = faults
    }

    private static func ruleNamed(by line: String) -> RuleID? {
        line.hasBytes(atStart: "rule ") ? RuleID(rawValue: String(line.dropFirst(5))) : nil
    }

    private static func blocks(_ text: String) -> [[String]] {
        var blocks: [[String]] = [[]]
        for line in text.split(at: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(String(line)) }
        }
        return blocks.filter { !$0.isEmpty }
    }
}

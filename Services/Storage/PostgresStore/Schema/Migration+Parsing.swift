import Shared

extension Migration {
    struct Malformed: Error, Hashable { let description: String }

    private static let mark = "-- docket: "

    /// Reads a file of `CSchema/sql`. Its first line gives version and name. Lines that begin with `-- docket:` say how
    /// it runs. Without any, the whole file runs in one transaction, and no request waits for it:
    ///
    ///     -- 24 what it brings
    ///     -- docket: locks uploads, pages         reads and writes of these tables wait
    ///     -- docket: locks-writes documents       only writes wait
    ///     -- docket: statements                   the rest runs beside reads and writes, part by part. Each part can be
    ///     …                                       repeated. Statements that need a transaction begin one
    ///     -- docket: batches                      one statement, repeated until it changes no row
    ///     update …;
    ///     -- docket: index
    ///     create index concurrently NAME on …;
    ///     -- docket: no-index
    ///     drop index concurrently NAME;
    init(parsing text: String) throws(Malformed) {
        var lines = text.split(at: "\n", omittingEmptySubsequences: false)[...]
        let head = lines.popFirst() ?? ""
        let words = head.dropFirst(3).split(at: " ", maxSplits: 1)
        guard head.hasPrefix("-- "), words.count == 2, let version = Int(words[0]), version > 0 else {
            throw Malformed(description: "the first line is not “-- VERSION NAME”: \(head)")
        }
        var locks: [Lock] = []
        var introduction: [Substring] = []
        var parts: [(kind: Substring, lines: [Substring])] = []
        for line in lines {
            if line.hasPrefix(Self.mark) {
                let words = line.dropFirst(Self.mark.count).split(at: " ", maxSplits: 1)
                switch (words.first, words.count) {
                case ("locks", 2) where parts.isEmpty, ("locks-writes", 2) where parts.isEmpty:
                    locks += words[1].split(at: ",").map {
                        Lock(table: String($0.trimmed), holdsReaders: words[0] == "locks")
                    }
                case (let kind?, 1): parts.append((kind, []))
                default: throw Malformed(description: "\(version): \(line)")
                }
            } else if line.contains("docket:") {
                throw Malformed(description: "\(version): not quite “\(Self.mark)”: \(line)")
            } else if parts.isEmpty {
                introduction.append(line)
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        let isEmpty = introduction.allSatisfy { $0.trimmed.isEmpty || $0.hasPrefix("--") }
        guard isEmpty != parts.isEmpty else {
            throw Malformed(description: "\(version): \(isEmpty ? "does nothing" : "statements stand before the first part")")
        }
        self.init(
            version: version, name: String(words[1]), locks: locks,
            work: isEmpty ? .beside(try Self.parts(parts)) : .atOnce(introduction.joined(separator: "\n")))
    }

    private static func parts(_ found: [(kind: Substring, lines: [Substring])]) throws(Malformed) -> [Part] {
        var parts: [Part] = []
        for (kind, lines) in found { parts.append(try Part(kind, String(lines.joined(separator: "\n").trimmed))) }
        return parts
    }
}

extension Migration.Part {
    fileprivate init(_ kind: Substring, _ text: String) throws(Migration.Malformed) {
        let malformed = Migration.Malformed(description: "\(kind): \(text)")
        guard text.hasSuffix(";") else { throw malformed }
        let statement = text.dropLast()
        guard !statement.trimmed.isEmpty, kind == "statements" || !statement.contains(";") else { throw malformed }
        let words = statement.split(maxSplits: 4, whereSeparator: \.isWhitespace)
        switch kind {
        case "statements": self = .statements(text)
        case "batches": self = .batches(String(statement))
        case "index":
            guard words.count == 5, words[..<3] == ["create", "index", "concurrently"], words[4].hasPrefix("on ") else {
                throw malformed
            }
            self = .index(name: String(words[3]), definition: String(words[4]))
        case "no-index":
            guard words.count == 4, words[..<3] == ["drop", "index", "concurrently"] else { throw malformed }
            self = .noIndex(name: String(words[3]))
        default: throw malformed
        }
    }
}

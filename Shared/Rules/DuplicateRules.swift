/// No other submission of the tenant has had the same bytes. Only a journey knows whether that is wrong.
public struct FileNotKnown: FileRule {
    public let id: RuleID = "file.not-known"
    public let isNegotiable = true
    public let policy = RulePolicy.allow

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.seenElsewhere != nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let count = file.seenElsewhere, count > 0 else { return nil }
        return Finding("file.not-known", ["count": .count(count)])
    }
}

/// No page looks like one of another submission of the tenant. It allows by default: forms and letters of one sender are
/// alike, too.
public struct FileNotAlike: FileRule {
    public let id: RuleID = "file.not-alike"
    public let isNegotiable = true
    public let policy = RulePolicy.allow

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.alikeElsewhere != nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let count = file.alikeElsewhere, count > 0 else { return nil }
        return Finding("file.not-alike", ["count": .count(count)])
    }
}

/// No two files of one submission have the same bytes, unless the type allows it. The later one gets the reason.
public struct FileNotDuplicate: SubmissionRule {
    public let id: RuleID = "file.not-duplicate"

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        // One file alone is no duplicate, and most submissions are short: nothing is allocated for them.
        guard facts.documents.count > 1 || (facts.documents.first?.pages.count ?? 0) > 1 else { return [] }
        var seen = SeenDigests()
        for document in facts.documents where document.settled != nil {
            for page in document.pages { if let digest = page.digest { _ = seen.insert(digest) } }
        }
        var findings: [Finding] = []
        for document in facts.documents where document.settled == nil {
            guard let type = facts.journey.documentType(document.type) else { continue }
            for page in document.pages {
                guard let digest = page.digest, !seen.insert(digest) else { continue }
                let finding = Finding("file.not-duplicate", ["type": .text(type.title)]).under(type.duplicates)
                if let finding { findings.append(finding.of(document, page: page.id)) }
            }
        }
        return findings
    }
}

/// A set that hashes only once it has many members: few are compared faster.
private struct SeenDigests {
    private var few: [ContentDigest] = []
    private var many: Set<ContentDigest> = []

    /// Whether it is new.
    mutating func insert(_ digest: ContentDigest) -> Bool {
        if few.count < 16 {
            guard !few.contains(digest) else { return false }
            few.append(digest)
            return true
        }
        return !few.contains(digest) && many.insert(digest).inserted
    }
}

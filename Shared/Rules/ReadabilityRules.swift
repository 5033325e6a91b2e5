/// The file can be decoded. A truncated file gets its own message: sending it again helps.
public struct FileReadable: FileRule {
    public let id: RuleID = "file.readable"
    public let wordings: [WordingKey] = ["file.readable/damaged", "file.readable/cut-off"]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.integrity != .unknown || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.integrity == .damaged else { return nil }
        return Finding(wordings[file.isTruncated ? 1 : 0])
    }
}

/// The file is complete. Another rule reports a file that cannot be decoded at all. A file repaired without loss is
/// complete.
///
/// If a journey does not refuse, the pages are made as far as possible, and the missing parts are reported.
public struct FileComplete: FileRule {
    public let id: RuleID = "file.complete"
    public let isNegotiable = true
    public let wordings: [WordingKey] = [
        "file.complete", "file.complete/incomplete-page", "file.complete/lost-pages",
    ]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool {
        // The objects of a PDF without its end may all be there.
        file.integrity != .unknown || file.structure?.isTruncated != nil && file.mediaType != .pdf || file.mediaType == nil
    }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.integrity != .damaged else { return nil }
        var (lost, incomplete, missing) = (0, 0, 0)
        var (isRebuilt, isCutOff) = (false, false)
        for repair in file.repairs {
            switch repair {
            case .lostPage: lost += 1
            case .incompletePage(_, let share):
                incomplete += 1
                missing = max(missing, share ?? 0)
            case .crossReferences: isRebuilt = true
            case .cutOff: isCutOff = true
            case .auxiliaryReferences: break
            }
        }
        if lost > 0 { return Finding(wordings[2], ["count": .count(lost)]) }
        if incomplete > 0 { return Finding(wordings[1], ["count": .count(incomplete), "missing": .count(missing)]) }
        return isCutOff || file.isTruncated && !isRebuilt ? Finding(wordings[0]) : nil
    }
}

/// The file opens without a password. A PDF that only restricts printing or copying passes.
public struct FileWithoutPassword: FileRule {
    public let id: RuleID = "file.no-password"

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.mediaType != .pdf || file.integrity != .unknown }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.protection == .passwordRequired ? Finding("file.no-password") : nil
    }
}

/// The PDF has no restrictions. A journey has to request this rule: the PDFs of many banks have restrictions, and are
/// sound.
public struct FileUnrestricted: FileRule {
    public let id: RuleID = "file.unrestricted"
    public let isNegotiable = true
    public let policy = RulePolicy.allow

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.mediaType != .pdf || file.integrity != .unknown }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.protection == .ownerOnly ? Finding("file.unrestricted") : nil
    }
}

/// The PDF has no active content. Clean pages cannot contain any, so the default is to strip it.
public struct NoActiveContent: FileRule {
    public let id: RuleID = "file.no-active-content"
    public let isNegotiable = true
    public let policy = RulePolicy.allow
    public let wordings: [WordingKey] = [
        "file.no-active-content/script", "file.no-active-content/automatic-action", "file.no-active-content/launch",
        "file.no-active-content/embedded-file", "file.no-active-content/unexamined",
    ]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.mediaType != .pdf || file.activeContent != nil }

    /// Reports the worst content.
    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let found = file.activeContent, !found.isEmpty else { return nil }
        if found.contains(.launch) { return Finding(wordings[2]) }
        if found.contains(.script) { return Finding(wordings[0]) }
        if found.contains(.embeddedFile) { return Finding(wordings[3]) }
        return Finding(found.contains(.automaticAction) ? wordings[1] : wordings[4])
    }
}

/// The file is not blank. Single blank pages are allowed, such as the backs of scanned sheets. It warns by default: a
/// faint pencil does not deserve a refusal.
public struct FileNotBlank: FileRule {
    public let id: RuleID = "file.not-blank"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.blankPages != nil || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let blank = file.blankPages, blank > 0, blank >= file.pageCount ?? 1 else { return nil }
        return Finding("file.not-blank", ["count": .count(blank)])
    }
}

/// What is on the file's pages is in focus. Blurred photos are what people are sent back for most. A warning unless a journey minds
/// more, as with all that is measured: what can still be read is for a person to say.
public struct FileNotBlurred: FileRule {
    public let id: RuleID = "file.not-blurred"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.isMeasured }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.finding("file.not-blurred", where: \.isBlurred)
    }
}

/// No light washes out parts of a page.
public struct FileWithoutGlare: FileRule {
    public let id: RuleID = "file.no-glare"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.isMeasured }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.finding("file.no-glare", where: \.hasGlare)
    }
}

/// There was enough light. A page on which nothing can be seen at all is another rule's.
public struct FileNotDark: FileRule {
    public let id: RuleID = "file.not-dark"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.isMeasured }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        if let blank = file.blankPages, blank >= file.signals.count { return nil }
        return file.finding("file.not-dark", where: \.isDark)
    }
}

/// The picture is of paper, and not of a screen.
public struct FileNotScreenshot: FileRule {
    public let id: RuleID = "file.not-screenshot"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.isMeasured }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        // A blank page is flat, too.
        if let blank = file.blankPages, blank >= file.signals.count { return nil }
        return file.signals.contains(where: \.isLikelyScreenshot) ? Finding("file.not-screenshot") : nil
    }
}

extension PageFacts {
    /// Whether pages have been made of it; who makes pages measures them.
    fileprivate var isMeasured: Bool { blankPages != nil || mediaType == nil }

    /// How many of the pages it concerns.
    fileprivate func finding(_ wording: WordingKey, where isConcerned: (PageSignals) -> Bool) -> Finding? {
        let count = signals.count(where: isConcerned)
        return count == 0 ? nil : Finding(wording, ["count": .count(count)])
    }
}

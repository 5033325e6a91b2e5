/// There is something in the file.
public struct FileNotEmpty: FileRule {
    public let id: RuleID = "file.not-empty"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.size <= 0 ? Finding("file.not-empty") : nil
    }
}

/// The file is neither larger nor smaller than its document type allows.
public struct FileSize: FileRule {
    public let id: RuleID = "file.size"
    public let wordings: [WordingKey] = ["file.size/too-large", "file.size/too-small"]

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        if file.size > type.maximumBytes { return finding(0, found: file.size, limit: type.maximumBytes) }
        // An empty file is another rule's.
        if file.size > 0, file.size < type.minimumBytes { return finding(1, found: file.size, limit: type.minimumBytes) }
        return nil
    }

    private func finding(_ wording: Int, found size: Int, limit: Int) -> Finding {
        Finding(wordings[wording], ["size": .bytes(size), "limit": .bytes(limit)])
    }
}

/// The pictures in the file are neither smaller nor larger than their document type allows. PDFs have no pixels.
public struct PictureSize: FileRule {
    public let id: RuleID = "file.pixels"
    public let isNegotiable = true
    public let wordings: [WordingKey] = ["file.pixels/too-small", "file.pixels/too-large"]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool {
        !file.pictures.isEmpty || file.mediaType == .pdf || file.mediaType == nil
    }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        for size in file.pictures {
            if let limit = type.pixels.minimumShortSide, min(size.width, size.height) < limit { return finding(0, size, limit) }
            if let limit = type.pixels.maximumLongSide, max(size.width, size.height) > limit { return finding(1, size, limit) }
        }
        return nil
    }

    private func finding(_ wording: Int, _ size: PixelSize, _ limit: Int) -> Finding {
        Finding(wordings[wording], ["width": .count(size.width), "height": .count(size.height), "limit": .count(limit)])
    }
}

/// The content of the file is of a type that its document type accepts. What it is called or declared as counts for nothing.
public struct AllowedMediaType: FileRule {
    public let id: RuleID = "file.media-type"
    public let wordings: [WordingKey] = ["file.media-type/other", "file.media-type/unknown"]

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.size > 0 else { return nil }
        let accepted: [String: ReasonValue] = ["type": .text(type.title), "accepted": .alternatives(type.mediaTypes)]
        guard let mediaType = file.mediaType else { return Finding(wordings[1], accepted) }
        if type.mediaTypes.contains(where: mediaType.isCompatible) { return nil }
        return Finding(wordings[0], accepted.merging(["found": .mediaType(mediaType)]) { $1 })
    }
}

/// The content of the file is what its name and its sender say. Who lies about a file has damaged it, or means harm.
public struct HonestMediaType: FileRule {
    public let id: RuleID = "file.type-agrees"
    public let isNegotiable = true
    public let wordings: [WordingKey] = ["file.type-agrees/name", "file.type-agrees/declared"]

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let content = file.mediaType else { return nil }
        if let name = file.fileExtension, !content.fileExtensions.contains(name), let named = MediaType(fileExtension: name),
            !content.isCompatible(with: named)
        {
            return Finding(wordings[0], ["found": .mediaType(content), "claimed": .mediaType(named)])
        }
        if let declared = file.declaredMediaType, !content.isCompatible(with: declared) {
            return Finding(wordings[1], ["found": .mediaType(content), "claimed": .mediaType(declared)])
        }
        return nil
    }
}

/// Nothing else takes the content for a file of another type: who makes a file that is two things at once means harm.
public struct UnambiguousMediaType: FileRule {
    public let id: RuleID = "file.type-unambiguous"
    public let isNegotiable = true
    public let wordings: [WordingKey] = ["file.type-unambiguous/second-format", "file.type-unambiguous/second-file"]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.structure != nil || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let first = file.mediaType else { return nil }
        if let second = file.trailing?.mediaType {
            return Finding(wordings[1], ["first": .mediaType(first), "second": .mediaType(second)])
        }
        if let second = file.structure?.secondFormats.first?.mediaType {
            return Finding(wordings[0], ["first": .mediaType(first), "second": .mediaType(second)])
        }
        return nil
    }
}

/// A second detector, which shares no code with the first, takes the content for the same.
public struct ConfirmedMediaType: FileRule {
    public let id: RuleID = "file.type-confirmed"
    public let isNegotiable = true

    public init() {}

    /// The second opinion is the jail's.
    public func canDecide(on file: PageFacts) -> Bool { file.integrity != .unknown || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let first = file.mediaType, let second = file.secondOpinion, !first.isCompatible(with: second) else { return nil }
        return Finding("file.type-confirmed", ["first": .mediaType(first), "second": .mediaType(second)])
    }
}

/// Nothing lies behind the end of the file's format but what phones are known to put there. What does is not in the clean pages.
public struct NoTrailingData: FileRule {
    public let id: RuleID = "file.no-trailing-data"
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        // Trailing data that is a file of its own is another rule's.
        guard let trailing = file.trailing, trailing.bytes > 0, trailing.mediaType == nil,
            file.structure?.secondFormats.isEmpty ?? true
        else { return nil }
        return Finding("file.no-trailing-data", ["size": .bytes(trailing.bytes)])
    }
}

/// The file costs no more to turn into pages than is allowed.
public struct FileWithinBudget: FileRule {
    public let id: RuleID = "file.within-budget"
    public let wordings: [WordingKey] = [
        "file.within-budget/bytes", "file.within-budget/pages", "file.within-budget/pixels", "file.within-budget/memory",
        "file.within-budget/work",
    ]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.integrity != .unknown || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let excess = file.excess else { return nil }
        switch excess.quantity {
        case .bytes: return Finding(wordings[0], ["found": .bytes(excess.found), "limit": .bytes(excess.limit)])
        case .pages: return Finding(wordings[1], ["found": .count(excess.found), "limit": .count(excess.limit)])
        case .pixels: return Finding(wordings[2], ["found": .count(excess.found), "limit": .count(excess.limit)])
        case .memory: return Finding(wordings[3], ["found": .bytes(excess.found), "limit": .bytes(excess.limit)])
        case .work: return Finding(wordings[4])
        }
    }
}

/// The file can be decoded. One that cannot because its end is missing is told so: sending it again helps.
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

/// The file is there to its end. One that cannot be decoded at all is another rule's.
///
/// A journey that does not refuse for this gets the pages that are left, as far as they are left, and what is missing is told.
public struct FileComplete: FileRule {
    public let id: RuleID = "file.complete"
    public let isNegotiable = true
    public let wordings: [WordingKey] = ["file.complete", "file.complete/incomplete-page", "file.complete/lost-pages"]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool {
        file.integrity != .unknown || file.structure?.isTruncated != nil || file.mediaType == nil
    }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.integrity != .damaged else { return nil }
        var (lost, incomplete, missing) = (0, 0, 0)
        var isRebuilt = false
        for repair in file.repairs {
            switch repair {
            case .lostPage: lost += 1
            case .incompletePage(_, let share):
                incomplete += 1
                missing = max(missing, share ?? 0)
            case .crossReferences: isRebuilt = true
            case .auxiliaryReferences: break
            }
        }
        if lost > 0 { return Finding(wordings[2], ["count": .count(lost)]) }
        if incomplete > 0 { return Finding(wordings[1], ["count": .count(incomplete), "missing": .count(missing)]) }
        return file.isTruncated || isRebuilt ? Finding(wordings[0]) : nil
    }
}

/// The file opens without a password. A PDF that only restricts printing or copying does.
public struct FileWithoutPassword: FileRule {
    public let id: RuleID = "file.no-password"

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.mediaType != .pdf || file.integrity != .unknown }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.protection == .passwordRequired ? Finding("file.no-password") : nil
    }
}

/// The PDF restricts nothing. Many banks' do, and nothing is wrong with them: a journey has to ask for this.
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

/// The PDF cannot act when it is opened. Clean pages hold nothing that could, so that this is stripped unless a journey minds.
public struct NoActiveContent: FileRule {
    public let id: RuleID = "file.no-active-content"
    public let isNegotiable = true
    public let policy = RulePolicy.allow
    public let wordings: [WordingKey] = [
        "file.no-active-content/script", "file.no-active-content/automatic-action", "file.no-active-content/launch",
        "file.no-active-content/embedded-file",
    ]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.mediaType != .pdf || file.activeContent != nil }

    /// The worst is told of.
    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let found = file.activeContent, !found.isEmpty else { return nil }
        if found.contains(.launch) { return Finding(wordings[2]) }
        if found.contains(.script) { return Finding(wordings[0]) }
        if found.contains(.embeddedFile) { return Finding(wordings[3]) }
        return Finding(wordings[1])
    }
}

/// Something can be seen on the file's pages. Single blank pages, as the backs of scanned sheets, are nothing to mind. A warning
/// unless a journey minds more: a faint pencil is not worth a refusal.
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

/// The same bytes have not been handed in before in another submission of the tenant. Whether that is wrong only a journey knows.
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

/// The same bytes are not sent twice in one submission, as far as the type minds. The later of two is told of.
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

/// A set that hashes only once there are many: few are compared faster.
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

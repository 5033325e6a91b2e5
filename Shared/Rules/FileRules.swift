/// The file is not empty.
public struct FileNotEmpty: FileRule {
    public let id: RuleID = "file.not-empty"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.size <= 0 ? Finding("file.not-empty") : nil
    }
}

/// The size of the file is within the limits of its document type.
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

/// The pictures in the file are within the limits of their document type. PDFs have no pixels.
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

/// Turning the file into pages costs no more than allowed.
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

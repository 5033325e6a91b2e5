/// The document type accepts the content of the file. Its name and its declared type do not count.
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

/// The content of the file matches its name and its declared type. A false declaration means damage or malice.
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

/// No other format matches the content: a file of two formats is malicious.
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

/// A second detector, which shares no code with the first, finds the same type.
public struct ConfirmedMediaType: FileRule {
    public let id: RuleID = "file.type-confirmed"
    public let isNegotiable = true

    public init() {}

    /// The jail runs the second detector.
    public func canDecide(on file: PageFacts) -> Bool { file.integrity != .unknown || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let first = file.mediaType, let second = file.secondOpinion, !first.isCompatible(with: second) else { return nil }
        return Finding("file.type-confirmed", ["first": .mediaType(first), "second": .mediaType(second)])
    }
}

/// Only known appendices of phones follow the end of the format. The clean pages omit what follows.
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

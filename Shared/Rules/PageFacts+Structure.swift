extension PageFacts {
    /// Adds the facts of the file's structure from Docket's own parsers. The jail's facts are added after them.
    public mutating func add(_ structure: FileFacts) {
        self.structure = structure
        mediaType = structure.mediaType
        if let behind = structure.trailing, !behind.isOrdinary {
            trailing = Trailing(bytes: behind.byteCount, mediaType: behind.format?.mediaType)
        }
        if structure.encryption == .passwordRequired { protection = .passwordRequired }
        if let size = structure.size, pictures.isEmpty { pictures = [size] }
        // Hints, for where the jail has not looked: it knows which of them are true.
        if activeContent == nil, !hintedContent.isEmpty { activeContent = hintedContent }
    }

    /// Active content, according to names in the file's bytes.
    public var hintedContent: Set<ActiveContent> { Set((structure?.pdf?.hints ?? []).compactMap(\.activeContent)) }
}

extension PageFacts {
    /// Whether it is known what the file says of its origin: a picture says it to the parsers, a PDF to the jail alone.
    var isOriginKnown: Bool { integrity != .unknown || structure != nil && mediaType != .pdf || mediaType == nil }

    /// Whether the file is truncated, as far as known.
    public var isTruncated: Bool { integrity == .truncated || structure?.isTruncated == true }
}

extension PageFacts.Excess {
    /// Nil if the refusal is not about cost. Frames of an animation count as pages of the file.
    public init?(_ earlyRefusal: EarlyRefusal) {
        switch earlyRefusal {
        case .pixels(let found, let limit): self.init(.pixels, found: found, limit: limit)
        case .pages(let found, let limit), .frames(let found, let limit): self.init(.pages, found: found, limit: limit)
        case .passwordRequired: return nil
        }
    }
}

extension FileFacts.ForeignFormat {
    /// The other format that the file could be taken for.
    public var mediaType: MediaType? {
        switch self {
        case .pdf: .pdf
        case .zip: MediaType("application/zip")
        case .executable: MediaType("application/x-executable")
        case .markup: MediaType("text/html")
        case .script: MediaType("text/javascript")
        }
    }
}

extension PDFFacts.Hint {
    /// The active content that it indicates; a form alone is none.
    fileprivate var activeContent: PageFacts.ActiveContent? {
        switch self {
        case .javaScript: .script
        case .launch: .launch
        case .embeddedFile: .embeddedFile
        case .openAction, .additionalActions: .automaticAction
        case .form: nil
        }
    }
}

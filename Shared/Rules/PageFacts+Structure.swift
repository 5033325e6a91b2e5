extension PageFacts {
    /// Adds what the structure of the file says, read by Docket's own parsers. What the jail says is added after it.
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

    /// What could act, as far as names in the file's bytes say.
    public var hintedContent: Set<ActiveContent> { Set((structure?.pdf?.hints ?? []).compactMap(\.activeContent)) }
}

extension PageFacts {
    /// Whether it ends too early, as far as anybody has seen.
    public var isTruncated: Bool { integrity == .truncated || structure?.isTruncated == true }
}

extension PageFacts.Excess {
    /// Nil for what is no matter of cost. Pictures of an animation are pages of the file.
    public init?(_ earlyRefusal: EarlyRefusal) {
        switch earlyRefusal {
        case .pixels(let found, let limit): self.init(.pixels, found: found, limit: limit)
        case .pages(let found, let limit), .frames(let found, let limit): self.init(.pages, found: found, limit: limit)
        case .passwordRequired: return nil
        }
    }
}

extension FileFacts.ForeignFormat {
    /// What somebody else would take the file for.
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
    /// What could act because of it; a form alone cannot.
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

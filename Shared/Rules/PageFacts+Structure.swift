extension PageFacts {
    /// Adds what the structure of the file says, read by Docket's own parsers.
    ///
    /// A second detector's opinion gives way to a second format that was found in the bytes: this one is certain.
    public mutating func add(_ structure: FileFacts) {
        mediaType = structure.mediaType
        if let second = structure.secondFormats.first { secondOpinion = second.mediaType }
        if structure.encryption == .passwordRequired { protection = .passwordRequired }
        if let size = structure.size, pictures.isEmpty { pictures = [size] }
        let active = Set((structure.pdf?.hints ?? []).compactMap(\.activeContent))
        // Hints, for where the jail has not looked: it knows which of them are true.
        if activeContent == nil, !active.isEmpty { activeContent = active }
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

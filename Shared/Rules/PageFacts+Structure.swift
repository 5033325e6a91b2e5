extension PageFacts {
    /// Adds what the structure of the file says, read by Docket's own parsers.
    ///
    /// A second detector's opinion gives way to a second format that was found in the bytes: this one is certain.
    public mutating func add(_ structure: FileFacts) {
        mediaType = structure.mediaType
        if let second = structure.secondFormats.first { secondOpinion = second.mediaType }
        if structure.encryption == .passwordRequired { protection = .passwordRequired }
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

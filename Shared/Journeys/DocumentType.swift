/// A kind of document that a journey accepts, and its requirements. It is pure data, so that a journey can come from a
/// file.
public struct DocumentType: Sendable, Hashable, Identifiable {
    public let id: DocumentTypeID
    /// The title for a person, such as “Utility bill”.
    public internal(set) var title: String
    /// A hint that helps a person choose and photograph the right document.
    public internal(set) var hint: String
    /// The name of a symbol. Clients map it to their own images.
    public let icon: String
    /// The media types of accepted content. Declared types and file names do not count.
    public let mediaTypes: [MediaType]
    /// The number of pages of one document. A photo is one page; a PDF has its own pages.
    public let pages: CountRange
    /// The titles of its first pages, in order, such as “Front” and “Back”.
    public internal(set) var pageNames: [String]
    /// The size limit of one file, in bytes.
    public let maximumBytes: Int
    /// Smaller files are refused as empty of content.
    public let minimumBytes: Int
    public let pixels: PixelLimits
    /// The number of documents of this type that a submission must and may have.
    public let documents: CountRange
    public let issueDate: DateRule
    public let expires: ExpiryRule
    public let duplicates: DuplicatePolicy
    /// The period that the documents of this type must cover together; nil if there is none.
    public let coverage: CoverageRule?
    /// The words that identify it; nil if the built-in kind of the same name has them, or none does.
    public let looksLike: TellTaleWords?
    /// The requirement for the signatures in each file. A type with one accepts only PDFs.
    public let signature: SignatureRule

    public init(
        id: DocumentTypeID, title: String, hint: String, icon: String, mediaTypes: [MediaType] = DocumentType.usualMediaTypes,
        pages: CountRange = CountRange(1...10), maximumBytes: Int = 25_000_000, documents: CountRange = CountRange(0...10),
        issueDate: DateRule = .none, duplicates: DuplicatePolicy = .warn, minimumBytes: Int = 1,
        pixels: PixelLimits = PixelLimits(), coverage: CoverageRule? = nil, pageNames: [String] = [],
        expires: ExpiryRule = .none, looksLike: TellTaleWords? = nil, signature: SignatureRule = .none
    ) {
        self.id = id
        self.title = title
        self.hint = hint
        self.icon = icon
        self.mediaTypes = mediaTypes
        self.pages = pages
        self.maximumBytes = maximumBytes
        self.documents = documents
        self.issueDate = issueDate
        self.duplicates = duplicates
        self.minimumBytes = minimumBytes
        self.pixels = pixels
        self.coverage = coverage
        self.pageNames = pageNames
        self.expires = expires
        self.looksLike = looksLike
        self.signature = signature
    }

    /// The media types that phones, scanners and banks produce.
    public static let usualMediaTypes: [MediaType] = [
        .jpeg, .png, .heic, .heif, .webp, .avif, .tiff, .gif, .bmp, .jp2, .jxl, .dng, .pdf,
    ]
}

/// A minimum and a maximum number.
public struct CountRange: Sendable, Hashable, Codable {
    public let min: Int
    public let max: Int

    public init(_ range: ClosedRange<Int>) {
        min = range.lowerBound
        max = range.upperBound
    }

    public func contains(_ count: Int) -> Bool { min <= count && count <= max }
}

// MARK: - JSON

extension DocumentType: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, hint, icon, mediaTypes, pages, maximumBytes, documents, issueDate, duplicates, minimumBytes, pixels,
            coverage, pageNames, expires, looksLike, signature
    }

    /// An absent member requires nothing: a type recorded before a member existed keeps its meaning.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(DocumentTypeID.self, forKey: .id), title: try container.decode(String.self, forKey: .title),
            hint: try container.decode(String.self, forKey: .hint), icon: try container.decode(String.self, forKey: .icon),
            mediaTypes: try container.decode([MediaType].self, forKey: .mediaTypes),
            pages: try container.decode(CountRange.self, forKey: .pages),
            maximumBytes: try container.decode(Int.self, forKey: .maximumBytes),
            documents: try container.decode(CountRange.self, forKey: .documents),
            issueDate: try container.decode(DateRule.self, forKey: .issueDate),
            duplicates: try container.decode(DuplicatePolicy.self, forKey: .duplicates),
            minimumBytes: try container.decodeIfPresent(Int.self, forKey: .minimumBytes) ?? 1,
            pixels: try container.decodeIfPresent(PixelLimits.self, forKey: .pixels) ?? PixelLimits(),
            coverage: try container.decodeIfPresent(CoverageRule.self, forKey: .coverage),
            pageNames: try container.decodeIfPresent([String].self, forKey: .pageNames) ?? [],
            expires: try container.decodeIfPresent(ExpiryRule.self, forKey: .expires) ?? .none,
            looksLike: try container.decodeIfPresent(TellTaleWords.self, forKey: .looksLike),
            signature: try container.decodeIfPresent(SignatureRule.self, forKey: .signature) ?? .none)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(hint, forKey: .hint)
        try container.encode(icon, forKey: .icon)
        try container.encode(mediaTypes, forKey: .mediaTypes)
        try container.encode(pages, forKey: .pages)
        try container.encode(maximumBytes, forKey: .maximumBytes)
        try container.encode(documents, forKey: .documents)
        try container.encode(issueDate, forKey: .issueDate)
        try container.encode(duplicates, forKey: .duplicates)
        try container.encode(minimumBytes, forKey: .minimumBytes)
        if pixels != PixelLimits() { try container.encode(pixels, forKey: .pixels) }
        try container.encodeIfPresent(coverage, forKey: .coverage)
        if !pageNames.isEmpty { try container.encode(pageNames, forKey: .pageNames) }
        if expires != .none { try container.encode(expires, forKey: .expires) }
        try container.encodeIfPresent(looksLike, forKey: .looksLike)
        if signature != .none { try container.encode(signature, forKey: .signature) }
    }
}

/// A kind of document that a journey accepts, and what it asks of it. All data, so that a journey can also come from a file.
public struct DocumentType: Sendable, Hashable, Codable, Identifiable {
    public let id: DocumentTypeID
    /// What a person calls it, such as “Utility bill”.
    public let title: String
    /// What helps a person to choose and photograph the right thing.
    public let hint: String
    /// The name of a symbol that clients map to their own images.
    public let icon: String
    /// What the content of a file may be. Declared types and file names count for nothing here.
    public let mediaTypes: [MediaType]
    /// Pages of one document: a photo is one, a PDF has as many as it says.
    public let pages: CountRange
    /// The size limit of one file, in bytes.
    public let maximumBytes: Int
    /// How many documents of this type a submission may hold and must hold.
    public let documents: CountRange
    public let issueDate: DateRule
    public let duplicates: DuplicatePolicy

    public init(
        id: DocumentTypeID, title: String, hint: String, icon: String, mediaTypes: [MediaType] = DocumentType.usualMediaTypes,
        pages: CountRange = CountRange(1...10), maximumBytes: Int = 25_000_000, documents: CountRange = CountRange(0...10),
        issueDate: DateRule = .none, duplicates: DuplicatePolicy = .warn
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
    }

    /// What phones, scanners and banks produce.
    public static let usualMediaTypes: [MediaType] = [.jpeg, .png, .heic, .heif, .webp, .tiff, .gif, .pdf]
}

/// How many of something there must and may be.
public struct CountRange: Sendable, Hashable, Codable {
    public let min: Int
    public let max: Int

    public init(_ range: ClosedRange<Int>) {
        min = range.lowerBound
        max = range.upperBound
    }

    public func contains(_ count: Int) -> Bool { min <= count && count <= max }
}

/// What becomes of a file that was sent before in the same submission, byte for byte.
public enum DuplicatePolicy: String, Sendable, Hashable, Codable, CaseIterable {
    case allow, warn, refuse
}

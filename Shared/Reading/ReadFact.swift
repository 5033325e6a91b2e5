/// A value that was read, with its place, its source and its confidence.
public struct ReadFact<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    /// From 0, among the read pages.
    public let page: Int
    public let box: PageBox
    /// From 0 (a guess) to 100 (no doubt).
    public let confidence: Int
    public let source: FactSource

    /// Clamps the confidence to 0...100.
    public init(_ value: Value, page: Int, box: PageBox, confidence: Int, source: FactSource) {
        self.value = value
        self.page = page
        self.box = box
        self.confidence = min(max(confidence, 0), 100)
        self.source = source
    }

    /// Whether a person may be told it as what the document says. Otherwise it is a candidate to confirm.
    public var isCertain: Bool { confidence >= FactSource.certain }

    /// A fact at the same place with another value.
    func with<Other>(_ value: Other, confidence: Int? = nil) -> ReadFact<Other> {
        ReadFact<Other>(value, page: page, box: box, confidence: confidence ?? self.confidence, source: source)
    }
}

/// How a fact was found.
public enum FactSource: String, Hashable, Sendable, CaseIterable {
    /// After its label, in the same line or in the same row.
    case label
    /// Below its label, as in a table.
    case heading
    /// Beside a time, as on receipts.
    case time
    /// By its sentence, such as “Rechnung Nr. 7 vom 3. Mai 2026”.
    case phrase
    /// By its form alone.
    case form
    /// In a machine-readable zone.
    case zone
    /// In a bar code or a matrix code.
    case code

    /// The least confidence that counts as certain.
    static let certain = 80
}

/// The limits of reading. A page beyond them is read up to them.
enum ReadingLimits {
    static let pages = 200
    static let wordsOfPage = 20_000
    static let wordsOfDocument = 400_000
    static let scalarsOfWord = 256
    static let scalarsOfLine = 4_096
    /// Of one kind on one page.
    static let candidates = 256
    static let labels = 1_024
}

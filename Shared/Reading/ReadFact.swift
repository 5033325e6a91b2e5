/// What was read: a value, where it stands, how it was found, and how far it can be trusted.
public struct ReadFact<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    /// From 0, the first page of what was read.
    public let page: Int
    public let box: PageBox
    /// From 0, a guess, to 100, without doubt.
    public let confidence: Int
    public let source: FactSource

    /// The confidence is brought into 0...100.
    public init(_ value: Value, page: Int, box: PageBox, confidence: Int, source: FactSource) {
        self.value = value
        self.page = page
        self.box = box
        self.confidence = min(max(confidence, 0), 100)
        self.source = source
    }

    /// Whether it may be told to a person as what the document says. What is less is a candidate, to be confirmed.
    public var isCertain: Bool { confidence >= FactSource.certain }

    /// The same place with another value.
    func with<Other>(_ value: Other, confidence: Int? = nil) -> ReadFact<Other> {
        ReadFact<Other>(value, page: page, box: box, confidence: confidence ?? self.confidence, source: source)
    }
}

/// How a fact was found on a page.
public enum FactSource: String, Hashable, Sendable, CaseIterable {
    /// Behind its label, in the same line or farther along the row.
    case label
    /// Below its label, as in a table.
    case heading
    /// Beside a time of day, as receipts print it.
    case time
    /// As the sentence around it says, such as “Rechnung Nr. 7 vom 3. Mai 2026”.
    case phrase
    /// By its form alone.
    case form
    /// In a machine-readable zone.
    case zone
    /// In a bar code or a matrix code.
    case code

    /// The least confidence of what is certain.
    static let certain = 80
}

/// What readers look at, at most. A page beyond it is read as far as this.
enum ReadingLimits {
    static let pages = 200
    static let wordsOfPage = 20_000
    static let wordsOfDocument = 400_000
    static let scalarsOfWord = 256
    static let scalarsOfLine = 4_096
    /// Of one kind on a page.
    static let candidates = 256
    static let labels = 1_024
}

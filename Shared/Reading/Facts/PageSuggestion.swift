/// Values read from a draft's file, for the person to confirm. They count only after that. Personal data: never in an
/// event or a log.
public struct PageSuggestion: Sendable, Hashable, Codable {
    /// Nil if the file has none, or the journey asks for none.
    public var issueDate: SuggestedDay?
    /// The last day on which it is valid.
    public var expiryDate: SuggestedDay?
    /// Set if the file clearly looks like another type, or has no text.
    public var kind: ReadKind?

    public init(issueDate: SuggestedDay? = nil, expiryDate: SuggestedDay? = nil, kind: ReadKind? = nil) {
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.kind = kind
    }
}

/// A suggested date, and its place.
public struct SuggestedDay: Sendable, Hashable, Codable {
    public let day: CalendarDate
    /// The date with day and month exchanged; nil if the print is unambiguous.
    public let otherwise: CalendarDate?
    /// From 0 (a guess) to 100 (no doubt).
    public let confidence: Int
    /// Whether it counts as what the document says. Otherwise it is a candidate.
    public let isCertain: Bool
    /// On the file's first page as it arrived: upright by its own orientation, without the person's rotation and crop.
    public let box: PageBox

    private enum CodingKeys: String, CodingKey {
        case day, otherwise, confidence
        case isCertain = "certain"
        case box
    }

    public init(day: CalendarDate, otherwise: CalendarDate? = nil, confidence: Int, isCertain: Bool, box: PageBox) {
        self.day = day
        self.otherwise = otherwise
        self.confidence = confidence
        self.isCertain = isCertain
        self.box = box
    }
}

// MARK: - Reading

extension PageSuggestion {
    /// Suggestions from the first page of a file, rotated by `rotation`. Nil if it has no value that the type asks for.
    public init?(_ reading: DocumentReading, of type: DocumentType, turned rotation: Rotation = .none) {
        let kind = ReadKind(reading.kind, declared: type.id)
        self.init(
            issueDate: type.issueDate == .none ? nil : SuggestedDay(reading.dates.answer(.issued), turned: rotation),
            expiryDate: type.expires == .none ? nil : SuggestedDay(reading.expiryDate, turned: rotation),
            kind: kind.verdict == .looksLike || kind.verdict == .noText ? kind : nil)
        if self == PageSuggestion() { return nil }
    }
}

extension SuggestedDay {
    /// A candidate above this confidence is worth a question. The person would refuse most of the others.
    private static let leastConfidence = 50

    fileprivate init?(_ answer: ReadAnswer<ReadDate>, turned rotation: Rotation) {
        guard let fact = answer.best else { return nil }
        // Which of day and month is which is no doubt here: both days are offered.
        let confidence = fact.value.otherwise == nil ? fact.confidence : fact.confidence * 2
        guard answer.certain != nil || confidence >= Self.leastConfidence else { return nil }
        self.init(
            day: fact.value.date, otherwise: fact.value.otherwise, confidence: fact.confidence,
            isCertain: answer.certain != nil && fact.value.otherwise == nil, box: fact.box.turnedBack(rotation))
    }
}

extension PageBox {
    /// Its place on the page before the clockwise rotation.
    func turnedBack(_ rotation: Rotation) -> PageBox {
        let whole = Self.whole.right
        return switch rotation {
        case .none: self
        case .quarter: PageBox(left: top, top: whole - right, right: bottom, bottom: whole - left)
        case .half: PageBox(left: whole - right, top: whole - bottom, right: whole - left, bottom: whole - top)
        case .threeQuarters: PageBox(left: whole - bottom, top: left, right: whole - top, bottom: right)
        }
    }
}

/// What was read of a draft's file, for its person to confirm: nothing of it counts until they do. Personal data: never in an event or
/// a log.
public struct PageSuggestion: Sendable, Hashable, Codable {
    /// Nil where the file says none, or nobody is asked for it.
    public var issueDate: SuggestedDay?
    /// The last day on which it is valid.
    public var expiryDate: SuggestedDay?
    /// Where it says clearly that it is of another type, or nothing is written on it.
    public var kind: ReadKind?

    public init(issueDate: SuggestedDay? = nil, expiryDate: SuggestedDay? = nil, kind: ReadKind? = nil) {
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.kind = kind
    }
}

/// A day that a file says, and where.
public struct SuggestedDay: Sendable, Hashable, Codable {
    public let day: CalendarDate
    /// The day that it is where day and month are meant the other way round; nil where the print leaves no doubt.
    public let otherwise: CalendarDate?
    /// From 0, a guess, to 100, without doubt.
    public let confidence: Int
    /// Whether it may be told as what the document says; what is not is a candidate.
    public let isCertain: Bool
    /// On the file's first page as it came: upright by what the file says of itself, neither turned by the person nor cropped.
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
    /// Of the first page of a file, turned by the person as `rotation` says. Nil where it says nothing that a document of the type is
    /// asked for.
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
    /// A candidate that is surer than this is worth a question; of several that are not, most would be answered with no.
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
    /// Where it lies on a page that was turned by so much, clockwise, to get it.
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

/// What a document says of a question that has one answer.
public enum ReadAnswer<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It is printed there.
    case certain(ReadFact<Value>)
    /// It may be one of these, the likeliest first.
    case candidates([ReadFact<Value>])
    case nothing

    /// The certain one, or the likeliest.
    public var best: ReadFact<Value>? {
        switch self {
        case .certain(let fact): fact
        case .candidates(let facts): facts.first
        case .nothing: nil
        }
    }

    public var certain: ReadFact<Value>? {
        if case .certain(let fact) = self { fact } else { nil }
    }
}

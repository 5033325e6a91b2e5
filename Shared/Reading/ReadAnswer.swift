/// A document's answer to a question with one answer.
public enum ReadAnswer<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The document prints it.
    case certain(ReadFact<Value>)
    /// It may be one of these, the most likely first.
    case candidates([ReadFact<Value>])
    case nothing

    /// The certain one, or the most likely.
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

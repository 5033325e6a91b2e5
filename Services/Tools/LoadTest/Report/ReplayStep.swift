/// What a thing is sent by: each is a request of its own, and timed alone.
public enum ReplayStep: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    case create, document, file, submit
    /// Of an event onto its topic.
    case produce

    /// For people.
    public var words: String {
        switch self {
        case .create: "open a submission"
        case .document: "add a document"
        case .file: "send a file"
        case .submit: "submit"
        case .produce: "publish"
        }
    }
}

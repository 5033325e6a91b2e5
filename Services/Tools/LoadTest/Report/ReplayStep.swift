/// A kind of request by which a thing is sent; each request is timed by itself.
public enum ReplayStep: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    case create, document, file, submit
    /// Producing an event to its topic.
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

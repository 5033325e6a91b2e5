/// What went wrong in a step, not with the documents.
public struct ProcessingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: String
    public let isRetriable: Bool
    /// Safe to show: no content, no name, no secret.
    public let description: String
    /// For the log.
    public let detail: String

    public init(code: String, isRetriable: Bool, description: String, detail: String? = nil) {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail ?? description
    }
}

/// What went wrong in a step, not with the documents.
public struct ProcessingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: String
    public let isRetriable: Bool
    /// Safe to show: no content, no name, no secret.
    public let description: String
    /// For the log.
    public let detail: String
    /// What was away, if that is why.
    public let outage: Outage?

    public init(
        code: String, isRetriable: Bool, description: String, detail: String? = nil, outage: Outage? = nil
    ) {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail ?? description
        self.outage = outage
    }
}
